/** docs/guide-peers.md: two nodes, and its commands, run by a shell with curl as they stand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/guide-peers.md');
const run = (section: string, index = 0): Promise<string> => guide.shell(guide.commands(section)[index] ?? '');

beforeAll(async () => {
  const [core = '', oss = ''] = guide.commands('Two nodes');
  for (const [name, line] of [
    ['core', core],
    ['oss', oss],
  ] as const)
    guide.environment[name] = await guide.serve(line.replace(/ --(netconf|restconf) \S+/g, ''));
}, 180_000);
afterAll(() => guide.stop());

it('each node is a user at the other one', { timeout: 120_000 }, async () => {
  const out = await run('Logins');
  expect(out).toMatch(/oss-node[\s\S]*core-node[\s\S]*core is set[\s\S]*oss is set/);
});

it('each node names the other one, and reaches it', { timeout: 120_000 }, async () => {
  const out = await run('Name each other');
  expect(out).toContain('the node is oss.example\nthe node is core.example\n');
  expect(out).toMatch(/^core is up: answered in \d+ ms$/m);
  expect(out).toMatch(
    /^the node is core\.example\nPEER +DOMAINS +STATE +LATENCY +MAY +ADDRESS\noss +oss\.example +(?:up|unknown) /m,
  );
});

it('a task is done by the agent of the other domain', { timeout: 120_000 }, async () => {
  expect(await run('Assign a task')).toContain('no light at R1-R2');
  expect(await run('Assign a task', 1)).toMatch(/noc@oss\.example[\s\S]*completed|completed[\s\S]*noc@oss\.example/);
});

it('a task is negotiated, and canceled on both nodes', { timeout: 120_000 }, async () => {
  expect(await run('Assign a task', 2)).toMatch(/feasible[\s\S]*the link is mine[\s\S]*canceled/);
});

it('a session has members on both nodes, and one order', { timeout: 120_000 }, async () => {
  const out = await run('Sessions with members on both nodes');
  expect(out).toMatch(/noc@oss\.example[\s\S]*no light since 13:58/);
});

it('the agent is found at the peer', { timeout: 60_000 }, async () => {
  const answer = JSON.parse(await run('Where is an agent?'))['yangent-peers:output'];
  expect(answer).toEqual({
    ...{ agent: 'fault@core.example', domain: 'core.example', peer: 'core', online: true },
    endpoint: [{ protocol: 'restconf', url: guide.environment.core, 'ip-address': ['127.0.0.1'] }],
  });
});
