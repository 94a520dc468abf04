/** A team led by `yangent session`, from its first word to its conclusion. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RestconfClient, restconfClient } from '../../src/clients/index.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { type Outcome, yangent } from './support.js';

let node: TestNode;
let client: RestconfClient;

const AGENTS: Readonly<Record<string, string>> = {
  noc: 'Runs the desk',
  ip: 'Diagnoses links of routers',
  optics: 'Measures optical power',
};

beforeAll(async () => {
  node = await startTestNode();
  const { url, password, certificate } = node;
  client = restconfClient({ url, username: 'admin', password, ca: readFileSync(certificate) });
  for (const [name, description] of Object.entries(AGENTS))
    await client.invoke('yangent-agents:register', { profile: { name, description, version: '1', provider: 'acme' } });
});

afterAll(async () => {
  client?.close();
  await node?.stop();
});

const command = (...args: readonly string[]): Promise<Outcome> => yangent('session', ...args, '--url', node.url);
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const plain = (text: string) =>
  text
    .replace(/\b\d\d:\d\d:\d\d\b/g, 'hh:mm:ss')
    .replace(ID, 'ID')
    .replace(/ends in \d+ \w+/, 'ends soon');

/** Returns the line of `show` that tells who may speak. */
async function floor(session: string): Promise<string | undefined> {
  return plain((await command('show', session)).out).match(/^floor +(.*)$/m)?.[1];
}

/** Executes the next task of an agent. */
async function execute(agent: string, value: string): Promise<void> {
  const claimed = Object(await client.invoke('yangent-tasks:claim-next', { agent, wait: 10 }));
  const [{ id, attempt }] = claimed.task;
  const artifact = [{ name: 'conclusion', modality: 'text', value }];
  await client.action(`/yangent-tasks:tasks/task=${id}/complete`, { attempt, artifact });
}

test('IOA-4.1-p: a team of agents that were needed speaks in turn, waits for tasks, and concludes', async () => {
  const needs = ['--need', 'diagnose links of routers', '--need', 'a unicorn', '--member', 'optics'];
  const first = ['--first', 'who can look?', '--next', 'optics'];
  const opened = await command(
    ...['open', '--from', 'noc', '--kind', 'team', '--name', 'R1-R2', '--goal', 'why is R1-R2 down'],
    ...[...needs, ...first, '--max-turns', '20'],
  );
  expect(opened.err).toBe('');
  expect(plain(opened.out)).toMatch(
    /^team ID is in state discussion\n {2}joined: ip, noc, optics\n {2}not found: a unicorn\n/,
  );
  expect(await floor('R1-R2')).toBe('optics (turn 1 of 20, ends soon)');

  expect(await command('say', 'R1-R2', '--from', 'ip', 'me')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/agent "ip" does not have the floor .* \(operation-failed, no-floor\)\n$/),
  });
  await command('say', 'R1-R2', '--from', 'optics', 'light is low', '--next', 'noc');
  const assign = ['assign', 'R1-R2', '--from', 'noc', '--to', 'ip', '--task-id', 't-1'];
  const assigned = await command(...assign, '--async', 'trace it', '--object', 'R1-R2');
  expect(assigned.out).toMatch(/^#\d+ in R1-R2: ip may begin\n$/);
  const paused = await command('pause', 'R1-R2', '--from', 'noc', '--trigger', 't-1', 'until it is traced');
  expect(paused.out).toMatch(/^#\d+ in R1-R2: the team goes on when t-1 has ended\n$/);
  const { out } = await command('show', 'R1-R2');
  expect(out).toMatch(/^state +pause-and-trigger, /m);
  expect(out).toMatch(/^t-1 +noc +ip +asynchronous +\S+ +#\d+ +the team waits for it$/m);
  await execute('ip', 'fibre cut');
  expect(await floor('R1-R2')).toBe('noc (turn 4 of 20, ends soon)');

  expect((await command('grant', 'R1-R2', 'optics', '--agent', 'noc')).out).toBe('optics may speak\n');
  expect(await floor('R1-R2')).toBe('optics (turn 4 of 20, ends soon)');
  expect(await command('grant', 'R1-R2', '--agent', 'noc', '--state', 'pause-and-trigger')).toMatchObject({
    code: 1,
    err: expect.stringContaining('(operation-failed, bad-transition)'),
  });
  expect((await command('conclude', 'R1-R2', '--agent', 'noc', '--next', 'optics')).out).toBe(
    'optics says the conclusion\n',
  );
  await command('say', 'R1-R2', '--from', 'optics', '--type', 'conclusion', 'fibre cut at km 12');
  const shown = (await command('show', 'R1-R2')).out;
  expect(shown).toMatch(/^state +closed \(concluded\), /m);
  expect(shown).toMatch(/^conclusion +fibre cut at km 12$/m);

  const told = plain((await command('history', 'R1-R2', '--after', '4')).out);
  const lines = told.split('\n').map((line) => line.replace(/#\d+/, '#n').replace(/ {2,}/g, '  '));
  expect(lines).toEqual(
    expect.arrayContaining([
      'hh:mm:ss  #n  noc  discussion  who can look? (next: optics)',
      'hh:mm:ss  #n  optics  discussion  light is low (next: noc)',
      'hh:mm:ss  #n  noc → ip  task-assignment  asynchronous t-1: trace it',
      'hh:mm:ss  #n  noc  pause  waits for t-1: until it is traced',
      'hh:mm:ss  #n  ip  task-result  t-1 completed: fibre cut',
      'hh:mm:ss  #n  the node  floor  discussion, noc has the floor (tasks-ended)',
      'hh:mm:ss  #n  the node  floor  discussion, optics has the floor (granted)',
      'hh:mm:ss  #n  noc  conclude  (next: optics)',
      'hh:mm:ss  #n  optics  conclusion  fibre cut at km 12',
    ]),
  );
});

test('a team waits for a synchronous task; listen ends when its only session is closed', async () => {
  const id = JSON.parse((await command('open', '--from', 'noc', '--kind', 'team', '--member', 'ip', '--json')).out).id;
  await command('assign', id, '--from', 'noc', '--to', 'ip', '--sync', '--task-id', 's-1', 'trace it');
  expect((await command('show', id)).out).toMatch(/^state +synchronous-task-assignment, /m);
  await execute('ip', 'no fault');
  expect((await command('close', id, '--agent', 'noc')).code).toBe(0);
  const heard = await command('listen', id, '--agent', 'ip');
  expect(heard).toMatchObject({ code: 0, err: '' });
  expect(heard.out).toMatch(/ the node +floor +closed\n$/);
  expect(await command('listen', id, '--agent', 'ip')).toEqual({ code: 0, out: '', err: '' });
});

test.each([
  [
    ['assign', 'x', '--to', 'ip'],
    'say in words what is to be done, or name the skill with --type and give its --input',
  ],
  [
    ['assign', 'x', 'go', '--to', 'ip', '--sync', '--async'],
    '--sync and --async: the team cannot both wait for the task and go on',
  ],
  [['open', '--kind', 'team', '--next', 'ip'], '--next names who speaks after the --first message'],
])('session %j says how it is used', async (args, message) => {
  expect(await command(...args)).toEqual({ code: 2, out: '', err: `yangent: ${message}\n` });
});
