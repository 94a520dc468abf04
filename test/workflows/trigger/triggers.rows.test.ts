/** Triggers over RESTCONF: times, notifications, overlap, limits, rights. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Readers } from '../../../src/workflows/trigger/readers.js';
import { Https } from '../../support/http.js';
import { type Refused, task, WorkflowRig, worker } from '../rig.js';
import { TriggerRig } from './rig.js';

const PASSWORDS = { ann: 'the password of ann', ben: 'the password of ben' };

let rig: WorkflowRig;
let triggers: TriggerRig;
let ann: Https;
let ben: Https;
/** Ends the tasks of the skill `hold`. */
const held: (() => void)[] = [];
const letGo = () => {
  for (const end of held.splice(0)) end();
};
beforeAll(async () => {
  rig = await WorkflowRig.start({
    passwords: { ben: PASSWORDS.ben },
    agents: [
      worker('worker', {
        hold: (_, { signal }) =>
          new Promise<void>((resolve) => {
            held.push(resolve);
            signal.addEventListener('abort', () => resolve());
          }),
      }),
    ],
  });
  triggers = new TriggerRig(rig);
  ann = new Https(rig.rig, 'ann', PASSWORDS.ann);
  ben = new Https(rig.rig, 'ben', PASSWORDS.ben);
  const compute = { type: 'yangent-workflows:none', output: [{ name: 'got', value: 'input' }] };
  await rig.define('work', { node: [{ name: 'echo', ...compute }] });
  await rig.define('long', { node: [task('hold', 'hold')] });
  await rig.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'ann', password: `$0$${PASSWORDS.ann}`, group: ['makers'] }] },
  } as never);
});
afterAll(async () => {
  letGo();
  ann.close();
  ben.close();
  await rig.stop();
});

const EVERY_SECOND = { schedule: { cron: '* * * * * *' } };
const ON_TASK = { notification: { name: 'yangent-tasks:task-changed' } };
/** Only notifications with this note. */
const onNote = (note: string, more: object = {}) => ({
  notification: { ...ON_TASK.notification, 'xpath-filter': `/yangent-tasks:task-changed/note = '${note}'`, ...more },
});

describe('a schedule', () => {
  it('starts runs at its times, as the user that committed it', async () => {
    await triggers.put('tick', { ...EVERY_SECOND, input: [{ name: 'at', value: 'event.time' }] });
    const [run, next] = await triggers.untilRuns('tick', (runs) => runs.length >= 2);
    await triggers.remove('tick');
    expect(run).toMatchObject({ initiator: 'admin', cause: 'tick', 'trigger-depth': 1, definition: 'work' });
    const at = [run, next].map((each) => Date.parse(Object(each?.input).at));
    expect([Number(at[0]) % 1_000, Number(at[1]) - Number(at[0])]).toEqual([0, 1_000]);
  });

  it('shows its next time in its zone, and none while it is disabled', async () => {
    await triggers.put('night', { schedule: { cron: '30 2 * * *', 'time-zone': 'Asia/Tokyo' } });
    const { owner, next, missed, waiting } = await triggers.state('night');
    expect([owner, String(next).slice(10), missed, waiting]).toEqual(['admin', 'T17:30:00.000Z', '0', 0]);
    await triggers.put('night', { schedule: { cron: '30 2 * * *' }, enabled: false });
    expect((await triggers.state('night')).next).toBeUndefined();
    await triggers.remove('night');
  });
});

