/** The bounds of the servers: their names, values and ranges, the documentation of them, and that they bound. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { NODE_LIMITS, parseLimits, rangeOf, UsageError } from '../../src/node/index.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

let node: TestNode | undefined;
afterEach(async () => {
  await node?.stop();
  node = undefined;
});

const DOCUMENT = new URL('../../docs/limits.md', import.meta.url);

it('are documented as they are', () => {
  const lines = NODE_LIMITS.map(
    (limit) => `| \`${limit.name}\` | ${limit.about} | ${limit.default} | ${rangeOf(limit)} |`,
  );
  const rows = readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(lines);
});

it('have a default within their range, and a name of their own', () => {
  for (const { name, min, max, default: value } of NODE_LIMITS) {
    expect({ name, fits: value >= min && value <= max }).toEqual({ name, fits: true });
  }
  expect(new Set(NODE_LIMITS.map(({ name }) => name)).size).toBe(NODE_LIMITS.length);
});

it('are read from texts, the later of two for one name', () => {
  expect(parseLimits(['ssh-login-tries=3', 'event-count=10', 'event-days=2', 'ssh-login-tries=4'])).toEqual({
    ssh: { maxLoginTries: 4 },
    events: { count: 10, days: 2 },
  });
});

it.each([
  'nothing=1',
  'event-count',
  'event-count=',
  'event-count=0',
  'event-count=1.5',
  'event-count=-1',
  'ssh-channels=1001',
])('refuse %s', (text) => {
  expect(() => parseLimits([text])).toThrow(UsageError);
});

it('bound sessions of one user, and leave those of others alone', async () => {
  node = await startTestNode({
    passwords: { ada: 'secret of ada' },
    limits: parseLimits(['netconf-sessions-per-user=2']),
  });
  const first = await RawNetconf.open(node);
  const second = await RawNetconf.open(node);
  await expect(RawNetconf.open(node)).rejects.toThrow();
  const ada = await RawNetconf.open(node, '1.1', { user: 'ada', password: 'secret of ada' });
  first.close();
  const again = await openWhenFree(node);
  for (const session of [second, ada, again]) session.close();
});

/** The end of a session is seen a moment after its client has left. */
async function openWhenFree(rig: TestNode): Promise<RawNetconf> {
  for (;;) {
    const session = await RawNetconf.open(rig).catch(() => undefined);
    if (session) return session;
  }
}

it('bound connections of one address, over both protocols', async () => {
  node = await startTestNode({
    limits: parseLimits(['ssh-connections-per-address=2', 'restconf-connections-per-address=2']),
  });
  for (const port of [node.netconf.port, Number(new URL(node.url).port)]) {
    const held = [await opened(port), await opened(port)];
    const refused = connect(port, '127.0.0.1').on('error', () => undefined);
    await new Promise((resolve) => refused.resume().once('close', resolve));
    for (const socket of held) socket.destroy();
  }
});

async function opened(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

it('bound messages and message-bodies, their elements and their depth', async () => {
  node = await startTestNode({
    limits: parseLimits([
      'netconf-message-elements=100',
      'restconf-body-depth=16',
      'restconf-body-elements=100',
      'restconf-body-size=4096',
    ]),
  });
  const session = await RawNetconf.open(node);
  expect(await session.ask(`<get><filter>${'<a/>'.repeat(100)}</filter></get>`)).toContain('too-big');
  session.close();
  const https = new Https(node);
  const send = async (body: string, type?: string) =>
    (await https.send('PATCH', '/restconf/data', { body, ...(type ? { type } : {}) })).status;
  expect(await send(`{"x":${'['.repeat(20)}${']'.repeat(20)}}`)).toBe(400);
  expect(await send(`<a>${'<a/>'.repeat(100)}</a>`, 'application/yang-data+xml')).toBe(413);
  expect(await send(`{"x":"${'x'.repeat(5_000)}"}`)).toBe(413);
  https.close();
});

it("bound how long the draft's negotiation waits for the other side", async () => {
  node = await startTestNode({ limits: parseLimits(['negotiation-wait=0']) });
  const agent = (id: string) => ({
    id,
    owner: ['admin'],
    profile: { name: id, description: 'd', version: '1.0.0', provider: 'p' },
  });
  await node.node.edit({ 'yangent-agents:agents': { agent: [agent('noc'), agent('meter')] } });
  const https = new Https(node);
  const input = { 'task-sendFrom': 'noc', 'task-sendTo': 'meter', content: ['##target object x ##task description y'] };
  const begun = performance.now();
  const answer = await https.send('POST', '/restconf/operations/irtf-agent:task-negotiate', {
    body: JSON.stringify({ 'irtf-agent:input': input }),
  });
  https.close();
  expect([answer.status, performance.now() - begun < 5_000]).toEqual([200, true]);
});
