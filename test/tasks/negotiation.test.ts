import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT, type User } from './fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew', ['carol']),
    agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }),
  );
});
afterEach(() => node.close());
afterAll(cleanUp);

const ask = (to: string, more: Record<string, unknown> = {}) => ({
  from: 'noc',
  to,
  'task-id': 'n1',
  type: 'FEASIBILITY',
  content: [PROMPT],
  ...more,
});

describe('negotiating with a hosted agent', () => {
  beforeEach(() => {
    node.tasks.host({
      id: 'bot',
      skills: { work: async () => 'done' },
      feasibility: async (proposal, { rounds }) => {
        if (rounds.length < 4)
          return {
            feasible: false,
            counter: `offer ${rounds.length}`,
            reason: `not ${proposal.counter ?? proposal.prompt?.object}`,
          };
        return { feasible: true };
      },
      fulfillment: async ({ content }) => ({ satisfied: content.includes('good'), reason: 'judged' }),
    });
  });

  it('runs three rounds before the task is assigned, then assigns it under the same task-id', async () => {
    const first = await alice.rpc('yangent-tasks:negotiate', ask('bot'));
    expect(first).toMatchObject({
      round: 2,
      by: 'bot',
      verdict: 'countered',
      counter: 'offer 1',
      content: ['not cell-1'],
      state: 'negotiating',
    });
    const second = await alice.rpc('yangent-tasks:negotiate', {
      ...ask('bot'),
      verdict: 'countered',
      counter: 'half of it',
    });
    expect(second).toMatchObject({ thread: first.thread, round: 4, verdict: 'countered', content: ['not half of it'] });
    const third = await alice.rpc('yangent-tasks:negotiate', {
      from: 'noc',
      thread: first.thread,
      type: 'FEASIBILITY',
      content: ['a third of it'],
    });
    expect(third).toMatchObject({ round: 6, verdict: 'feasible' });
    const answer = await alice.rpc('yangent-tasks:assign', {
      from: 'noc',
      to: 'bot',
      'task-id': 'n1',
      content: PROMPT,
      async: false,
    });
    expect(answer).toMatchObject({ id: first.thread, state: 'completed' });
    expect((await alice.task(answer.id)).negotiation).toHaveLength(6);
  });

  it('is judged by its function when the assigner proposes', async () => {
    expect(
      await alice.rpc('yangent-tasks:negotiate', ask('bot', { type: 'FULFILLMENT', content: ['bad'] })),
    ).toMatchObject({ verdict: 'unsatisfied', content: ['judged'] });
    expect(
      await alice.rpc('yangent-tasks:negotiate', ask('bot', { type: 'FULFILLMENT', content: ['good'] })),
    ).toMatchObject({ verdict: 'satisfied' });
  });

  it('is recorded in the context with its answers', async () => {
    const { thread } = await alice.rpc('yangent-tasks:negotiate', ask('bot'));
    const context = await alice.read('/irtf-agent:context');
    expect(context).toContainEqual(
      expect.objectContaining({
        sendFrom: 'noc',
        sendTo: 'bot',
        'request-info': expect.objectContaining({ content: PROMPT }),
      }),
    );
    const asked = context.find((each: { id: string }) => each.id === `${thread}-round-1`);
    const param = await alice.read(`/irtf-agent:data-params[id='${asked['response-info'].dataParam}']`);
    expect(JSON.parse(param.data)['yangent-tasks:negotiation']).toMatchObject({ round: 2, by: 'bot' });
    expect(await carol.read('/irtf-agent:context')).toBeUndefined();
  });
});

describe('negotiating with an attached agent', () => {
  it('waits for its proposal', async () => {
    const asked = alice.rpc('yangent-tasks:negotiate', ask('crew', { wait: 20 }));
    await expect
      .poll(async () => (await carol.read('/yangent-tasks:tasks'))?.task?.[0]?.negotiation?.length, { interval: 5 })
      .toBe(1);
    const [{ id }] = (await carol.read('/yangent-tasks:tasks')).task;
    expect(await carol.onTask(id, 'propose', { type: 'FEASIBILITY', verdict: 'feasible' })).toMatchObject({
      thread: id,
      round: 2,
      state: 'negotiating',
    });
    expect(await asked).toMatchObject({ round: 2, by: 'crew', verdict: 'feasible' });
  });

  it('answers with the own round when the time is over', async () => {
    expect(await alice.rpc('yangent-tasks:negotiate', ask('crew', { wait: 0 }))).toMatchObject({ round: 1, by: 'noc' });
  });

  it('ends when either side refuses', async () => {
    const { id } = await alice.rpc('yangent-tasks:negotiate', ask('crew', { wait: 0 }));
    expect(await carol.onTask(id, 'propose', { type: 'FEASIBILITY', verdict: 'rejected' })).toMatchObject({
      state: 'rejected',
    });
    await expect(alice.rpc('yangent-tasks:negotiate', ask('crew', { wait: 0 }))).rejects.toMatchObject({
      appTag: 'bad-transition',
    });
    const other = await alice.rpc('yangent-tasks:negotiate', ask('crew', { 'task-id': 'n2', wait: 0 }));
    expect(
      await alice.rpc('yangent-tasks:negotiate', ask('crew', { 'task-id': 'n2', verdict: 'rejected' })),
    ).toMatchObject({ thread: other.id, state: 'canceled' });
  });

  it('lets nobody speak for either side who may not', async () => {
    const { id } = await alice.rpc('yangent-tasks:negotiate', ask('crew', { wait: 0 }));
    await expect(alice.onTask(id, 'propose', { type: 'FEASIBILITY' })).rejects.toMatchObject({ tag: 'access-denied' });
    await expect(carol.rpc('yangent-tasks:negotiate', { ...ask('crew'), from: 'noc' })).rejects.toMatchObject({
      tag: 'access-denied',
    });
    await expect(
      node.as('bob').rpc('yangent-tasks:negotiate', { from: 'bot', thread: id, type: 'FEASIBILITY' }),
    ).rejects.toMatchObject({ tag: 'data-missing' });
  });
});
