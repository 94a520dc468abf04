/** `yangent workflow trigger`, and `yangent workflow delete`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { worker } from '../workflows/rig.js';
import { type Outcome, yangent } from './support.js';

let node: TestNode;
const folder = temporaryFolder();

const REPAIR = `name: repair
version: '1.0'
nodes: { mend: { task: { skill: do, agent: field }, input: { site: input.site } } }
output: { mended: steps.mend.output.result.site }
`;
const CHANGE = "name: change\nversion: '1'\nnodes: { approved: { wait: { signal: go } } }\n";

beforeAll(async () => {
  const workflows = [save('repair.yaml', REPAIR), save('change.yaml', CHANGE)];
  node = await startTestNode({ agents: [worker('field')], workflows });
});
afterAll(() => node.stop());

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const command = (...args: readonly string[]): Promise<Outcome> => yangent('workflow', ...args, '--url', node.url);
const plain = (text: string) => text.replace(ID, 'ID');

function save(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const NIGHTLY = `name: nightly
definition: repair
schedule: { cron: 30 2 * * *, time-zone: Europe/Berlin }
input: { site: '"north"', tries: 3 }
`;
const FAILED_TASK = {
  name: 'failed-task',
  definition: 'change',
  notification: { name: 'yangent-tasks:task-changed', 'xpath-filter': "/yangent-tasks:task-changed[state='failed']" },
};

test('list says that there are none, and how to load one', async () => {
  expect(await command('trigger', 'list')).toEqual({
    code: 0,
    out: 'no triggers; load one with: yangent workflow trigger load FILE\n',
    err: '',
  });
});

test('load takes triggers and documents of the model; list shows when they fire', async () => {
  const nightly = save('nightly.yaml', NIGHTLY);
  const document = save('more.json', JSON.stringify({ 'yangent-workflows:workflows': { trigger: [FAILED_TASK] } }));
  expect(await command('trigger', 'load', nightly, document)).toEqual({
    code: 0,
    out: 'loaded  nightly\nloaded  failed-task\n',
    err: '',
  });
  const again = await command('trigger', 'load', nightly, '--json');
  expect(JSON.parse(again.out)).toEqual([{ name: 'nightly', file: nightly, created: false }]);
  const { out } = await command('trigger', 'list');
  expect(out).toMatch(/^TRIGGER +WORKFLOW +STATE +NEXT +LAST +MISSED +FIRES$/m);
  expect(out).toMatch(/^nightly +repair +enabled +in \d+ (h|min|s) +30 2 \* \* \* Europe\/Berlin$/m);
  expect(out).toMatch(/^failed-task +change +enabled +task-changed$/m);
  const all = JSON.parse((await command('trigger', 'list', '--json')).out);
  const listed = save('listed.json', JSON.stringify({ 'yangent-workflows:trigger': all }));
  expect((await command('trigger', 'load', listed)).out).toContain('updated nightly\n');
  expect(all.find(({ name }: { name: string }) => name === 'nightly')).toMatchObject({
    owner: 'admin',
    schedule: { cron: '30 2 * * *' },
    input: [
      { name: 'site', value: '"north"' },
      { name: 'tries', value: '3' },
    ],
  });
});

test('fire starts a run; --watch shows it', async () => {
  const watched = await command('trigger', 'fire', 'nightly', '--watch');
  expect(watched.code).toBe(0);
  expect(plain(watched.out)).toMatch(/^run ID has started\n[\s\S]*"mended": "north"\n/);
  const json = JSON.parse((await command('trigger', 'fire', 'nightly', '--json')).out);
  expect(json).toEqual({ name: 'nightly', run: expect.stringMatching(ID) });
  await command('watch', json.run);
  expect((await command('show', json.run)).out).toMatch(/^started by +the trigger nightly, for admin$/m);
  expect((await command('trigger', 'list')).out).toMatch(/^nightly .* (now|\d+ s ago) /m);
});

test('a trigger that starts no run says why, and one that waits does, too', async () => {
  const started = await command('trigger', 'fire', 'failed-task', '--event', '{"to":"north"}');
  expect(plain(started.out)).toBe('run ID has started\n  yangent workflow watch ID\n');
  const missed = await command('trigger', 'fire', 'failed-task');
  expect(missed.code).toBe(1);
  expect(missed.err).toMatch(/it starts no run: .*\(operation-failed, missed\)\n$/);

  await command('trigger', 'load', save('queue.json', JSON.stringify({ ...FAILED_TASK, overlap: 'queue' })));
  expect(await command('trigger', 'fire', 'failed-task')).toEqual({
    code: 0,
    out: 'the run of trigger failed-task waits until those before it have ended\n',
    err: '',
  });
  expect((await command('trigger', 'fire', 'failed-task', '--watch')).code).toBe(1);
  expect((await command('trigger', 'list')).out).toMatch(/^failed-task +change +2 waiting /m);
});

test('faults have their places', async () => {
  const load = (name: string, text: string) => command('trigger', 'load', save(name, text));
  const cron = await load('cron.yaml', NIGHTLY.replace('30 2', '61 2'));
  expect(cron).toMatchObject({ code: 1, out: '' });
  expect(cron.err).toMatch(/cron\.yaml:3:\d+: error: schedule\/cron: /);
  expect((await load('short.yaml', NIGHTLY.replace(/schedule: .*/, 'schedule: never'))).err).toMatch(
    /short\.yaml:3:\d+: error: schedule\/cron: /,
  );
  expect((await load('unknown.yaml', NIGHTLY.replace('repair', 'repiar'))).err).toMatch(
    /unknown\.yaml:2:\d+: error: definition: .*repiar/,
  );
  expect((await load('twice.yaml', `${NIGHTLY}---\n${NIGHTLY}`)).err).toMatch(
    /twice\.yaml:1:\d+ and \S+twice\.yaml:6:\d+ both have the trigger "nightly"; each needs its own name\n$/,
  );
  expect((await load('list.yaml', '- 1\n')).err).toMatch(/list\.yaml:1:1: this is no trigger; /);
  expect((await load('empty.yaml', '')).err).toContain('empty.yaml: there is no trigger in it; ');
  expect((await command('trigger', 'load', join(folder, 'none.yaml'))).err).toContain('there is no such file');
  expect((await command('trigger', 'load', folder)).err).toBe(
    `yangent: ${folder}: it is a directory; name the files in it\n`,
  );
  const repair = join(folder, 'repair.yaml');
  expect((await command('trigger', 'load', repair)).err).toBe(
    `yangent: ${repair}: it has a workflow, not a trigger; load it with: yangent workflow load ${repair}\n`,
  );
  expect((await command('load', join(folder, 'nightly.yaml'))).err).toBe(
    `yangent: ${join(folder, 'nightly.yaml')}:1:1: this is a trigger, not a workflow; load it with: yangent workflow trigger load FILE\n`,
  );
  expect((await command('load', join(folder, 'more.json'))).err).toContain(
    'load it with: yangent workflow trigger load',
  );
  expect((await command('trigger', 'fire', 'nihgtly')).err).toBe(
    'there is no trigger "nihgtly" here; "yangent workflow trigger list" shows those there are (data-missing)\n',
  );
});

