/** Steps that begin once persons have approved them (seed 003 §4.2, §6 and §8), over both protocols. */
import { describe, expect, it } from 'vitest';
import { ALL_CHECKS, verifyExport } from '../../src/workflows/index.js';
import { edge, stepOf, task } from '../workflows/rig.js';
import { type Gate, gateOf, refusalOf, useGateRows, waits } from './workflows-gates-rig.js';
import { claimed, given, RUNS } from './workflows-rig.js';

const rows = useGateRows();

const approvers = { approver: ['carol', 'dave', 'crew', 'ann'] };

describe('a step with oversight', () => {
  it('ATD-4.2-g ATD-8-o ATD-8-r: waits for a person who has no part in it, and a vote on what has changed does not count', async () => {
    const { id } = await rows.rpc(
      'start',
      {
        dag: {
          version: '1.0',
          node: [
            task('find', 'fail', { 'on-failure': 'continue' }),
            claimed('mend', 'north', {
              ...given({ link: 'steps.find.output' }),
              oversight: { ...approvers, question: 'Mend it?' },
            }),
          ],
          edge: [edge('find', 'mend')],
        },
      },
      rows.ann,
    );
    const waiting = await rows.until(id, waits('mend'));
    expect(stepOf(waiting, 'mend')).toMatchObject({
      ...{ state: 'yangent-workflows:awaiting-approval', 'state-reason': 'waits for oversight', input: { link: null } },
      gate: [{ name: 'oversight', state: 'open', quorum: 1, question: 'Mend it?', separation: true }],
    });
    const first = gateOf(waiting, 'mend');
    const { checkpoint } = JSON.parse(first.subject);
    expect((waiting.checkpoint as readonly object[]).at(-1)).toMatchObject({
      id: checkpoint,
      type: 'yangent-workflows:automatic',
    });
    const path = `${id}/step=mend,0,1`;
    const approve = (digest: string, by = rows.carol) => rows.act(`${path}/approve`, { digest }, by);
    expect(await refusalOf(approve(first.digest, rows.ann))).toEqual(['access-denied', 'not-a-voter']);
    expect(await refusalOf(approve(first.digest, rows.crew))).toEqual(['access-denied', 'not-a-voter']);
    // Others do not see that the run exists.
    expect(await refusalOf(approve(first.digest, rows.erin))).toEqual(['invalid-value', null]);
    expect(await refusalOf(approve(first.digest, rows.operator))).toEqual(['access-denied', 'not-a-voter']);
    for (const user of ['ann', 'crew'])
      expect(await rows.netconfVote(user, id, 'mend', first.digest)).toContain(
        '<error-app-tag>not-a-voter</error-app-tag>',
      );
    expect(await rows.netconfVote('erin', id, 'mend', first.digest)).toContain('<error-tag>');
    // The initiator has the step before it done by hand: what is asked about is another thing then.
    await rows.act(`${id}/step=find,0,1/set-output`, { output: { link: 'north-1' } }, rows.ann);
    const again = await rows.until(id, (run) => waits('mend')(run) && gateOf(run, 'mend').digest !== first.digest);
    expect(stepOf(again, 'mend').input).toEqual({ link: { link: 'north-1' } });
    expect(await refusalOf(approve(first.digest))).toEqual(['operation-failed', 'stale-approval']);
    expect(await rows.netconfVote('dave', id, 'mend', first.digest)).toContain(
      '<error-app-tag>stale-approval</error-app-tag>',
    );
    const second = gateOf(again, 'mend');
    expect(await rows.netconfVote('dave', id, 'mend', second.digest)).toMatch(/executing|ready/);
    const job = await rows.claim('north');
    expect(job.input).toEqual({ link: { link: 'north-1' } });
    await rows.onTask(job.id, 'complete');
    const done = await rows.until(id, ({ state }) => state === 'completed');
    const gate = gateOf(done, 'mend');
    expect(gate).toMatchObject({ state: 'approved', vote: [{ by: 'dave', verdict: 'approve' }] });
    expect(await rows.faultOf(gate)).toBeUndefined();
    // The exported run is verified without the node, and one vote less than the journal tells is found.
    const { document } = await rows.act(`${id}/export`, {});
    const verdictOf = async (text: string) =>
      (await verifyExport(text, await rows.nodeKeys(), ALL_CHECKS)).find(({ name }) => name === 'votes');
    expect(await verdictOf(document)).toEqual({
      name: 'votes',
      holds: true,
      message: '1 votes are signed, each told by the journal',
    });
    const less = JSON.parse(document);
    for (const each of less['yangent-workflows:dag'].gate) delete each.vote;
    expect(await verdictOf(JSON.stringify(less))).toMatchObject({
      holds: false,
      message: expect.stringContaining('lacks 1 votes'),
    });
    const forged: Gate = { ...gate, vote: [{ ...gate.vote[0], by: 'ann' }] as Gate['vote'] };
    expect(await rows.faultOf(forged)).toMatch(/signed another vote/);
  });

  it('ATD-6-w: fails when a person rejects it, and only those who decide and operators mend it', async () => {
    const { id } = await rows.rpc(
      'start',
      { dag: { version: '1.0', node: [task('cut', 'do', { oversight: approvers })] } },
      rows.ann,
    );
    const waiting = await rows.until(id, waits('cut'));
    const { digest } = gateOf(waiting, 'cut');
    const path = `${id}/step=cut,0,1`;
    await rows.act(`${path}/reject`, { digest, reason: 'not today' }, rows.carol);
    const failed = await rows.until(id, ({ state }) => state === 'failed');
    expect(stepOf(failed, 'cut').error).toMatchObject({ code: 'rejected', message: 'rejected by carol: not today' });
    expect(await refusalOf(rows.act(`${path}/set-output`, { output: {} }, rows.ann))).toEqual([
      'access-denied',
      'not-a-voter',
    ]);
    expect(await refusalOf(rows.act(`${path}/approve`, { digest }, rows.carol))).toEqual([
      'operation-failed',
      'bad-transition',
    ]);
    await rows.act(`${path}/retry`, {}, rows.carol);
    const asked = await rows.until(id, waits('cut'));
    expect(gateOf(asked, 'cut').digest).not.toBe(digest);
    await rows.act(`${path}/approve`, { digest: gateOf(asked, 'cut').digest }, rows.carol);
    expect(await rows.until(id, ({ state }) => state === 'completed')).toMatchObject({ state: 'completed' });
  });

  it('ATD-8-p: is listed for those who have a vote, and needs as many persons as it says', async () => {
    const { id } = await rows.rpc(
      'start',
      { dag: { version: '1.0', node: [task('cut', 'do', { oversight: { ...approvers, quorum: 2 } })] } },
      rows.ann,
    );
    const waiting = await rows.until(id, waits('cut'));
    const { digest } = gateOf(waiting, 'cut');
    const mine = async (by = rows.carol) => {
      const { gate = [] } = await rows.rpc('list-gates', {}, by);
      return gate.filter(({ run }: { run: string }) => run === id).map(({ name }: { name: string }) => name);
    };
    expect([await mine(), await mine(rows.ann), await mine(rows.erin)]).toEqual([['oversight'], [], []]);
    expect(await rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.carol)).toEqual({
      state: 'yangent-workflows:awaiting-approval',
    });
    expect([await mine(), await mine(rows.dave)]).toEqual([[], ['oversight']]);
    await rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.dave);
    const done = await rows.until(id, ({ state }) => state === 'completed');
    expect(gateOf(done, 'cut').vote.map(({ by }) => by)).toEqual(['carol', 'dave']);
    const { value } = await rows.admin('GET', `${RUNS}=${id}/event`);
    const kinds = value['yangent-workflows:event'].map(({ kind, by }: Record<string, string>) => `${kind} ${by}`);
    expect(kinds.filter((each: string) => each.startsWith('vote'))).toEqual(['vote carol', 'vote dave']);
  });

  it('ATD-8-p: takes no vote of a login with one factor, and none without a signature, where it says so', async () => {
    for (const [leaf, tag] of [
      ['second-factor', 'insufficient_user_authentication'],
      ['signature', 'signature-required'],
    ] as const) {
      const oversight = { approver: ['carol'], [leaf]: true };
      const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [task('cut', 'do', { oversight })] } });
      const { digest } = gateOf(await rows.until(id, waits('cut')), 'cut');
      const [, appTag] = await refusalOf(rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.carol));
      expect(appTag).toBe(tag);
      await rows.act(`${id}/cancel`);
    }
  });
});
