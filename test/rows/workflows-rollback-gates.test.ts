/** Votes that a run waits for on its way back, before what a step did is undone (seed 003 §6 and §8). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, type Step, stepOf, stepsOf, task } from '../workflows/rig.js';
import { backToStart, type Gate, gateOf, refusalOf, useGateRows } from './workflows-gates-rig.js';
import { attached, OPERATIONS } from './workflows-rig.js';

const rows = useGateRows();

const GATE = 'rollback:1/guard:careful';
const compensation = { skill: 'dig-up', agent: 'digger' };
const lay = task('lay', 'do', { compensation });
const layMany = { ...task('lay', 'do', { compensation }), 'for-each': { items: '[1, 2, 3]' } };

beforeAll(async () => {
  await rows.rig.node.edit({ 'yangent-agents:agents': { agent: [attached('digger', ['dig-up'])] } });
  await careful({});
});
afterAll(() => rows.dropGuard('careful'));

/** Lets carol decide about the skill that undoes. */
const careful = (terms: object) =>
  rows.guard('careful', { skill: ['dig-up'], approval: { approver: ['carol'], ...terms } });

const gatesIn = (run: Run) => (stepOf(run, 'lay').gate ?? []) as readonly Gate[];
const asks = (run: Run) => run.step !== undefined && gatesIn(run).some(({ state }) => state === 'open');
const isAt = (wanted: string) => (run: Run) => run.state === wanted;

/** Starts a run, lets it complete, and sends it back. Returns it once it waits for votes. */
async function waiting(node: object, next: 'resume' | 'end' = 'end', more: object = {}): Promise<Run> {
  const run = await rows.start({ node: [node] }, more, rows.ann);
  expect(run.state).toBe('completed');
  await rows.act(`${run.id}/roll-back`, backToStart('it was the wrong trench', next), rows.ann);
  return rows.until(run.id, asks);
}

const approve = ({ id }: Run, { digest }: Gate) => rows.act(`${id}/step=lay,0,1/approve`, { digest }, rows.carol);
const force = ({ id }: Run, more: object = {}, by = rows.operator) =>
  rows.act(`${id}/rollback=1/acknowledge`, { agent: 'digger', reason: 'it may stay', ...more }, by);

/** Undoes a step as the agent that does so. Returns the task. */
async function digUp() {
  const job = await rows.claim('digger');
  await rows.onTask(job.id, 'complete', { attempt: 1 });
  return job;
}

const placesOf = (steps: readonly Step[]) => steps.map(({ item, state }) => `${item} ${state.slice(18)}`).toSorted();

