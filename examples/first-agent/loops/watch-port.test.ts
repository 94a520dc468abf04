/** The loop, on a port where nobody listens. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startTestNode } from 'yangent';
import agent from '../agent.js';
import { watchPort } from './watch-port.js';

test('watch-port sees that the port is silent, and records what it did', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  server.close();
  const node = await startTestNode({ agents: [{ ...agent, loops: [watchPort({ port: address.port, every: 50 })] }] });
  t.after(() => node.close());

  const history = async () => {
    const loops = await node.read('/yangent-loops:loops');
    return loops?.loop?.[0]?.history ?? [];
  };
  while ((await history()).length === 0) await setTimeout(50, undefined, { signal: t.signal });
  const [first] = await history();
  assert.equal(first?.concluded, `port ${address.port} of 127.0.0.1 does not answer`);
  assert.equal(first?.outcome, 'unverified');
});
