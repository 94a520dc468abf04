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
    await expect(carol.onTask(id, 'propose', { type: 'FEASIBILITY', content: ['more'] })).rejects.toMatchObject({
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

  it('hears a round with a number once, however often it is said, and answers for it each time', async () => {
    const { id } = await say({ round: 1 });
    expect(await say({ round: 1 })).toMatchObject({ id, round: 1, by: 'noc' });
    const counter = { type: 'FEASIBILITY', verdict: 'countered', counter: 'tomorrow', round: 2 };
    const proposed = { thread: id, round: 2, state: 'negotiating' };
    expect(await carol.onTask(id, 'propose', counter)).toEqual(proposed);
    expect(await say({ round: 1 })).toMatchObject({ round: 2, by: 'crew', counter: 'tomorrow' });
    const end = { round: 3, verdict: 'rejected', content: [] };
    expect(await say(end)).toMatchObject({ round: 3, state: 'canceled' });
    expect(await say(end)).toMatchObject({ round: 3, state: 'canceled' });
    expect(await carol.onTask(id, 'propose', counter)).toEqual({ ...proposed, state: 'canceled' });
    const { negotiation } = await alice.task(id);
    expect(negotiation.map(({ by }: { by: string }) => by)).toEqual(['noc', 'crew', 'noc']);
  });

  it('refuses a round whose number another has, or that leaves one out', async () => {
    await expect(say({ round: 2 })).rejects.toMatchObject({
      ...{ tag: 'operation-failed', appTag: 'round-taken' },
      message: 'round 2 cannot be said yet; the next one is 1',
    });
    await expect(alice.rpc('yangent-tasks:query', { from: 'noc', 'task-id': 'n1' })).rejects.toMatchObject({
      tag: 'data-missing',
    });
    const { id } = await say({ round: 1 });
    for (const other of [{ content: ['something else'] }, { verdict: 'rejected' }, { type: 'FULFILLMENT' }]) {
      await expect(say({ round: 1, ...other })).rejects.toMatchObject({
        appTag: 'round-taken',
        message: 'round 1 was said by agent "noc", and is another one; the next one is 2',
      });
    }
    const taken = carol.onTask(id, 'propose', { type: 'FEASIBILITY', content: [PROMPT], round: 1 });
    await expect(taken).rejects.toMatchObject({ appTag: 'round-taken' });
    expect((await alice.task(id)).negotiation).toHaveLength(1);
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
