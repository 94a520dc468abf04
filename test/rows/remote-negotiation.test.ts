/** Negotiations with an agent on another node: each round is passed on once, and bounds and order are kept here. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Peer, PeerTask, TaskRecord } from '../../src/peers/index.js';
import { until } from '../until.js';
import { Porter } from './remote-porter.js';
import { RemoteRig, reached, WAYS } from './remote-rig.js';

let rig: RemoteRig;
let noc: Peer;
let porter: Porter;
beforeAll(async () => {
  rig = await RemoteRig.start();
  noc = await rig.noc();
  porter = new Porter(rig.far);
});
afterEach(() => rig.mend());
afterAll(async () => {
  porter?.close();
  await rig?.stop();
});

const FEASIBILITY = { type: 'FEASIBILITY', wait: 30 } as const;
const FULFILLMENT = { type: 'FULFILLMENT', wait: 30 } as const;
/** Who said what, in which order. */
const said = ({ negotiation = [] }: TaskRecord) =>
  negotiation.map(({ by, verdict, content, counter }) => [
    by,
    verdict ?? '?',
    ...(content ?? []),
    ...(counter ? [counter] : []),
  ]);
const rounds = (task: PeerTask, number: number) =>
  until(
    () => task.view(),
    ({ negotiation = [] }) => negotiation.length === number,
  );
const there = (task: Pick<PeerTask, 'id'>, number: number) =>
  until(
    () => rig.counterparts(task),
    ([first]) => first?.negotiation?.length === number,
  );

