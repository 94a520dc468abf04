/** Errors that no code of an agent catches: they fail what the agent was doing, and the node goes on. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RestconfClient } from '../../src/clients/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { until } from '../until.js';

const profile = { name: 'desk', description: 'd', version: '1.0.0', provider: 'ACME' };
let node: ServeProcess;
let client: RestconfClient;

beforeAll(async () => {
  node = await startServe({ data: temporaryFolder(), args: ['--agent', 'test/support/agents/careless.mjs'] });
  client = new RestconfClient({ url: node.url, username: 'admin', password: node.password });
  await client.invoke('yangent-agents:register', {
    id: 'desk',
    profile,
  });
});
afterAll(async () => {
  client?.close();
  await node?.end('SIGKILL');
});

const assign = (type: string, more: object = {}) =>
  client.invoke('yangent-tasks:assign', { from: 'desk', to: 'careless', type, async: false, ...more });
const read = async (path: string) => JSON.stringify((await client.get(path)).value);

describe('a skill of a hosted agent', () => {
  it('fails its task when it leaves a rejected promise behind', async () => {
    expect(await assign('reject')).toMatchObject({
      state: 'failed',
      error: {
        code: 'internal',
        message:
          'a promise that was not awaited was rejected with "Error: floating"; await each promise, or catch its error',
      },
    });
  });

  it('fails its task when a timer of it throws', async () => {
    expect(await assign('throw')).toMatchObject({
      state: 'failed',
      error: {
        code: 'internal',
        message: 'a timer or another callback threw "Error: in a timer", which was not caught; catch the error there',
      },
    });
  });

  it('changes nothing about a task that was completed before its error, which is logged', async () => {
    expect(await assign('late')).toMatchObject({ state: 'completed', artifact: [{ value: 'done before' }] });
    await until(
      () => node.errors(),
      (text) => text.includes('too late'),
    );
    expect(await assign('fine')).toMatchObject({ state: 'completed' });
  });
});

it('a task that ends the process each time it runs is not begun a fourth time', async () => {
  const data = temporaryFolder();
  const start = () => startServe({ data, args: ['--agent', 'test/support/agents/careless.mjs'] });
  const first = await start();
  const desk = new RestconfClient({ url: first.url, username: 'admin', password: first.password });
  await desk.invoke('yangent-agents:register', { id: 'desk', profile });
  const order = { from: 'desk', to: 'careless', type: 'kill', 'task-id': 'deadly' };
  await desk.invoke('yangent-tasks:assign', order).catch(() => undefined);
  await first.ended;
  desk.close();
  // The process may die before it says that it is ready.
  for (let death = 2; death <= 3; death++) {
    const next = await start().catch(() => undefined);
    await next?.ended;
  }
  const last = await start();
  const again = new RestconfClient({ url: last.url, username: 'admin', password: last.password });
  try {
    expect(await again.invoke('yangent-tasks:assign', { ...order, async: false })).toMatchObject({
      state: 'failed',
      error: { code: 'internal', message: 'the node died three times while it ran; it is not begun again' },
    });
  } finally {
    again.close();
    await last.end('SIGKILL');
  }
});

it('a judge that leaves a rejected promise behind finds a proposal infeasible', async () => {
  const description = { from: 'desk', to: 'careless', type: 'FEASIBILITY', content: ['do it'] };
  expect(JSON.stringify(await client.invoke('yangent-tasks:negotiate', description))).toContain(
    'the agent could not judge the proposal',
  );
});

it('a loop whose observation throws in a timer has failed', async () => {
  const loop = await until(
    () => read('/yangent-loops:loops/loop=watches'),
    (text) => text.includes('"state":"failed"'),
  );
  expect(loop).toContain('Error: while observing');
});

it('a cycle whose execution leaves a rejected promise behind has failed', async () => {
  const loop = await until(
    () => read('/yangent-loops:loops/loop=acts'),
    (text) => text.includes('"outcome"'),
  );
  expect(loop).toContain('"outcome":"failed"');
  expect(loop).toContain('Error: while executing');
});

describe('the process of a node', () => {
  const program = (body: string) => `
    import { startNode } from './dist/src/index.js';
    const node = await startNode({ data: ${JSON.stringify(temporaryFolder())}, clientFile: false });
    ${body}`;
  const run = (body: string) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', program(body)], {
      encoding: 'utf8',
      timeout: 30_000,
    });

  it('goes on after a rejection that no agent is responsible for, and logs it', () => {
    const { status, stdout, stderr } = run(`
      Promise.reject(new Error('of the program'));
      setTimeout(async () => { console.log('goes on'); await node.close(); });`);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'goes on\n' });
    expect(stderr).toContain('of the program');
  });

  it('ends after such an exception, which is logged', () => {
    const { status, stderr } = run(`setTimeout(() => { throw new Error('of the program'); });`);
    expect(status).toBe(1);
    expect(stderr).toContain('an exception was not caught; the process ends');
  });

  it('has the handlers of Node.js again when its last node is closed', () => {
    const { status, stderr } = run(`
      const other = await startNode({ data: ${JSON.stringify(temporaryFolder())}, clientFile: false });
      await node.close();
      if (process.listenerCount('unhandledRejection') !== 1) process.exit(2);
      await other.close();
      if (process.listenerCount('uncaughtException') !== 0) process.exit(3);
      Promise.reject(new Error('of the program'));`);
    expect(status).toBe(1);
    expect(stderr).toContain('of the program');
  });
});
