/** Negotiations of three rounds by the rpcs of the draft and of `yangent-tasks`, through every way into the node. */
import { describe, expect, it } from 'vitest';
import type { Rpcs } from '../../src/index.js';
import { RESOURCES, useTasksRig, WAYS } from './tasks-rig.js';

const rig = useTasksRig();

/** The hosted agent counters twice and agrees to the third proposal. */
const NEGOTIATIONS = [
  { type: 'FEASIBILITY', commuType: 'FeasibilityNegotiate', counter: 'half of it', agreed: 'feasible' },
  { type: 'FULFILLMENT', commuType: 'FulfillmentNegotiate', counter: 'name the kilometre', agreed: 'satisfied' },
] as const;

const WISHES = ['all of it', 'most of it', 'some of it'].map(
  (wish) => `##target object ring ##task description ${wish}`,
);

function expectedRounds({ type, counter, agreed }: (typeof NEGOTIATIONS)[number]) {
  return [
    { round: 1, type, by: 'noc', content: [WISHES[0]] },
    { round: 2, type, by: 'ip-fault', verdict: 'countered', counter },
    { round: 3, type, by: 'noc', content: [WISHES[1]] },
    { round: 4, type, by: 'ip-fault', verdict: 'countered', counter },
    { round: 5, type, by: 'noc', content: [WISHES[2]] },
    { round: 6, type, by: 'ip-fault', verdict: agreed },
  ];
}

