/** Guards: rules of operators that hold steps back whatever their graph says (seed 003 §8). */
import { describe, expect, it } from 'vitest';
import { type Run, stepOf, task } from '../workflows/rig.js';
import { backToStart, type Gate, gateOf, refusalOf, useGateRows, waits } from './workflows-gates-rig.js';
import { attached, given } from './workflows-rig.js';

const rows = useGateRows();

describe('a guard', () => {
  it('ATD-8-q: holds every graph back that uses its skill, whatever the graph does to get around it', async () => {
    await rows.rig.node.edit({
      'yangent-agents:agents': { agent: [attached('digger', ['dig-up', 'plain'])] },
    });
    await rows.guard('careful', { skill: ['dig-up'], approval: { approver: ['carol'] } });
    await rows.define('below', { node: [{ name: 'dig', task: { skill: 'dig-up', agent: 'digger' } }] });
    const ways = {
      named: { name: 'dig', task: { skill: 'dig-up', agent: 'digger' } },
      discovered: { name: 'dig', task: { skill: 'dig-up' } },
      unnamed: { name: 'dig', task: { objective: 'dig it up', agent: 'digger' } },
      byQuery: { name: 'dig', task: { discover: { skill: ['dig-up'] } } },
      asOther: { name: 'dig', task: { skill: 'plain', discover: { skill: ['dig-up'] } } },
      negotiated: { name: 'dig', task: { skill: 'dig-up', negotiate: true } },
      each: { name: 'dig', task: { skill: 'dig-up', agent: 'digger' }, 'for-each': { items: '[1]' } },
      // Queries for agents ignore case.
      inCapitals: { name: 'dig', task: { skill: 'DIG-UP' } },
      byQueryInCapitals: { name: 'dig', task: { skill: 'Dig-Up', discover: { skill: ['Dig-Up'] } } },
    };
    for (const [way, node] of Object.entries(ways)) {
      const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [node] } });
      const run = await rows.until(id, waits('dig'));
      expect([way, gateOf(run, 'dig').name]).toEqual([way, 'guard:careful']);
      await rows.act(`${id}/cancel`);
    }
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [{ name: 'sub', type: 'yangent-workflows:workflow', workflow: { definition: 'below' } }],
      },
    });
    const above = await rows.until(id, (run) => run.step !== undefined && stepOf(run, 'sub').run !== undefined);
    await rows.until(String(stepOf(above, 'sub').run), waits('dig'));
    await rows.act(`${id}/cancel`);
    const last = { version: '1.0', execution: { finally: ['dig'] }, node: [task('one'), ways.named] };
    const { id: finallyId } = await rows.rpc('start', { dag: last });
    await rows.until(finallyId, waits('dig'));
    await rows.act(`${finallyId}/cancel`);
    const free = await rows.rpc('start', {
      dag: { version: '1.0', node: [{ name: 'dig', task: { skill: 'plain', agent: 'digger' } }] },
    });
    await rows.until(free.id, (run) => run.step !== undefined && stepOf(run, 'dig').task !== undefined);
    await rows.act(`${free.id}/cancel`);
    await rows.dropGuard('careful');
  });

  it('ATD-8-q: is not got around by a skill in capitals whose objective names the guarded one', async () => {
    await rows.guard('level', { skill: ['measure'], deny: [null] });
    const skill = { skill: 'DO', objective: 'measure', discover: { skill: ['DO'], name: 'worker' } };
    const run = await rows.start({ node: [{ name: 'cut', task: skill, ...given({ site: '"north"' }) }] });
    expect(run.state).toBe('completed');
    expect(stepOf(run, 'cut').output).toEqual({ result: { site: 'north' } });
    await rows.dropGuard('level');
  });

  it('that changes asks again by its new rule, and one that is gone lets the step go', async () => {
    await rows.guard('soft', { skill: ['do'], approval: { approver: ['carol'] } });
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [task('cut', 'do')] } });
    const { digest } = gateOf(await rows.until(id, waits('cut')), 'cut');
    await rows.guard('soft', { skill: ['do'], approval: { approver: ['dave'] } });
    const again = await rows.until(id, (run) => waits('cut')(run) && gateOf(run, 'cut').digest !== digest);
    expect(gateOf(again, 'cut').approver).toEqual(['dave']);
    expect(await refusalOf(rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.carol))).toEqual([
      'operation-failed',
      'stale-approval',
    ]);
    await rows.dropGuard('soft');
    await rows.until(id, ({ state }) => state === 'completed');
  });

  it('ATD-8-q: of a skill lets no graph use it to undo a step, neither denied nor without the persons whom it names', async () => {
    await rows.rig.node.edit({ 'yangent-agents:agents': { agent: [attached('digger', ['dig-up', 'plain'])] } });
    const undone = {
      version: '1.0',
      node: [
        { name: 'lay', task: { skill: 'do', agent: 'worker' }, compensation: { skill: 'dig-up', agent: 'digger' } },
      ],
    };
    const asked = (run: Run) => run.step !== undefined && gatesIn(run).some((gate) => gate.state === 'open');
    const gatesIn = (run: Run) => (stepOf(run, 'lay').gate ?? []) as readonly Gate[];
    const laid = async () => {
      const run = await rows.start(undone, {}, rows.ann);
      expect(run.state).toBe('completed');
      await rows.act(`${run.id}/roll-back`, backToStart('dig it up', 'end'), rows.ann);
      return run.id;
    };
    await rows.guard('careful', { skill: ['dig-up'], approval: { approver: ['carol', 'crew'] } });
    const id = await laid();
    const waiting = await rows.until(id, asked);
    expect(waiting.state).toBe('rolling-back');
    expect(stepOf(waiting, 'lay')).toMatchObject({
      ...{
        state: 'yangent-workflows:completed',
        'state-reason': 'before it is undone it waits for rollback:1/guard:careful',
      },
      gate: [{ name: 'rollback:1/guard:careful', guard: 'careful', state: 'open' }],
    });
    const { digest } = gateOf(waiting, 'lay');
    const path = `${id}/step=lay,0,1`;
    // The owner of the agent that would dig has no vote.
    expect(await refusalOf(rows.act(`${path}/approve`, { digest }, rows.crew))).toEqual([
      'access-denied',
      'not-a-voter',
    ]);
    expect(await refusalOf(rows.act(`${path}/approve`, { digest }, rows.ann))).toEqual([
      'access-denied',
      'not-a-voter',
    ]);
    // The rule changes while it waits: what was asked is void.
    await rows.guard('careful', { skill: ['dig-up'], approval: { approver: ['dave', 'carol'], question: 'Dig?' } });
    const again = await rows.until(id, (run) => asked(run) && gateOf(run, 'lay').digest !== digest);
    expect(await refusalOf(rows.act(`${path}/approve`, { digest }, rows.carol))).toEqual([
      'operation-failed',
      'bad-transition',
    ]);
    await rows.act(`${path}/approve`, { digest: gateOf(again, 'lay').digest }, rows.dave);
    const job = await rows.claim('digger');
    expect(job.type).toBe('dig-up');
    await rows.onTask(job.id, 'complete', { attempt: 1 });
    const done = await rows.until(id, (run) => run.state === 'rolled-back');
    expect(gateOf(done, 'lay')).toMatchObject({ state: 'approved', vote: [{ by: 'dave', verdict: 'approve' }] });
    expect(await rows.faultOf(gateOf(done, 'lay'))).toBeUndefined();

    const rejected = await laid();
    const before = gateOf(await rows.until(rejected, asked), 'lay');
    await rows.act(`${rejected}/step=lay,0,1/reject`, { digest: before.digest, reason: 'not there' }, rows.carol);
    const stuck = await rows.until(rejected, (run) => run.state === 'escalated');
    expect(stepOf(stuck, 'lay').error).toMatchObject({ code: 'rejected' });
    await rows.act(`${rejected}/rollback=1/acknowledge`, { agent: 'digger', reason: 'it may stay' });
    await rows.until(rejected, (run) => run.state === 'rolled-back');

    await rows.guard('careful', { skill: ['dig-up'], deny: [null] });
    const denied = await rows.until(await laid(), (run) => run.state === 'escalated');
    expect(denied['state-reason']).toContain('the guard "careful" refuses that it is undone');
    expect(stepOf(denied, 'lay')).toMatchObject({
      state: 'yangent-workflows:failed',
      error: { code: 'policy-violation' },
    });
    await rows.dropGuard('careful');
  });

  it('that denies fails the step, and tells of it', async () => {
    await rows.guard('never', { skill: ['do'], deny: [null] });
    const run = await rows.start({ node: [task('cut', 'do')] });
    expect(run.state).toBe('failed');
    expect(stepOf(run, 'cut').error).toMatchObject({
      code: 'policy-violation',
      message: 'the guard "never" refuses this step',
    });
    await rows.dropGuard('never');
  });
});