describe('a run that waits for votes on its way back', () => {
  it('ATD-6-q: goes on without them when an operator decides so, and nothing is undone then', async () => {
    const run = await waiting(lay);
    const gate = gateOf(run, 'lay');
    expect([run.state, gate.name]).toEqual(['rolling-back', GATE]);
    for (const user of [rows.ann, rows.carol])
      expect(await refusalOf(force(run, {}, user))).toEqual(['access-denied', null]);
    expect(await refusalOf(force(run, { agent: 'worker' }))).toEqual(['data-missing', null]);
    expect(await refusalOf(force(run, { item: 7 }))).toEqual(['data-missing', null]);
    expect(asks(await rows.run(run.id))).toBe(true);
    await force(run, { node: 'lay' });
    const back = await rows.until(run.id, isAt('rolled-back'));
    const why = 'not undone, as olga decided: it may stay';
    expect(stepOf(back, 'lay')).toMatchObject({
      ...{ state: 'yangent-workflows:rolled-back', 'state-reason': why, task: [expect.any(String)] },
      gate: [{ name: GATE, state: 'void', reason: why }],
    });
    expect(await refusalOf(approve(run, gate))).toEqual(['operation-failed', 'bad-transition']);
    const { value } = await rows.ask(rows.crew, 'POST', `${OPERATIONS}/yangent-tasks:claim-next`, {
      'yangent-tasks:input': { agent: 'digger', wait: 0 },
    });
    expect(value?.['yangent-tasks:output']?.task).toBeUndefined();
  });

  it('has one gate for all items of a for-each: one vote lets all be undone', async () => {
    const run = await waiting(layMany);
    const steps = stepsOf(run);
    expect(steps.flatMap(({ item, gate }) => (gate ? [item] : []))).toEqual([0]);
    await approve(run, gateOf(run, 'lay'));
    const inputs = [await digUp(), await digUp(), await digUp()].map((job) => job['task-id']);
    expect(inputs.toSorted()).toEqual([1, 2, 3].map((item) => `${run.id}/lay.${item};g=1;compensate`));
    const back = await rows.until(run.id, isAt('rolled-back'));
    expect(placesOf(stepsOf(back))).toEqual([0, 1, 2, 3].map((item) => `${item} rolled-back`));
    expect(gateOf(back, 'lay').state).toBe('approved');
  });

  it('goes on without one item of a for-each, and asks still about the others', async () => {
    const run = await waiting(layMany);
    await force(run, { item: 2 });
    const less = await rows.until(run.id, (now) => stepOf(now, 'lay', 2).state.endsWith(':rolled-back'));
    expect([less.state, gateOf(less, 'lay')]).toEqual(['rolling-back', gateOf(run, 'lay')]);
    await approve(run, gateOf(run, 'lay'));
    const undone = [await digUp(), await digUp()].map((job) => job['task-id']);
    expect(undone.toSorted()).toEqual([1, 3].map((item) => `${run.id}/lay.${item};g=1;compensate`));
    await rows.until(run.id, isAt('rolled-back'));
  });

  it('waits for an operator once a person has rejected that the items of a for-each are undone', async () => {
    const run = await waiting(layMany);
    const { digest } = gateOf(run, 'lay');
    await rows.act(`${run.id}/step=lay,0,1/reject`, { digest, reason: 'the road is open' }, rows.carol);
    const stuck = await rows.until(run.id, isAt('escalated'));
    expect(stuck['state-reason']).toContain(`a person has rejected it (${GATE}): the road is open`);
    expect(placesOf(stepsOf(stuck))).toEqual(['0 completed', '1 failed', '2 failed', '3 failed']);
    await force(run);
    await rows.until(run.id, isAt('rolled-back'));
  });

  it.each(['reject', 'escalate'])('waits for an operator when too few have voted in time (%s)', async (onTimeout) => {
    await careful({ timeout: 1, 'on-timeout': onTimeout });
    const run = await waiting(lay);
    const stuck = await rows.until(run.id, isAt('escalated'));
    await careful({});
    expect(stuck['state-reason']).toContain(`too few persons have approved in time (${GATE})`);
    expect(gateOf(stuck, 'lay').state).toBe('expired');
    expect(await refusalOf(approve(run, gateOf(run, 'lay')))).toEqual(['operation-failed', 'bad-transition']);
    await force(run);
    const back = await rows.until(run.id, isAt('rolled-back'));
    expect(stepOf(back, 'lay')['state-reason']).toBe('not undone, as olga decided: it may stay');
  });

  it('waits beyond its deadline, and has the time that was left when it goes on', async () => {
    const deadline = Date.now() + 4_000;
    const run = await waiting(lay, 'resume', { deadline: new Date(deadline).toISOString() });
    const until = new Date(deadline + 200).toISOString();
    const clock = { name: 'clock', type: 'yangent-workflows:wait', wait: { until: `"${until}"` } };
    expect((await rows.start({ node: [clock] })).state).toBe('completed');
    const late = await rows.run(run.id);
    expect([late.state, asks(late), late.deadline]).toEqual(['rolling-back', true, undefined]);
    await approve(run, gateOf(run, 'lay'));
    await digUp();
    const again = await rows.until(run.id, isAt('completed'));
    expect(Date.parse(String(again.deadline))).toBeGreaterThan(deadline);
  });
});

describe('stop-all', () => {
  const all = (name: 'stop-all' | 'resume-all') =>
    rows.admin('POST', `${OPERATIONS}/yangent-tasks:${name}`, {
      'yangent-tasks:input': name === 'stop-all' ? { reason: 'a fire' } : {},
    });

  it('takes votes, and lets no step begin for which they were', async () => {
    const dag = { version: '1.0', node: [task('cut', 'do', { oversight: { approver: ['carol'] } })] };
    const { id } = await rows.rpc('start', { dag }, rows.ann);
    const { digest } = gateOf(
      await rows.until(id, (run) => stepsOf(run).some(({ state }) => state.endsWith(':awaiting-approval'))),
      'cut',
    );
    expect((await all('stop-all')).status).toBeLessThan(300);
    expect(await rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.carol)).toEqual({
      state: 'yangent-workflows:ready',
    });
    expect(stepOf(await rows.run(id), 'cut').task).toBeUndefined();
    await all('resume-all');
    await rows.until(id, isAt('completed'));
  });

  it('takes votes on a way back, and has no agent undo a step before resume-all', async () => {
    const run = await waiting(lay);
    await all('stop-all');
    await approve(run, gateOf(run, 'lay'));
    const claim = (wait: number) =>
      rows.ask(rows.crew, 'POST', `${OPERATIONS}/yangent-tasks:claim-next`, {
        'yangent-tasks:input': { agent: 'digger', wait },
      });
    expect((await claim(0)).value?.['yangent-tasks:output']?.task).toBeUndefined();
    expect((await rows.run(run.id)).state).toBe('rolling-back');
    await all('resume-all');
    await digUp();
    await rows.until(run.id, isAt('rolled-back'));
  });
});
