import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandNode, startCommandNode } from './node.js';

let node: CommandNode;

beforeAll(async () => {
  node = await startCommandNode();
});

afterAll(() => node.stop());

const ASSIGN = ['task', 'assign', '--from', 'noc', '--to', 'ip-fault'];
const TIME = /^\d\d:\d\d:\d\d/gm;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

test('assign --wait shows the progress, then the artifacts', async () => {
  const { code, out, err } = await node.command(...ASSIGN, '--task-id', 't-1', 'diagnose the link', '--wait');
  expect(err).toBe('');
  expect(out.replace(TIME, 'hh:mm:ss').replace(UUID, 'ID')).toBe(`task ID assigned to ip-fault
hh:mm:ss  submitted
hh:mm:ss  accepted
hh:mm:ss  running                attempt 1
hh:mm:ss  running          40 %  checked optics
hh:mm:ss  completed       100 %

diagnosis (text/plain)
  fibre cut at km 12 (t-1)
`);
  expect(code).toBe(0);
});

test('plain words become the prompt form, with object and environment', async () => {
  const { out } = await node.command(
    ...ASSIGN,
    'diagnose the link',
    '--object',
    'R1-R2',
    '--environment',
    'night',
    '--wait',
    '--json',
  );
  expect(JSON.parse(out)).toMatchObject({
    state: 'completed',
    content:
      '##target object <object>R1-R2</object> ##task description <description>diagnose the link</description> ' +
      '##environmental infomation <environmentInput>night</environmentInput>',
  });
});

test('structured input needs no words', async () => {
  const input = ['--type', 'diagnose-link', '--input', '{"link":"R1-R2"}'];
  const { code, out } = await node.command(...ASSIGN, ...input, '--wait', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ state: 'completed', type: 'diagnose-link', input: { link: 'R1-R2' } });

  const broken = await node.command(...ASSIGN, '--type', 'diagnose-link', '--input', '{link}');
  expect(broken.code).toBe(2);
  expect(broken.err).toContain("argument '{link}' is invalid. It must be JSON: ");
  expect(await node.command(...ASSIGN, '--input', '{}')).toEqual({
    code: 2,
    out: '',
    err: 'yangent: say in words what is to be done, or name the skill with --type and give its --input\n',
  });
});

test('without --wait the task is only acknowledged; watch follows it to its end', async () => {
  const assigned = await node.command(...ASSIGN, 'diagnose the link', '--json');
  const { id } = JSON.parse(assigned.out);
  expect(assigned.code).toBe(0);
  const { code, out } = await node.command('task', 'watch', id);
  expect(code).toBe(0);
  expect(out).toContain('completed       100 %');
  expect(out).toContain('fibre cut at km 12');
});

test('a task that fails ends with exit code 1 and says why', async () => {
  const { code, out } = await node.command(...ASSIGN, 'break it', '--type', 'break', '--wait');
  expect(code).toBe(1);
  expect(out).toContain('failed: the optical module does not answer (internal)');
});

test('waiting no longer than told leaves the task running, and says how to go on', async () => {
  const { code, out } = await node.command(...ASSIGN, 'wait', '--type', 'wait', '--wait', '1');
  expect(code).toBe(1);
  expect(out).toContain('the task is running; go on with: yangent task watch ');
  const id = out.match(UUID)?.[0] ?? '';
  const missing = await node.command('task', 'cancel', 't-none', '--from', 'noc');
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('there is no task t-none that you may see')]);
  const canceled = await node.command('task', 'cancel', id, '--reason', 'enough');
  expect(canceled).toEqual({ code: 0, out: `task ${id} is canceled\n`, err: '' });
});

test('watch and cancel find a task by the task-id of the agent that assigned it', async () => {
  await node.command(...ASSIGN, 'wait', '--type', 'wait', '--task-id', 't-long');
  const { code, out } = await node.command('task', 'cancel', 't-long', '--from', 'noc');
  expect([code, out]).toEqual([0, expect.stringMatching(/^task [0-9a-f-]{36} is canceled\n$/)]);
  const watched = await node.command('task', 'watch', 't-long', '--from', 'noc');
  expect([watched.code, watched.out]).toEqual([1, expect.stringContaining('canceled')]);
});