test('delete takes workflows and triggers away, each as long as nothing needs it', async () => {
  await command('load', save('outer.yaml', "name: outer\nversion: '1'\nnodes: { a: { workflow: change } }\n"));
  const used = await command('delete', 'change');
  expect(used).toEqual({
    code: 1,
    out: '',
    err: 'the workflow "change" stays: the trigger failed-task starts it; first: yangent workflow trigger delete failed-task (in-use)\n',
  });
  expect((await command('trigger', 'delete', 'failed-task', 'other')).err).toContain(
    'there is no trigger "other" here',
  );
  expect((await command('trigger', 'delete', 'failed-task')).out).toBe('deleted failed-task\n');
  expect(JSON.parse((await command('trigger', 'delete', 'nightly', '--json')).out)).toEqual([{ name: 'nightly' }]);
  expect((await command('delete', 'change')).out).toMatch(
    /^deleted change; \d runs? of it goe?s? on; it is still called by outer\n$/,
  );
  expect((await command('delete', 'change')).err).toContain('there is no workflow "change" here');
  expect(JSON.parse((await command('delete', 'outer', 'repair', '--json')).out)).toEqual([
    { name: 'outer' },
    { name: 'repair' },
  ]);
  expect((await command('list')).out).toBe('no workflows; load one with: yangent workflow load FILE\n');
});

test('each command explains itself', async () => {
  for (const args of [['trigger'], ['trigger', 'list'], ['trigger', 'load'], ['trigger', 'fire'], ['delete']]) {
    const { code, out } = await yangent('workflow', ...args, '--help');
    expect([args, code, out]).toEqual([args, 0, expect.stringMatching(/^Usage: yangent workflow /)]);
  }
});
