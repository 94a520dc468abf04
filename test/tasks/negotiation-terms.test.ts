import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
});
afterEach(() => node.close());
afterAll(cleanUp);

const say = (more: Record<string, unknown> = {}) =>
  alice.rpc('yangent-tasks:negotiate', {
    ...{ from: 'noc', to: 'crew', 'task-id': 'n1', type: 'FEASIBILITY', content: [PROMPT], wait: 0 },
    ...more,
  });

describe('a negotiation', () => {
  it('shows both sides its criteria, its end, and whose turn it is', async () => {
    const until = new Date(node.clock.now + 60_000).toISOString();
    const { id } = await say({ criterion: ['within an hour', 'one crew'], 'max-rounds': 4, 'negotiate-until': until });
    expect((await carol.task(id))['negotiation-terms']).toEqual({
      'max-rounds': 4,
      'negotiate-until': until,
      criterion: ['within an hour', 'one crew'],
      'next-speaker': 'crew',
    });
    await carol.onTask(id, 'propose', { type: 'FEASIBILITY', verdict: 'countered', counter: 'two hours' });
    expect((await alice.task(id))['negotiation-terms']['next-speaker']).toBe('noc');
  });

  it('lets nobody speak twice in a row, but end it at any time', async () => {
    const { id } = await say();
    await expect(say()).rejects.toMatchObject({ appTag: 'not-your-turn' });
    await carol.onTask(id, 'propose', { type: 'FEASIBILITY', content: ['with two crews?'] });
    await expect(carol.onTask(id, 'propose', { type: 'FEASIBILITY' })).rejects.toMatchObject({
      appTag: 'not-your-turn',
    });
    expect(await carol.onTask(id, 'propose', { type: 'FEASIBILITY', verdict: 'rejected' })).toMatchObject({
      state: 'rejected',
    });
  });

  it('has no more rounds than are set, then is accepted or rejected', async () => {
    const { id } = await say({ 'max-rounds': 2 });
    await carol.onTask(id, 'propose', { type: 'FEASIBILITY', verdict: 'countered', counter: 'tomorrow' });
    await expect(say()).rejects.toMatchObject({ tag: 'resource-denied', message: expect.stringContaining('2 rounds') });
    expect(await say({ verdict: 'rejected', content: [] })).toMatchObject({ state: 'canceled' });
  });

  it('ends by itself: the task that was not agreed is rejected', async () => {
    const { id } = await say({ 'negotiate-until': new Date(node.clock.now + 60_000).toISOString() });
    node.clock.now += 61_000;
    await expect(carol.onTask(id, 'propose', { type: 'FEASIBILITY', verdict: 'feasible' })).rejects.toMatchObject({
      appTag: 'negotiation-over',
    });
    await node.tasks.sweep();
    expect(await alice.task(id)).toMatchObject({
      state: 'rejected',
      'state-reason': expect.stringContaining('no agreement'),
    });
  });

  it('counts its time no longer once the task is assigned', async () => {
    await say({ 'negotiate-until': new Date(node.clock.now + 60_000).toISOString() });
    const { id } = await alice.rpc('yangent-tasks:assign', {
      from: 'noc',
      to: 'crew',
      'task-id': 'n1',
      content: PROMPT,
    });
    node.clock.now += 61_000;
    await node.tasks.sweep();
    expect(await alice.task(id)).toMatchObject({ state: 'accepted' });
  });

  it('is bounded by what the operator sets', async () => {
    const admin = node.as('admin', { groups: ['admin', 'operator'] });
    await admin.edit({ 'yangent-tasks:task-settings': { negotiation: { 'max-rounds': 1, time: 60 } } });
    const { id } = await say({ 'max-rounds': 50 });
    await expect(carol.onTask(id, 'propose', { type: 'FEASIBILITY', verdict: 'feasible' })).rejects.toMatchObject({
      tag: 'resource-denied',
    });
    node.clock.now += 61_000;
    await node.tasks.sweep();
    expect((await alice.task(id)).state).toBe('rejected');
  });
});