describe('a notification', () => {
  it('fires a trigger although the disk failed as its commit came into force', async () => {
    const failure = Object.assign(new Error('the disk failed'), { code: 'SQLITE_IOERR_READ' });
    const renew = vi.spyOn(Readers.prototype, 'renew').mockRejectedValueOnce(failure);
    await triggers.put('late', onNote('late'));
    await triggers.notify({ note: 'late' });
    await triggers.untilRuns('late', (runs) => runs.length === 1);
    expect(renew).toHaveBeenCalledTimes(2);
    renew.mockRestore();
    await triggers.remove('late');
  });

  it('starts a run, whose input is made of its content', async () => {
    await triggers.put('seen', { ...onNote('seen'), input: [{ name: 'task', value: 'event["task-id"] + "!"' }] });
    await triggers.notify({ note: 'other' });
    await triggers.notify({ note: 'seen' });
    const [run] = await triggers.untilRuns('seen', (runs) => runs.length > 0);
    expect(run).toMatchObject({ input: { task: 'foreign!' }, 'trigger-depth': 1 });
    await triggers.remove('seen');
  });

  it('is missed, and the miss is told once, while its expression has no value', async () => {
    await triggers.put('bad', { ...onNote('bad'), input: [{ name: 'none', value: 'event.nothing.more' }] });
    await triggers.notify({ note: 'bad' });
    await triggers.notify({ note: 'bad' });
    await triggers.untilState('bad', ({ missed }) => missed === '2');
    const told = await triggers.missed('bad');
    expect(told).toEqual([
      { name: 'bad', number: 1, from: expect.any(String), reason: expect.stringContaining('nothing') },
    ]);
    await triggers.remove('bad');
  });

  it('of a run that a trigger started leads to another run, eight deep at most', async () => {
    const completed = "/yangent-workflows:run-changed[definition='work' and state='completed']";
    await triggers.put('circle', {
      overlap: 'allow',
      notification: { name: 'yangent-workflows:run-changed', 'xpath-filter': completed },
    });
    await triggers.fire('circle');
    await triggers.untilState('circle', ({ missed }) => missed === '1');
    const depths = (await triggers.runs('circle')).map((run) => run['trigger-depth']);
    expect(depths).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const [told] = await triggers.missed('circle');
    expect(told).toMatchObject({
      reason: expect.stringContaining('8 deep'),
      run: (await triggers.runs('circle')).at(-1)?.id,
    });
    await triggers.remove('circle');
  });

  it.each([
    ['yangent-tasks:task-changed', "[to='worker' and state='completed' and contains(task-id, 'echo')]"],
    ['irtf-agent:condition-notifications', "[yangent-tasks:state='completed']"],
  ])('of a task of a run carries the run: %s', async (name, which) => {
    await rig.define('echoes', { node: [task('echo')] });
    await triggers.put('tasks', {
      definition: 'echoes',
      overlap: 'allow',
      notification: { name, 'xpath-filter': `/${name}${which}` },
    });
    await triggers.fire('tasks');
    await triggers.untilState('tasks', ({ missed }) => missed === '1');
    expect((await triggers.runs('tasks')).slice(-8).map((run) => run['trigger-depth'])).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    await triggers.remove('tasks');
  });
});

describe('overlap', () => {
  const long = { definition: 'long', schedule: { cron: '0 0 1 1 *' } };
  const states = async (name: string) => (await triggers.runs(name)).map(({ state }) => state);

  it('skip starts no run while one has not ended', async () => {
    await triggers.put('skips', { ...onNote('skips'), definition: 'long' });
    for (let index = 0; index < 3; index++) await triggers.notify({ note: 'skips' });
    await triggers.untilState('skips', ({ missed }) => missed === '2');
    expect(await states('skips')).toEqual(['running']);
    await expect(triggers.fire('skips')).rejects.toMatchObject({
      error: { 'error-tag': 'operation-failed', 'error-message': expect.stringContaining('overlap skip') },
    } satisfies Partial<Refused>);
    expect((await triggers.state('skips')).missed).toBe('2');
    letGo();
    await triggers.untilRuns('skips', ([run]) => run?.state === 'completed');
    await triggers.fire('skips');
    letGo();
  });

  it('is judged by the value of key', async () => {
    await triggers.put('keyed', { ...onNote('keyed', { key: 'event.id' }), definition: 'long' });
    for (const id of ['a', 'b', 'a']) await triggers.notify({ note: 'keyed', id });
    await triggers.untilState('keyed', ({ missed }) => missed === '1');
    expect(await states('keyed')).toEqual(['running', 'running']);
    await triggers.remove('keyed');
    letGo();
  });

  it('allow starts another run', async () => {
    await triggers.put('allows', { ...long, overlap: 'allow' });
    await triggers.fire('allows');
    await triggers.fire('allows');
    expect(await states('allows')).toEqual(['running', 'running']);
    letGo();
  });

  it('queue starts one run after the other, in the order in which they came', async () => {
    await triggers.put('queues', { ...long, overlap: 'queue' });
    const first = await triggers.fire('queues');
    expect(first.run).toBeDefined();
    expect(await triggers.fire('queues', { number: 2 })).toEqual({});
    expect(await triggers.fire('queues', { number: 3 })).toEqual({});
    expect((await triggers.state('queues')).waiting).toBe(2);
    for (const number of [1, 2, 3]) {
      await triggers.untilRuns('queues', (runs) => runs.length === number && runs.at(-1)?.state === 'running');
      await expect.poll(() => held.length).toBe(1);
      letGo();
    }
    await triggers.untilRuns('queues', (runs) => runs.every(({ state }) => state === 'completed'));
  });

  it('queue holds 100, and forgets them when the trigger is disabled', async () => {
    await triggers.put('full', { ...long, overlap: 'queue' });
    for (let index = 0; index < 101; index++) await triggers.fire('full');
    await expect(triggers.fire('full')).rejects.toThrow('100 runs wait already');
    await triggers.put('full', { ...long, overlap: 'queue', enabled: false });
    expect(await triggers.state('full')).toMatchObject({ waiting: 0, missed: '100' });
    expect(await triggers.missed('full')).toMatchObject([{ number: 100, reason: expect.stringContaining('disabled') }]);
    letGo();
  });

  it('replace cancels the run before, and starts the last one that came when it has ended', async () => {
    await triggers.put('replaces', {
      ...onNote('never'),
      definition: 'long',
      overlap: 'replace',
      input: [{ name: 'n', value: 'event.n' }],
    });
    await triggers.fire('replaces', { n: 1 });
    await expect.poll(() => held.length).toBe(1);
    await triggers.fire('replaces', { n: 2 });
    const runs = await triggers.untilRuns('replaces', (all) => all.length === 2);
    expect(runs.map(({ state, input }) => [state, input])).toEqual([
      ['canceled', { n: 1 }],
      ['running', { n: 2 }],
    ]);
    expect(runs[0]?.['state-reason']).toContain('replaces it');
    letGo();
  });
});

