/** The retry policy of a task: after which errors it is tried again, and how long it waits. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyIn } from '../../src/tasks/record/retry-policy.js';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  openFixture,
  type Plain,
  temporaryDirectory,
} from './fixture.js';

let node: Fixture;
beforeEach(async () => {
  node = await openFixture({ directory: temporaryDirectory() });
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
});
afterEach(() => node.close());
afterAll(cleanUp);

const failedWith = async (policy: Plain, code: string, recovery: readonly string[] = []): Promise<string> => {
  const order = { from: 'noc', to: 'crew', type: 'work', policy: { 'max-attempts': 2, ...policy } };
  const { id } = await node.as('alice').rpc('yangent-tasks:assign', order);
  await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew' });
  await node.as('carol').onTask(id, 'fail', { code, message: 'm', recovery });
  return (await node.as('alice').rpc('yangent-tasks:query', { id })).task.state;
};

describe('a failed attempt', () => {
  it.each([
    [{}, 'internal', [], 'failed'],
    [{}, 'internal', ['retry'], 'accepted'],
    [{ 'retry-on': ['any'] }, 'internal', [], 'accepted'],
    [{ 'retry-on': ['any'] }, 'busy', [], 'accepted'],
    [{ 'retry-on': ['any'] }, 'invalid-input', ['retry'], 'failed'],
    [{ 'retry-on': ['any'] }, 'access-denied', [], 'failed'],
    [{ 'retry-on': ['any'] }, 'invalid-output', [], 'accepted'],
    [{ 'retry-on': ['invalid-input'] }, 'invalid-input', [], 'accepted'],
    [{ 'retry-on': ['busy'] }, 'internal', ['retry'], 'failed'],
    [{ 'retry-on': ['any'], 'never-retry': ['busy'] }, 'busy', ['retry'], 'failed'],
    [{ 'never-retry': ['busy'] }, 'busy', ['retry'], 'failed'],
  ] as const)('with the policy %j, after %s suggesting %j: %s', async (policy, code, recovery, state) => {
    expect(await failedWith(policy, code, recovery)).toBe(state);
  });

  it('ends a task whose executor is lost, where its policy excludes that', async () => {
    const order = {
      from: 'noc',
      to: 'crew',
      type: 'work',
      policy: { 'max-attempts': 3, 'never-retry': ['executor-lost'] },
    };
    const { id } = await node.as('alice').rpc('yangent-tasks:assign', order);
    await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew', lease: 10 });
    node.clock.now += 11_000;
    await node.tasks.sweep();
    expect((await node.as('alice').rpc('yangent-tasks:query', { id })).task.state).toBe('failed');
  });
});

describe('the wait', () => {
  const waits = (policy: Plain) => [1, 2, 3, 4].map((failures) => policyIn({ policy }).delay(failures) / 1_000);

  it('doubles, grows by another factor, and has a bound', () => {
    expect(waits({ 'retry-delay': 3 })).toEqual([3, 6, 12, 24]);
    expect(waits({ 'retry-delay': 3, factor: '1.50' })).toEqual([3, 4.5, 6.75, 10.125]);
    expect(waits({ 'retry-delay': 3, factor: '10.0', 'max-delay': 60 })).toEqual([3, 30, 60, 60]);
    expect(waits({})).toEqual([0, 0, 0, 0]);
  });

  it('is a random one between half and the whole with jitter', () => {
    const found = Array.from({ length: 200 }, () =>
      policyIn({ policy: { 'retry-delay': 100, jitter: true } }).delay(1),
    );
    expect(Math.min(...found)).toBeGreaterThanOrEqual(50_000);
    expect(Math.max(...found)).toBeLessThanOrEqual(100_000);
    expect(new Set(found).size).toBeGreaterThan(100);
  });
});

describe('an attempt with a timeout', () => {
  const assigned = async (policy: Plain): Promise<string> => {
    const order = { from: 'noc', to: 'crew', type: 'work', policy };
    const { id } = await node.as('alice').rpc('yangent-tasks:assign', order);
    await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew', lease: 100 });
    return id;
  };
  const shown = async (id: string) => (await node.as('alice').rpc('yangent-tasks:query', { id })).task;

  it('ends although its executor is alive, and the task is tried again', async () => {
    const id = await assigned({ 'attempt-timeout': 60 });
    for (let second = 0; second < 60; second += 20) {
      node.clock.now += 20_000;
      await node.as('carol').onTask(id, 'heartbeat', {});
      await node.tasks.sweep();
    }
    expect(await shown(id)).toMatchObject({ state: 'accepted', error: { code: 'attempt-timeout' } });
    await node.as('carol').rpc('yangent-tasks:claim-next', { agent: 'crew', lease: 100 });
    node.clock.now += 59_000;
    await node.as('carol').onTask(id, 'heartbeat', {});
    await node.tasks.sweep();
    expect((await shown(id)).state).toBe('running');
  });

  it('is the last one where its policy says so', async () => {
    const id = await assigned({ 'attempt-timeout': 60, 'never-retry': ['attempt-timeout'] });
    node.clock.now += 60_000;
    await node.tasks.sweep();
    expect(await shown(id)).toMatchObject({ state: 'failed', error: { code: 'attempt-timeout' } });
  });
});