describe.each(WAYS)('through %s', (way) => {
  const face = () => rig.faces[way];

  it.each(NEGOTIATIONS)(
    'CUI-0-c MAG-5.3-c MAG-5.3-d MAG-5.3-e MAG-5.3-f MAG-5.3-g: irtf-agent:task-negotiate of type $type goes three rounds',
    async (negotiation) => {
      const { type, commuType, counter, agreed } = negotiation;
      const taskId = `${way}-draft-${type}`;
      const header = { 'task-sendFrom': 'noc', 'task-sendTo': 'ip-fault', commuType, 'task-id': taskId, type };
      const answers: unknown[] = [];
      for (const wish of WISHES) {
        const output = await face().invoke('irtf-agent:task-negotiate', { ...header, content: [wish] });
        answers.push(negotiationIn(output?.data));
      }
      expect(answers).toMatchObject([
        { 'task-id': taskId, round: 2, type, by: 'ip-fault', verdict: 'countered', counter, state: 'negotiating' },
        { 'task-id': taskId, round: 4, verdict: 'countered', counter },
        { 'task-id': taskId, round: 6, verdict: agreed },
      ]);
      const { task } = (await face().invoke('yangent-tasks:query', { from: 'noc', 'task-id': taskId })) ?? {};
      const { id } = task as { readonly id: string };
      expect((await rig.same(RESOURCES.task(id))).negotiation).toMatchObject(expectedRounds(negotiation));
    },
  );

  it.each(NEGOTIATIONS)('CUI-0-c: yangent-tasks:negotiate of type $type goes three rounds', async (negotiation) => {
    const { type, counter, agreed } = negotiation;
    const taskId = `${way}-model-${type}`;
    const begun = await face().invoke('yangent-tasks:negotiate', {
      from: 'noc',
      to: 'ip-fault',
      'task-id': taskId,
      type,
      content: [WISHES[0]],
    });
    expect(begun).toMatchObject({ round: 2, by: 'ip-fault', verdict: 'countered', counter, state: 'negotiating' });
    const { thread } = begun ?? {};
    const round = (wish: string | undefined) =>
      face().invoke('yangent-tasks:negotiate', { from: 'noc', thread, type, content: [wish] });
    expect(await round(WISHES[1])).toMatchObject({ thread, round: 4, verdict: 'countered' });
    expect(await round(WISHES[2])).toMatchObject({ thread, round: 6, verdict: agreed });
    expect((await rig.same(RESOURCES.task(String(thread)))).negotiation).toMatchObject(expectedRounds(negotiation));
  });

  it('what was negotiated is assigned under the same task-id, and keeps its rounds', async () => {
    const taskId = `${way}-assigned`;
    const content = '##target object ring ##task description diagnose the link';
    const begun = await face().invoke('yangent-tasks:negotiate', {
      from: 'noc',
      to: 'ip-fault',
      'task-id': taskId,
      type: 'FEASIBILITY',
      content: [content],
    });
    const assigned = await face().invoke('yangent-tasks:assign', {
      from: 'noc',
      to: 'ip-fault',
      'task-id': taskId,
      content,
      async: false,
    });
    expect(assigned).toMatchObject({ id: begun?.thread, state: 'completed' });
    expect(await rig.same(RESOURCES.task(String(assigned?.id)))).toMatchObject({
      state: 'completed',
      negotiation: [{ round: 1 }, { round: 2 }],
    });
  });

  it('a refusal by the assigner ends the negotiation and the task', async () => {
    const begun = await face().invoke('yangent-tasks:negotiate', {
      from: 'noc',
      to: 'ip-fault',
      type: 'FEASIBILITY',
      content: [WISHES[0]],
    });
    const thread = String(begun?.thread);
    await face().invoke('yangent-tasks:negotiate', { from: 'noc', thread, type: 'FEASIBILITY', verdict: 'rejected' });
    expect(await rig.same(RESOURCES.task(thread))).toMatchObject({ state: 'canceled' });
    const more = face().invoke('yangent-tasks:negotiate', {
      from: 'noc',
      thread,
      type: 'FEASIBILITY',
      content: [WISHES[1]],
    });
    await expect(more).rejects.toMatchObject({ tag: 'operation-failed' });
  });

  it('CUI-0-c: an attached executor proposes while it works, and the assigner answers', async () => {
    const task = await rig.assignToCrew(`${way}-proposal`);
    await face().act(task, 'claim');
    const proposal = { type: 'FULFILLMENT', content: ['##target object door ##task description is blue good enough'] };
    expect(await face().act(task, 'propose', { attempt: 1, ...proposal })).toMatchObject({
      thread: task,
      round: 1,
      state: 'running',
    });
    const answer = { from: 'noc', id: task, type: 'FULFILLMENT', verdict: 'countered', counter: 'red', wait: 0 };
    expect(await face().invoke('yangent-tasks:negotiate', answer)).toMatchObject({
      round: 2,
      by: 'noc',
      verdict: 'countered',
    });
    await face().act(task, 'propose', { attempt: 1, type: 'FULFILLMENT', verdict: 'accepted' });
    expect((await rig.same(RESOURCES.task(task))).negotiation).toMatchObject([
      { round: 1, by: 'crew', ...proposal },
      { round: 2, by: 'noc', verdict: 'countered', counter: 'red' },
      { round: 3, by: 'crew', verdict: 'accepted' },
    ]);
  });

  it('what is no negotiation is refused', async () => {
    const header = { 'task-sendFrom': 'noc', 'task-sendTo': 'ip-fault', 'task-id': `${way}-odd`, content: [WISHES[0]] };
    const send = (more: Readonly<Record<string, unknown>>) =>
      face().invoke('irtf-agent:task-negotiate', { ...header, ...more });
    await expect(send({ commuType: 'taskAssign' })).rejects.toMatchObject({ tag: 'invalid-value' });
    await expect(send({ commuType: 'FeasibilityNegotiate', type: 'FULFILLMENT' })).rejects.toMatchObject({
      tag: 'invalid-value',
    });
    await expect(send({ type: 'PRICE' })).rejects.toMatchObject({ tag: 'invalid-value' });
    await expect(send({ content: ['all of it'] })).rejects.toMatchObject({ tag: 'invalid-value' });
  });
});

it('the TypeScript API knows the types of what goes in and comes out', async () => {
  const input: Rpcs['irtf-agent:task-negotiate']['input'] = {
    'task-sendFrom': 'noc',
    'task-sendTo': 'ip-fault',
    'task-id': 'typed',
    type: 'FEASIBILITY',
    content: ['##target object ring ##task description all of it'],
  };
  const output = await rig.node.node.invoke('irtf-agent:task-negotiate', input, { user: 'admin' });
  expect(negotiationIn(output?.data)).toMatchObject({ round: 2, verdict: 'countered' });
  // @ts-expect-error there is no third kind of negotiation
  const wrong = rig.node.node.invoke('irtf-agent:task-negotiate', { ...input, type: 'PRICE' }, { user: 'admin' });
  await expect(wrong).rejects.toMatchObject({ tag: 'invalid-value' });
});

/** The structure in the anyxml, which one encoding qualifies by module and the other by namespace. */
function negotiationIn(data: unknown): unknown {
  return (data as Readonly<Record<string, unknown>>)['yangent-tasks:negotiation'];
}
