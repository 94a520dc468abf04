/** What is accepted in a negotiation binds both sides. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;
let id: string;

const ask = (more: Plain) =>
  alice.rpc('yangent-tasks:negotiate', {
    from: 'noc',
    to: 'crew',
    'task-id': 'n1',
    type: 'FEASIBILITY',
    wait: 0,
    ...more,
  });
const say = (more: Plain) => carol.onTask(id, 'propose', { type: 'FEASIBILITY', ...more });
const assign = (more: Plain) =>
  alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'crew', 'task-id': 'n1', ...more });

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
  id = (await ask({ content: ['repair all lines'] })).id;
});
afterEach(() => node.close());
afterAll(cleanUp);

describe('accepting', () => {
  it('is refused of own words', async () => {
    await expect(ask({ verdict: 'accepted' })).rejects.toMatchObject({ appTag: 'nothing-to-accept' });
    await say({ verdict: 'countered', counter: 'half of the lines' });
    await expect(say({ verdict: 'accepted' })).rejects.toMatchObject({ appTag: 'nothing-to-accept' });
    expect((await alice.task(id))['negotiation-terms']).toEqual({ 'next-speaker': 'noc' });
  });

  it('is refused before a proposal, and after a refusal without one', async () => {
    await expect(ask({ 'task-id': 'n2', verdict: 'accepted' })).rejects.toMatchObject({ appTag: 'nothing-to-accept' });
    await say({ verdict: 'infeasible' });
    await expect(ask({ verdict: 'accepted' })).rejects.toMatchObject({ appTag: 'nothing-to-accept' });
  });

  it('agrees on the last words of the other side', async () => {
    await say({ verdict: 'countered', counter: 'half of the lines' });
    await ask({ verdict: 'accepted' });
    expect((await carol.task(id))['negotiation-terms']).toEqual({
      'agreed-round': 2,
      'agreed-content': 'half of the lines',
    });
  });

  it('of a judgement agrees on what was judged', async () => {
    await say({ verdict: 'feasible' });
    await ask({ verdict: 'accepted' });
    expect((await carol.task(id))['negotiation-terms']).toMatchObject({ 'agreed-content': 'repair all lines' });
  });
});

describe('an assignment after an agreement', () => {
  beforeEach(async () => {
    await say({ verdict: 'countered', counter: 'half of the lines' });
    await ask({ verdict: 'accepted' });
  });

  it('is refused when it says something else', async () => {
    for (const more of [{ objective: 'an entirely other thing' }, { type: 'repair' }])
      await expect(assign(more)).rejects.toMatchObject({
        origin: 'caller',
        appTag: 'not-as-agreed',
        message: expect.stringContaining('half of the lines'),
      });
    expect(await alice.task(id)).toMatchObject({ state: 'negotiating' });
  });

  it('is taken in the agreed words, and then not reworded', async () => {
    expect(await assign({ objective: 'Half of  the lines' })).toMatchObject({ id, state: 'accepted' });
    expect((await carol.task(id))['negotiation-terms'].deviates).toBeUndefined();
    await expect(alice.onTask(id, 'update', { objective: 'all of the lines' })).rejects.toMatchObject({
      appTag: 'not-as-agreed',
    });
    await alice.onTask(id, 'update', { objective: 'half of the lines, and the roof' });
    expect((await carol.task(id))['negotiation-terms']).toMatchObject({ deviates: true });
  });

  it('is marked when it says more', async () => {
    await assign({ content: '##target object ring ##task description half of the lines, then the roof' });
    expect((await carol.task(id))['negotiation-terms']).toMatchObject({ deviates: true, 'agreed-round': 2 });
  });

  it('may say anything once another proposal has opened the negotiation again', async () => {
    await ask({ content: ['a third of the lines'] });
    expect(await assign({ objective: 'a quarter' })).toMatchObject({ id, state: 'accepted' });
  });
});

it('an agreement about a target object is about that object', async () => {
  const about = (object: string) => `##target object ${object} ##task description repair`;
  const { id: other } = await ask({ 'task-id': 'n3', content: [about('ring 1')] });
  await carol.onTask(other, 'propose', { type: 'FEASIBILITY', verdict: 'accepted' });
  await expect(assign({ 'task-id': 'n3', content: about('ring 2') })).rejects.toMatchObject({
    appTag: 'not-as-agreed',
  });
  expect(await assign({ 'task-id': 'n3', content: about('ring 1') })).toMatchObject({ state: 'accepted' });
});