describe('a trigger', () => {
  it('starts only so many runs within an hour', async () => {
    await triggers.put('limited', { ...onNote('limited'), overlap: 'allow', 'rate-limit': 2 });
    for (let index = 0; index < 4; index++) await triggers.notify({ note: 'limited' });
    await triggers.untilState('limited', ({ missed }) => missed === '2');
    expect(await triggers.runs('limited')).toHaveLength(2);
    expect(await triggers.missed('limited')).toMatchObject([{ reason: expect.stringContaining('rate-limit') }]);
    await triggers.remove('limited');
  });

  it('does not fire while everything autonomous is stopped, and goes on with what came meanwhile', async () => {
    await triggers.put('halts', { ...onNote('halts'), overlap: 'allow' });
    await rig.rig.node.invoke('yangent-tasks:stop-all', { reason: 'test' });
    await triggers.notify({ note: 'halts' });
    await triggers.notify({ note: 'halts' });
    await expect(triggers.fire('halts')).rejects.toThrow('stop-all');
    expect(await triggers.runs('halts')).toEqual([]);
    await rig.rig.node.invoke('yangent-tasks:resume-all', undefined);
    await triggers.untilRuns('halts', (runs) => runs.length === 2);
    await triggers.remove('halts');
  });

  it('is fired by its owner and operators only', async () => {
    await triggers.put('own', { schedule: { cron: '0 0 1 1 *' }, enabled: false });
    await expect(triggers.fire('own', {}, ben)).rejects.toMatchObject({ error: { 'error-tag': 'access-denied' } });
    expect((await triggers.fire('own')).run).toBeDefined();
  });
});

const OTHERS = "/yangent-workflows:run-changed[definition='others' and state='completed']";

it('a schedule catches up after everything autonomous was stopped', async () => {
  await triggers.put('pauses', { ...EVERY_SECOND, overlap: 'allow', input: [{ name: 'at', value: 'event.time' }] });
  await triggers.untilRuns('pauses', (runs) => runs.length > 0);
  await rig.rig.node.invoke('yangent-tasks:stop-all', {});
  const stopped = (await triggers.runs('pauses')).length;
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  expect(await triggers.runs('pauses')).toHaveLength(stopped);
  await rig.rig.node.invoke('yangent-tasks:resume-all', undefined);
  const runs = await triggers.untilRuns('pauses', (all) => all.length >= stopped + 2);
  await triggers.remove('pauses');
  const times = runs.map(({ input }) => Date.parse(Object(input).at));
  expect(times).toEqual(times.map((_, index) => Number(times[0]) + 1_000 * index));
});

