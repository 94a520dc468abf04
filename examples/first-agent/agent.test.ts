/** Gives the agent tasks over RESTCONF, as others do: npm test. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { startTestNode } from 'yangent';
import agent from './agent.js';

test('check-port says that a port answers', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const node = await startTestNode({ agents: [agent] });
  t.after(() => node.close());

  const input = { host: '127.0.0.1', port: address.port };
  const task = await node.peer.assign({ to: agent.id, type: 'check-port', input });
  const { state, artifact } = await task.result({ timeout: 20_000 });
  assert.equal(state, 'completed');
  assert.equal(artifact[0]?.value, `port ${address.port} of 127.0.0.1 answers`);
});

test('check-port refuses what its schema does not allow', async (t) => {
  const node = await startTestNode({ agents: [agent] });
  t.after(() => node.close());

  const task = await node.peer.assign({ to: agent.id, type: 'check-port', input: { host: '127.0.0.1', port: 0 } });
  await assert.rejects(task.result({ timeout: 20_000 }), /input\/port must be >= 1/);
});
