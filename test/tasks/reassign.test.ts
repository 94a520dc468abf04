import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture({ settings: { lease: 60 } });
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew-1', ['carol'], { domain: 'south' }),
    agentEntry('crew-2', ['carol'], { domain: 'south' }),
  );
});
afterEach(() => node.close());
afterAll(cleanUp);

const query = { domain: 'south', state: ['online'] };
const assign = (more: Record<string, unknown> = {}): Promise<Plain> =>
  alice.rpc('yangent-tasks:assign', { from: 'noc', discover: query, type: 'repair', ...more });

/** So many tasks for the query are with the first of its matches; those in between are with the other. */
async function assignedToCrew1(count: number): Promise<[string, string, string]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { id, to } = await assign();
    if (to === 'crew-1') ids.push(id);
  }
  return [ids[0] ?? '', ids[1] ?? '', ids[2] ?? ''];
}

describe('a task assigned to whoever a query finds', () => {
  it('goes to the next match when its executor is lost', async () => {
    const { id, to } = await assign();
    expect(to).toBe('crew-1');
    await carol.onTask(id, 'claim');
    node.clock.now += 61_000;
    await node.tasks.sweep();
    expect(await alice.task(id)).toMatchObject({ to: 'crew-2', state: 'accepted', error: { code: 'executor-lost' } });
    expect(await carol.onTask(id, 'claim')).toMatchObject({ attempt: 2 });
    await expect(carol.onTask(id, 'complete', { attempt: 1 })).rejects.toMatchObject({ appTag: 'stale-attempt' });
    expect(await carol.onTask(id, 'complete', { attempt: 2 })).toEqual({ state: 'completed' });
  });

  it('goes to the next match when the agent it waits for is lost with another task', async () => {
    const [held, waiting] = await assignedToCrew1(2);
    await carol.onTask(held, 'claim');
    node.clock.now += 61_000;
    await node.tasks.sweep();
    expect(await alice.task(waiting)).toMatchObject({ to: 'crew-2', state: 'accepted', attempt: 0 });
  });

  it('goes on waiting for an agent that has lost one task and is at work on another', async () => {
    const [lost, other, waiting] = await assignedToCrew1(3);
    await carol.onTask(lost, 'claim');
    node.clock.now += 30_000;
    await carol.onTask(other, 'claim');
    node.clock.now += 31_000;
    await node.tasks.sweep();
    expect(await alice.task(lost)).toMatchObject({ to: 'crew-2', state: 'accepted' });
    expect(await alice.task(waiting)).toMatchObject({ to: 'crew-1', state: 'accepted' });
  });

  it('goes to the next match when its agent lacks the skill or has too much to do, and fails when no match is left', async () => {
    const { id } = await assign();
    await carol.onTask(id, 'claim');
    expect(await carol.onTask(id, 'fail', { code: 'lack-of-skills', message: 'no ladder' })).toEqual({
      state: 'accepted',
    });
    expect(await alice.task(id)).toMatchObject({ to: 'crew-2' });
    await carol.onTask(id, 'claim');
    expect(await carol.onTask(id, 'fail', { code: 'overloaded', message: 'busy' })).toEqual({ state: 'failed' });
  });

  it('goes to the next match at once when the best refuses it, and is rejected when all do', async () => {
    await node.as('carol').act("/yangent-agents:agents/agent[id='crew-1']/drain");
    const wide = { discover: { domain: 'south', state: ['online', 'draining'] } };
    expect(await assign(wide)).toMatchObject({ to: 'crew-2', state: 'accepted' });
    await node.as('carol').act("/yangent-agents:agents/agent[id='crew-2']/drain");
    expect(await assign(wide)).toMatchObject({ to: 'crew-1', state: 'rejected', error: { code: 'overloaded' } });
  });

  it('stays with its agent where the policy says so', async () => {
    const { id } = await assign({ policy: { reassign: false } });
    await carol.onTask(id, 'claim');
    node.clock.now += 61_000;
    await node.tasks.sweep();
    expect(await alice.task(id)).toMatchObject({ to: 'crew-1', state: 'accepted' });
  });

  it('goes to the next match when its agent is removed', async () => {
    const { id } = await assign();
    const admin = node.as('admin', { groups: ['admin', 'operator'] });
    const left = [agentEntry('noc', ['alice']), agentEntry('crew-2', ['carol'], { domain: 'south' })];
    await admin.edit({ 'yangent-agents:agents': { agent: left } }, 'replace');
    await expect.poll(async () => (await alice.task(id)).to, { interval: 5 }).toBe('crew-2');
  });

  it('is the same task when it is assigned again, whoever is the best match by then', async () => {
    const first = await assign({ 'task-id': 'once' });
    await node.as('carol').act("/yangent-agents:agents/agent[id='crew-1']/drain");
    expect((await assign({ 'task-id': 'once' })).id).toBe(first.id);
  });
});

describe('another attempt', () => {
  it('waits as long as the policy says, twice as long after the next failure', async () => {
    const { id } = await assign({ policy: { 'retry-delay': 10, reassign: false } });
    await carol.onTask(id, 'claim');
    const failure = { code: 'unreachable', message: 'no way', recovery: ['retry'] };
    expect(await carol.onTask(id, 'fail', failure)).toEqual({ state: 'accepted' });
    await expect(carol.onTask(id, 'claim')).rejects.toMatchObject({ appTag: 'bad-transition' });
    expect(await carol.rpc('yangent-tasks:claim-next', { agent: 'crew-1' })).toEqual({});
    node.clock.now += 10_000;
    await node.tasks.sweep();
    await carol.onTask(id, 'claim');
    await carol.onTask(id, 'fail', failure);
    node.clock.now += 19_000;
    expect(await carol.rpc('yangent-tasks:claim-next', { agent: 'crew-1' })).toEqual({});
    node.clock.now += 1_000;
    expect((await carol.rpc('yangent-tasks:claim-next', { agent: 'crew-1' })).task).toMatchObject([{ id }]);
  });

  it('goes on where the last one stood, or begins anew, as the policy says', async () => {
    for (const [entry, left] of [
      ['resume', ['arrived']],
      ['restart', undefined],
    ] as const) {
      const { id } = await assign({ policy: { 're-entry': entry, reassign: false } });
      await carol.onTask(id, 'claim');
      await carol.onTask(id, 'report-progress', { checkpoint: 'arrived' });
      await carol.onTask(id, 'fail', { code: 'unreachable', message: 'no way', recovery: ['retry'] });
      expect((await alice.task(id)).progress?.checkpoint).toEqual(left);
    }
  });
});

describe('parts of a task', () => {
  it('are canceled with it, unless they are done', async () => {
    await configure(node, agentEntry('coordinator', ['carol']));
    const { id } = await alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'coordinator', type: 'restore' });
    const part = (to: string) =>
      carol.rpc('yangent-tasks:assign', { from: 'coordinator', to, type: 'repair', parent: id });
    const done = await part('crew-1');
    await carol.onTask(done.id, 'claim');
    await carol.onTask(done.id, 'complete');
    const open = await part('crew-2');
    await alice.onTask(id, 'cancel');
    expect(await carol.task(open.id)).toMatchObject({ state: 'canceled', parent: id });
    expect(await carol.task(done.id)).toMatchObject({ state: 'completed' });
    await expect(part('crew-1')).rejects.toMatchObject({ appTag: 'bad-transition' });
    await expect(
      alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'crew-1', type: 'repair', parent: 'none' }),
    ).rejects.toMatchObject({ tag: 'data-missing' });
  });
});