test('a task that is done can no longer be canceled', async () => {
  const { out } = await node.command(...ASSIGN, 'diagnose the link', '--wait', '--json');
  const { code, err } = await node.command('task', 'cancel', JSON.parse(out).id);
  expect(code).toBe(1);
  expect(err).toContain('bad-transition');
});

test('show finds a task by its id, and by the task-id of the agent that assigned it', async () => {
  await node.command(...ASSIGN, '--task-id', 't-show', 'diagnose the link', '--object', 'R7', '--wait');
  const { code, out } = await node.command('task', 'show', 't-show', '--from', 'noc');
  expect(code).toBe(0);
  expect(out).toMatch(/^task-id +t-show$/m);
  expect(out).toMatch(/^state +completed, 100 %$/m);
  expect(out).toMatch(/^object +R7$/m);
  const id = /^task +(\S+)$/m.exec(out)?.[1] ?? '';
  // A second may have gone by between the two.
  const ageless = (text: string) => text.replace(/\((now|\d+ s ago)\)/g, '');
  expect(ageless((await node.command('task', 'show', id)).out)).toBe(ageless(out));
});

test('list is a table that can be narrowed', async () => {
  await node.command(...ASSIGN, 'break it', '--type', 'break', '--task-id', 't-list', '--wait');
  const { out } = await node.command('task', 'list', '--state', 'failed');
  const [heading, ...rows] = out.trimEnd().split('\n');
  expect(heading).toMatch(/^ID +FROM +TO +STATE +DONE +CHANGED +TASK$/);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/ noc +ip-fault +failed .* break it$/);
  expect((await node.command('task', 'list', '--to', 'noc')).out).toBe('no tasks\n');
  const ids = JSON.parse((await node.command('task', 'list', '--json')).out).map(
    (task: { 'task-id': string }) => task['task-id'],
  );
  expect(ids).toContain('t-list');
  const last = await node.command('task', 'list', '--limit', '2');
  expect(last.out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^ID +FROM/),
    expect.any(String),
    expect.stringMatching(/ break it$/),
    'older ones are not shown; see --limit',
  ]);
  expect(JSON.parse((await node.command('task', 'list', '--json', '--limit', '2')).out).length).toBe(2);
});

test('a negotiation over three rounds', async () => {
  const negotiate = ['task', 'negotiate', '--from', 'noc', '--type', 'feasibility', '--json'];
  const first = await node.command(...negotiate, '--to', 'ip-fault', 'repair everything');
  expect(first.code).toBe(1);
  const { thread, verdict, counter } = JSON.parse(first.out);
  expect({ verdict, counter }).toEqual({ verdict: 'countered', counter: 'half of it' });
  await node.command(...negotiate, '--thread', thread, 'repair three quarters');
  const third = await node.command(...negotiate, '--thread', thread, 'repair half of it');
  expect(JSON.parse(third.out)).toMatchObject({ verdict: 'feasible', by: 'ip-fault' });
  expect(third.code).toBe(0);
});

test('a negotiation reads as one side speaking', async () => {
  const { out } = await node.command(
    'task',
    'negotiate',
    '--from',
    'noc',
    '--to',
    'ip-fault',
    '--type',
    'fulfillment',
    'is it the fibre?',
  );
  expect(out).toContain('ip-fault: countered\n');
  expect(out).toContain('  instead: name the kilometre\n');
});

test('a task nobody knows', async () => {
  const { code, err } = await node.command('task', 'show', 'nowhere');
  expect(code).toBe(1);
  expect(err).toBe(
    'there is no task nowhere that you may see; "yangent task list" shows those there are (data-missing)\n',
  );
});

test('an agent nobody knows', async () => {
  const { code, err } = await node.command('task', 'assign', '--from', 'noc', '--to', 'nobody', 'anything');
  expect(code).toBe(1);
  expect(err).toContain('"to" names "nobody", but there is no such agent here');
});

test('what is missing or misspelt on the command line is a fault of usage', async () => {
  expect((await node.command('task', 'assign', 'x', '--to', 'ip-fault')).code).toBe(2);
  expect((await node.command(...ASSIGN, 'x', '--priority', '9')).err).toContain('a whole number from 0 to 7');
  expect((await node.command('task', 'list', '--state', 'done')).code).toBe(2);
});
