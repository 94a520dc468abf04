/** The states of a task, its management and its exceptions (seed 000 §4.2 and §4.4; seed 004 §5.4), over the wire. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Members } from '../support/faces.js';
import { RESOURCES, useTasksRig } from './tasks-rig.js';

const rig = useTasksRig();

beforeAll(async () => {
  const profile = { description: 'an agent', version: '1.0.0', provider: 'ACME' };
  await rig.node.node.edit({
    'yangent-agents:agents': {
      agent: [
        { id: 'picky', profile: { ...profile, name: 'picky' }, execution: { accepts: { type: ['repair'] } } },
        { id: 'small', profile: { ...profile, name: 'small' }, execution: { accepts: { 'max-queued-tasks': 1 } } },
        { id: 'south-1', profile: { ...profile, name: 'south-1', domain: 'south' } },
        { id: 'south-2', profile: { ...profile, name: 'south-2', domain: 'south' } },
      ],
    },
  });
});

/** What the draft's notification says of a task, in the order in which it was told. */
const draftStates = (taskId: string) =>
  rig.watcher.events
    .filter(({ name, value }) => name === 'irtf-agent:condition-notifications' && value['task-id'] === taskId)
    .map(({ value }) => (value['input-required'] as readonly Members[])[0]?.status);

describe.each(['NETCONF', 'RESTCONF'] as const)('through %s', (way) => {
  const face = () => rig.faces[way];
  const assign = async (name: string, more: Members = {}): Promise<Members> =>
    (await face().invoke('yangent-tasks:assign', {
      ...{ from: 'noc', 'task-id': `${way}-${name}`, type: 'survey' },
      ...('discover' in more ? {} : { to: 'crew' }),
      ...more,
    })) ?? {};
  const toCrew = async (name: string, more: Members = {}): Promise<string> => String((await assign(name, more)).id);
  const state = async (id: string) => (await rig.same(RESOURCES.task(id))).state;
  const query = async (id: string) => ((await face().invoke('yangent-tasks:query', { id }))?.task ?? {}) as Members;

  it('CUI-4.2-a CUI-4.2-b CUI-4.2-c CUI-4.2-d CUI-4.2-e CUI-4.2-m CUI-4.2-p MAG-5.4-b MAG-5.4-c MAG-5.4-g MAG-A-d: a long task is submitted, runs, is suspended for input and completed, as both models tell', async () => {
    const id = await toCrew('long');
    expect(await state(id)).toBe('accepted');
    expect(await face().act(id, 'claim')).toMatchObject({ state: 'running', attempt: 1 });
    await face().act(id, 'request-input', { attempt: 1, required: 'which door?' });
    expect(await rig.same(RESOURCES.task(id))).toMatchObject({
      state: 'input-required',
      'input-request': { required: 'which door?' },
    });
    await face().act(id, 'provide-input', { content: 'the red one' });
    await face().act(id, 'suspend', { reason: 'storm' });
    expect(await state(id)).toBe('suspended');
    await face().act(id, 'resume');
    await face().act(id, 'claim');
    expect(await face().act(id, 'complete', { attempt: 2 })).toMatchObject({ state: 'completed' });
    await rig.watcher.reached(`${way}-long`, 'completed');
    const { event } = await query(id);
    expect((event as readonly Members[]).map((each) => each.state)).toEqual([
      ...['submitted', 'accepted', 'running', 'input-required', 'running'],
      ...['suspended', 'accepted', 'running', 'completed'],
    ]);
    expect(draftStates(`${way}-long`)).toEqual([
      ...['create', 'create', 'processing', 'blocking', 'processing'],
      ...['suspended', 'create', 'processing', 'finished'],
    ]);
    await expect(face().act(id, 'claim')).rejects.toMatchObject({ tag: 'operation-failed' });
  });

  it('CUI-4.2-f: a canceled task stays so', async () => {
    const id = await toCrew('canceled');
    expect(await face().act(id, 'cancel', { reason: 'false alarm' })).toMatchObject({ state: 'canceled' });
    expect(await face().act(id, 'cancel')).toMatchObject({ state: 'canceled' });
    expect(await rig.same(RESOURCES.task(id))).toMatchObject({ state: 'canceled', 'state-reason': 'false alarm' });
  });

  it('CUI-4.2-h MAG-5.4-d: a task that its executor gives up has failed, with the reason', async () => {
    const id = await toCrew('failed');
    await face().act(id, 'claim');
    await face().act(id, 'fail', { code: 'unreachable', message: 'the road is closed', recovery: ['escalate'] });
    expect(await rig.same(RESOURCES.task(id))).toMatchObject({
      state: 'failed',
      error: { code: 'unreachable', message: 'the road is closed', recovery: ['escalate'] },
    });
    await rig.watcher.reached(`${way}-failed`, 'failed');
    expect(draftStates(`${way}-failed`)).toEqual(['create', 'create', 'processing', 'failed']);
  });

  it('CUI-4.2-i CUI-4.2-j CUI-4.2-k CUI-4.2-n: progress, checkpoints and intermediate results are pushed, queried and retrieved', async () => {
    const id = await toCrew('progress');
    await face().act(id, 'claim');
    const artifact = [{ name: 'photo', value: 'front door' }];
    await face().act(id, 'report-progress', {
      attempt: 1,
      percent: 40,
      note: 'on site',
      checkpoint: 'arrived',
      artifact,
    });
    const { value } = await rig.watcher.until(
      ({ name, value }) =>
        name === 'yangent-tasks:task-changed' && value['task-id'] === `${way}-progress` && value.progress === 40,
    );
    expect(value).toMatchObject({ state: 'running', note: 'on site', checkpoint: 'arrived', artifact });
    expect(await query(id)).toMatchObject({
      state: 'running',
      progress: { percent: 40, note: 'on site', checkpoint: ['arrived'] },
      artifact,
    });
    await face().act(id, 'complete', { attempt: 1, artifact: [{ name: 'report', value: 'all well' }] });
    expect(await query(id)).toMatchObject({
      state: 'completed',
      artifact: [{ name: 'photo' }, { name: 'report', value: 'all well' }],
    });
  });

  it('CUI-4.2-g CUI-4.4-a CUI-4.4-b: a task for which the agent lacks the skill is rejected, with what to do now', async () => {
    expect(await assign('skill', { to: 'picky' })).toMatchObject({
      state: 'rejected',
      error: { code: 'lack-of-skills', recovery: ['reassign'] },
    });
  });

  it('CUI-4.4-c: a task for an agent with too much to do is rejected, until there is room', async () => {
    const first = await assign('room', { to: 'small' });
    expect(first).toMatchObject({ state: 'accepted' });
    expect(await assign('full', { to: 'small' })).toMatchObject({
      state: 'rejected',
      error: { code: 'overloaded', recovery: ['retry', 'reassign'] },
    });
    await face().act(String(first.id), 'cancel');
  });

  it('CUI-4.4-d: an executor that gives up is released, and the task goes to the next one that the query finds', async () => {
    const { id, to } = await assign('handed-on', { discover: { domain: 'south' } });
    await face().act(String(id), 'claim');
    expect(await rig.same(RESOURCES.task(String(id)))).toMatchObject({ executor: { agent: to } });
    await face().act(String(id), 'fail', { code: 'overloaded', message: 'three more calls' });
    const handed = await rig.same(RESOURCES.task(String(id)));
    expect(handed).toMatchObject({ state: 'accepted', error: { code: 'overloaded' } });
    expect(handed.to).not.toBe(to);
    expect(handed).not.toHaveProperty('executor');
    await face().act(String(id), 'cancel');
  });

  it('MAG-5.3-a MAG-5.3-b: feasibility is agreed before the assignment with a counter-proposal, fulfilment while it runs', async () => {
    const header = { from: 'noc', to: 'crew', 'task-id': `${way}-agreed`, wait: 0 };
    const opened = await face().invoke('yangent-tasks:negotiate', {
      ...header,
      type: 'FEASIBILITY',
      content: ['##target object ring ##task description today'],
      criterion: ['within two days'],
      'max-rounds': 8,
    });
    const id = String(opened?.id);
    expect(await rig.same(RESOURCES.task(id))).toMatchObject({
      state: 'negotiating',
      'negotiation-terms': { criterion: ['within two days'], 'max-rounds': 8, 'next-speaker': 'crew' },
    });
    await expect(
      face().invoke('yangent-tasks:negotiate', { ...header, type: 'FEASIBILITY', content: ['and?'] }),
    ).rejects.toMatchObject({ tag: 'operation-failed' });
    await face().act(id, 'propose', { type: 'FEASIBILITY', verdict: 'countered', counter: 'tomorrow' });
    await face().invoke('yangent-tasks:negotiate', { ...header, type: 'FEASIBILITY', verdict: 'feasible' });
    expect(await assign('agreed', { content: '##target object ring ##task description tomorrow' })).toMatchObject({
      id,
      state: 'accepted',
    });
    await face().act(id, 'claim');
    await face().act(id, 'propose', { attempt: 1, type: 'FULFILLMENT', content: ['cable A'] });
    await face().invoke('yangent-tasks:negotiate', {
      ...header,
      type: 'FULFILLMENT',
      verdict: 'countered',
      counter: 'cable B',
    });
    await face().act(id, 'propose', { attempt: 1, type: 'FULFILLMENT', content: ['cable B then'] });
    await face().invoke('yangent-tasks:negotiate', { ...header, type: 'FULFILLMENT', verdict: 'satisfied' });
    expect(await face().act(id, 'complete', { attempt: 1 })).toMatchObject({ state: 'completed' });
    expect((await rig.same(RESOURCES.task(id))).negotiation).toHaveLength(7);
  });
});