describe('the owner of a trigger', () => {
  it('sees notifications of runs of other users no more than elsewhere', async () => {
    const definition = { notification: { name: 'yangent-workflows:run-changed', 'xpath-filter': OTHERS } };
    await permit([all]);
    await rig.define('others', { node: [{ name: 'echo', type: 'yangent-workflows:none' }] });
    await triggers.put('peeps', { ...definition, overlap: 'allow' }, ann);
    await rig.rpc('start', { definition: 'others', wait: 5 });
    await rig.rpc('start', { definition: 'others', wait: 5 }, ann);
    await triggers.untilRuns('peeps', (runs) => runs.length > 0);
    await triggers.notify({ note: 'seen' });
    expect(await triggers.runs('peeps')).toHaveLength(1);
    await triggers.remove('peeps');
    await rig.admin.send('DELETE', '/restconf/data/ietf-netconf-acm:nacm');
  });

  const permit = (rules: readonly object[]) =>
    rig.rig.node.edit({
      'ietf-netconf-acm:nacm': {
        'rule-list': [
          { name: 'makers', group: ['makers'], rule: rules.map((rule, index) => ({ name: `${index}`, ...rule })) },
        ],
      },
    } as never);
  const all = { 'access-operations': '*', action: 'permit' };

  it('loses the right to start runs', async () => {
    await permit([all]);
    await triggers.put('lost', { ...onNote('lost'), overlap: 'allow' }, ann);
    await triggers.notify({ note: 'lost' });
    const [run] = await triggers.untilRuns('lost', (runs) => runs.length === 1);
    expect(run?.initiator).toBe('ann');
    await rig.admin.send('DELETE', '/restconf/data/ietf-netconf-acm:nacm');
    await permit([
      { 'module-name': 'yangent-workflows', 'rpc-name': 'start', 'access-operations': 'exec', action: 'deny' },
      all,
    ]);
    await triggers.notify({ note: 'lost' });
    await triggers.untilState('lost', ({ missed }) => missed === '1');
    expect(await triggers.missed('lost')).toMatchObject([
      { reason: 'user "ann" may not run yangent-workflows:start', number: 1 },
    ]);
    await rig.admin.send('DELETE', '/restconf/data/ietf-netconf-acm:nacm');
  });

  it('is not in the runner-group of the definition any more, or is no user any more', async () => {
    await triggers.notify({ note: 'lost' });
    await triggers.untilRuns('lost', (runs) => runs.length === 2);
    await rig.define('work', { 'runner-group': ['others'], node: [{ name: 'echo', type: 'yangent-workflows:none' }] });
    await triggers.notify({ note: 'lost' });
    await triggers.untilState('lost', ({ missed }) => missed === '2');
    await rig.define('work', { node: [{ name: 'echo', type: 'yangent-workflows:none' }] });
    await rig.admin.send('DELETE', '/restconf/data/yangent-access:access/user=ann');
    await triggers.notify({ note: 'lost' });
    await triggers.untilState('lost', ({ missed }) => missed === '3');
    expect((await triggers.missed('lost')).slice(1)).toMatchObject([
      { reason: expect.stringContaining('runner-group') },
      { reason: 'there is no user "ann"' },
    ]);
  });
});

it('is configured as the guide says', async () => {
  const [, text = ''] =
    /```json triggers.json\n([\s\S]*?)```/.exec(readFileSync('docs/guide-workflows.md', 'utf8')) ?? [];
  await rig.define('repair', { node: [{ name: 'echo', type: 'yangent-workflows:none' }] });
  const { status } = await rig.admin.send('PATCH', '/restconf/data', { body: `{"ietf-restconf:data":${text}}` });
  expect(status).toBe(204);
  const { run } = await triggers.fire('failed-task', { to: 'west' });
  expect((await rig.run(run ?? '')).input).toEqual({ site: 'west' });
});

describe('a commit is refused', () => {
  const at = "/yangent-workflows:workflows/trigger[name='wrong']";
  it.each([
    [{ schedule: { cron: '61 * * * *' } }, 'schedule/cron', 'Invalid value for minute'],
    [{ schedule: { cron: '* * * * *', 'time-zone': 'Mars/Olympus' } }, 'schedule/time-zone', 'Europe/Berlin'],
    [{ notification: { stream: 'none' } }, 'notification/stream', 'NETCONF'],
    [{ notification: { name: 'yangent-tasks:task-chaned' } }, 'notification/name', 'yangent-tasks:task-changed'],
    [{ notification: { 'xpath-filter': '/a:b(' } }, 'notification/xpath-filter', 'XPath'],
    [{ notification: { 'xpath-filter': '/none:b' } }, 'notification/xpath-filter', 'XPath'],
    [{ notification: { key: 'event.(' } }, 'notification/key', 'character'],
    [{ notification: { key: 'input.x' } }, 'notification/key', 'there are: event'],
    [{ ...EVERY_SECOND, input: [{ name: 'x', value: 'event.when' }] }, "input[name='x']/value", 'it has: time'],
    [{ ...EVERY_SECOND, input: [{ name: 'x', value: '1 + "a"' }] }, "input[name='x']/value", 'no such overload'],
  ])('for %j', async (trigger, path, message) => {
    await expect(triggers.put('wrong', trigger)).rejects.toMatchObject({
      error: {
        'error-tag': 'invalid-value',
        'error-path': `${at}/${path}`,
        'error-message': expect.stringContaining(message),
      },
    });
  });
});