describe.each(WAYS)('a negotiation with an agent on another node over %s', (to) => {
  it('is held there, round by round, and what was agreed on is assigned as the same task', async () => {
    const key = `${to}-moon`;
    const first = await noc.negotiate({ ...FEASIBILITY, to, 'task-id': key, content: 'fly to the moon' });
    expect(first).toMatchObject({
      ...{ state: 'negotiating', by: to, round: 2, verdict: 'countered' },
      ...{ counter: 'a survey of R1-R2', content: ['the moon is too far'] },
    });
    const second = await noc.negotiate({ ...FEASIBILITY, to, 'task-id': key, content: 'a survey then' });
    expect(second).toMatchObject({ by: to, round: 4, verdict: 'feasible', content: ['R1-R2 is near'] });
    const [held, ...others] = await there({ id: first.id! }, 4);
    expect(others).toEqual([]);
    expect(held).toMatchObject({ state: 'negotiating', from: 'broker', to: 'worker', 'task-id': `${first.id}.1` });
    expect(said(held!)).toEqual([
      ['broker', '?', 'fly to the moon'],
      ['worker', 'countered', 'the moon is too far', 'a survey of R1-R2'],
      ['broker', '?', 'a survey then'],
      ['worker', 'feasible', 'R1-R2 is near'],
    ]);
    const task = await noc.assign({ type: 'survey', object: 'R1-R2', description: 'look', to, 'task-id': key });
    expect(task.id).toBe(first.id);
    expect((await task.result()).artifact.at(-1)).toMatchObject({ value: 'seen: look' });
    expect((await rig.counterpart(task, 'completed')).id).toBe(held!.id);
    expect(said(await task.view())).toEqual(
      said(held!).map(([by, ...words]) => [by === 'worker' ? to : 'noc', ...words]),
    );
  });

  it('goes on during the execution: what the agent proposes is judged here', async () => {
    const task = await noc.assign({ type: 'offer', description: 'measure', to });
    expect(said(await rounds(task, 1))).toEqual([[to, '?', '-61 dBm', 'measured once']]);
    const answer = await task.negotiate({ ...FULFILLMENT, verdict: 'countered', counter: 'in mW' });
    expect(answer).toMatchObject({ by: to, content: ['as you wish: in mW'] });
    await task.negotiate({ ...FULFILLMENT, wait: 0, verdict: 'satisfied', content: 'thanks' });
    expect((await task.result()).artifact[0]).toMatchObject({ value: 'satisfied: thanks' });
    const [held] = await there(task, 4);
    expect(said(held!).map(([by]) => by)).toEqual(['worker', 'broker', 'worker', 'broker']);
  });

  it('is begun by the assigner during the execution as well', async () => {
    const task = await noc.assign({ description: 'measure', to: `${to}-porter` });
    const given = await porter.claim(task);
    const asked = task.negotiate({ ...FULFILLMENT, content: 'will one number do?' });
    await there(task, 1);
    await porter.act(given, 'propose', { type: 'FULFILLMENT', verdict: 'satisfied', content: ['it will'] });
    expect(await asked).toMatchObject({ by: `${to}-porter`, round: 2, verdict: 'satisfied', content: ['it will'] });
    await task.cancel();
  });

  it('waits for a node that is away, and says each round there once', async () => {
    rig.cuts[to].sever();
    const { id = '' } = await noc.negotiate({ ...FEASIBILITY, wait: 0, to, content: 'a survey of R1-R2' });
    expect(await rig.counterparts({ id })).toEqual([]);
    rig.cuts[to].mend();
    const answered = await rounds(noc.task(id), 2);
    expect(said(answered).at(-1)).toEqual([to, 'feasible', 'R1-R2 is near']);
    rig.cuts[to].sever();
    await noc.task(id).negotiate({ ...FEASIBILITY, wait: 0, content: 'and of R3?' });
    rig.cuts[to].mend();
    await rounds(noc.task(id), 4);
    const [held, ...others] = await there({ id }, 4);
    expect(others).toEqual([]);
    expect(said(held!).map(([by]) => by)).toEqual(['broker', 'worker', 'broker', 'worker']);
  });

  it('keeps to the rounds, the end and the criteria that its assigner set here, of which the other side knows', async () => {
    const terms = { 'max-rounds': 2, 'negotiate-until': '2999-01-01T00:00:00Z', criterion: ['below 1 ms'] };
    const { id = '' } = await noc.negotiate({ ...FEASIBILITY, ...terms, to, content: 'a survey of R1-R2' });
    const [held] = await there({ id }, 2);
    expect(held?.['negotiation-terms']).toMatchObject(terms);
    const task = noc.task(id);
    await expect(task.negotiate({ ...FEASIBILITY, content: 'and R3?' })).rejects.toMatchObject({
      tag: 'resource-denied',
      message: expect.stringContaining('the negotiation has 2 rounds'),
    });
    const refused = await task.negotiate({ ...FEASIBILITY, wait: 0, verdict: 'rejected' });
    expect(refused).toMatchObject({ state: 'canceled' });
    await rig.counterpart(task, 'canceled');
  });

  it('is over here at its end, and then over there', async () => {
    const soon = new Date(Date.now() + 2_000).toISOString();
    const agent = `${to}-porter`;
    const { id = '' } = await noc.negotiate({
      ...FEASIBILITY,
      ...{ wait: 0, to: agent, 'negotiate-until': soon, content: 'a survey' },
    });
    const task = noc.task(id);
    await there(task, 1);
    expect((await reached(task, 'rejected')).error).toMatchObject({ code: 'deadline-exceeded' });
    await until(
      () => rig.counterparts(task),
      ([held]) => held?.state === 'canceled' || held?.state === 'rejected',
    );
  });

  it('is ended by the agent there, or by whoever calls it off there', async () => {
    const agent = `${to}-porter`;
    const open = async () => {
      const { id = '' } = await noc.negotiate({ ...FEASIBILITY, wait: 0, to: agent, content: 'a survey' });
      return noc.task(id);
    };
    const refused = await open();
    const [held] = await there(refused, 1);
    await porter.act(held!, 'propose', { type: 'FEASIBILITY', verdict: 'rejected', content: ['no'] });
    expect(said(await reached(refused, 'rejected')).at(-1)).toEqual([agent, 'rejected', 'no']);
    const stopped = await open();
    const [other] = await there(stopped, 1);
    const admin = await rig.peerOf(rig.far, { user: 'admin', password: rig.far.password, as: 'broker' });
    await admin.task(other!.id).cancel('not here');
    const ended = said(await reached(stopped, 'rejected')).at(-1);
    expect(ended?.slice(0, 2)).toEqual([agent, 'rejected']);
    expect(ended?.[2]).toMatch(/^canceled on .*: not here$/);
  });

  it('with an agent that cannot be asked is answered by the node, which says why', async () => {
    const locked = `${to}-locked`;
    const answer = await noc.negotiate({ ...FEASIBILITY, to: locked, content: 'a survey' });
    expect(answer).toMatchObject({ by: locked, verdict: 'infeasible', state: 'negotiating' });
    expect(answer.content?.[0]).toContain('refuses user "near"');
  });
});
