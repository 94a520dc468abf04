/** Persons who decide about steps: gates, votes and guards (seed 003 §4.2, §6 and §8), over both protocols. */
import { describe, expect, it } from 'vitest';
import { ALL_CHECKS, verifyExport } from '../../src/workflows/index.js';
import { edge, Refused, type Run, stepOf, task } from '../workflows/rig.js';
import { type Gate, gateOf, useGateRows } from './workflows-gates-rig.js';
import { attached, claimed, compute, DATA, given, OPERATIONS, RUNS } from './workflows-rig.js';

const rows = useGateRows();

/** The state of a step without its module. */
const stateIn = (run: Run, node: string) => stepOf(run, node).state.replace('yangent-workflows:', '');
const waits = (node: string) => (run: Run) => run.step !== undefined && hasGate(run, node);

function hasGate(run: Run, node: string): boolean {
  const steps = run.step as readonly { readonly node: string; readonly state: string }[];
  return steps.some((step) => step.node === node && step.state.endsWith('awaiting-approval'));
}

/** The input of roll-back. */
const backToStart = (reason: string, next: 'resume' | 'end') =>
  Object.fromEntries([...Object.entries({ to: '1', reason }), ['then', next]]);

/** The latest execution of the only node of a run. */
function latest(run: Run) {
  const steps = (run.step ?? []) as readonly { readonly state: string; readonly gate: readonly Gate[] }[];
  return steps.find(({ state }) => state !== 'yangent-workflows:rolled-back');
}

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw new Error(`it was not refused: ${String(error)}`);
  return [error.error['error-tag'], error.error['error-app-tag'] ?? null];
}

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
    const verdictOf = async (text: string) => (await verifyExport(text, await rows.nodeKeys(), ALL_CHECKS)).at(-1);
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

describe('an approval', () => {
  it('ATD-E-b: is a node whose output says who approved, and what they said', async () => {
    const form = JSON.stringify({
      type: 'object',
      properties: { window: { type: 'integer' } },
      required: ['window'],
    });
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          compute('plan', { steps: '3' }),
          { name: 'ask', type: 'yangent-workflows:approval', approval: { approver: ['carol'], form } },
          compute('after', { window: 'steps.ask.output.data.window', by: 'steps.ask.output.by[0]' }),
        ],
        edge: [edge('plan', 'ask'), edge('ask', 'after')],
        output: [{ name: 'window', value: 'steps.after.output.window' }],
      },
    });
    const waiting = await rows.until(id, waits('ask'));
    expect(stepOf(waiting, 'ask').input).toEqual({ plan: { steps: 3 } });
    const { digest } = gateOf(waiting, 'ask');
    const path = `${id}/step=ask,0,1/approve`;
    expect(await refusalOf(rows.act(path, { digest, data: { window: 'x' } }, rows.carol))).toEqual([
      'invalid-value',
      'invalid-input',
    ]);
    expect(await rows.act(path, { digest, data: { window: 7 } }, rows.carol)).toEqual({
      state: 'yangent-workflows:completed',
    });
    const done = await rows.until(id, ({ state }) => state === 'completed');
    expect(stepOf(done, 'ask').output).toEqual({ verdict: 'approved', by: ['carol'], data: { window: 7 } });
    expect(done.output).toEqual({ window: 7 });
  });

  it('waits through a pause, and a vote in it counts when the run goes on', async () => {
    const { id } = await rows.rpc('start', {
      dag: { version: '1.0', node: [task('cut', 'do', { oversight: { approver: ['carol'] } })] },
    });
    const { digest } = gateOf(await rows.until(id, waits('cut')), 'cut');
    await rows.act(`${id}/pause`);
    expect(await rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.carol)).toEqual({
      state: 'yangent-workflows:ready',
    });
    expect(stateIn(await rows.run(id), 'cut')).toBe('ready');
    await rows.act(`${id}/resume`);
    await rows.until(id, ({ state }) => state === 'completed');
  });

  it('is asked for again when a voter owns an agent by then that may do the step', async () => {
    await rows.rig.node.edit({ 'yangent-agents:agents': { agent: [attached('weaver', ['weave'])] } });
    const oversight = { approver: ['carol', 'dave'] };
    const { id } = await rows.rpc('start', {
      dag: { version: '1.0', node: [{ name: 'weave', task: { skill: 'weave' }, oversight }] },
    });
    const { digest } = gateOf(await rows.until(id, waits('weave')), 'weave');
    await rows.act(`${id}/pause`);
    await rows.act(`${id}/step=weave,0,1/approve`, { digest }, rows.carol);
    const own = { ...attached('loom', ['weave']), owner: ['carol'] };
    await rows.rig.node.edit({ 'yangent-agents:agents': { agent: [own] } });
    await rows.act(`${id}/resume`);
    const again = await rows.until(id, (run) => waits('weave')(run) && gateOf(run, 'weave').digest !== digest);
    const { digest: next } = gateOf(again, 'weave');
    expect(await refusalOf(rows.act(`${id}/step=weave,0,1/approve`, { digest: next }, rows.carol))).toEqual([
      'access-denied',
      'not-a-voter',
    ]);
    await rows.act(`${id}/step=weave,0,1/approve`, { digest: next }, rows.dave);
    await rows.until(id, (run) => stepOf(run, 'weave').task !== undefined);
    await rows.act(`${id}/cancel`);
  });

  it('is void when its run is canceled, and when its time is over the run fails or waits for a person', async () => {
    const oversight = { approver: ['carol'] };
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [task('cut', 'do', { oversight })] } });
    await rows.until(id, waits('cut'));
    await rows.act(`${id}/cancel`);
    const canceled = await rows.until(id, ({ state }) => state === 'canceled');
    expect(gateOf(canceled, 'cut')).toMatchObject({ state: 'void', reason: 'the step has ended' });
    const { digest } = gateOf(canceled, 'cut');
    expect(await refusalOf(rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.carol))).toEqual([
      'operation-failed',
      'bad-transition',
    ]);
    const late = await rows.start({ node: [task('cut', 'do', { oversight: { ...oversight, timeout: 1 } })] });
    expect(late.state).toBe('failed');
    expect(stepOf(late, 'cut').error).toMatchObject({ code: 'rejected' });
    const { id: other } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [task('cut', 'do', { oversight: { ...oversight, timeout: 1, 'on-timeout': 'escalate' } })],
      },
    });
    const escalated = await rows.until(other, ({ state }) => state === 'escalated');
    expect(stepOf(escalated, 'cut').error).toMatchObject({ code: 'deadline-exceeded' });
  });

  it('is void when its run goes back: a vote from before does not let the step begin, which is asked about anew', async () => {
    const node = task('cut', 'do', {
      oversight: { approver: ['carol', 'dave'], quorum: 2 },
      compensation: { skill: 'do' },
    });
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [node] } });
    const { digest } = gateOf(await rows.until(id, waits('cut')), 'cut');
    await rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.carol);
    await rows.act(`${id}/roll-back`, backToStart('once more', 'resume'));
    // It depends on how far the run has come what is said, and never on the vote.
    expect([
      ['operation-failed', 'bad-transition'],
      ['operation-failed', 'stale-approval'],
    ]).toContainEqual(await refusalOf(rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.dave)));
    const again = await rows.until(id, (run) => latest(run)?.state === 'yangent-workflows:awaiting-approval');
    expect(again.step).toMatchObject([
      { generation: 1, state: 'yangent-workflows:rolled-back', gate: [{ state: 'void' }] },
      { generation: 2, gate: [{ state: 'open' }] },
    ]);
    // What was never done is not undone.
    expect(stepOf(again, 'cut').task).toBeUndefined();
    expect(latest(again)?.gate[0]).not.toHaveProperty('vote');
    const second = String(latest(again)?.gate[0]?.digest);
    // The step that was asked about before is another resource.
    expect(await refusalOf(rows.act(`${id}/step=cut,0,1/approve`, { digest: second }, rows.dave))).toEqual([
      'operation-failed',
      'bad-transition',
    ]);
    await rows.act(`${id}/step=cut,0,2/approve`, { digest: second }, rows.dave);
    expect((await rows.run(id)).state).toBe('running');
    await rows.act(`${id}/step=cut,0,2/approve`, { digest: second }, rows.carol);
    await rows.until(id, ({ state }) => state === 'completed');
  });

  it('comes before the first item and the first round, once for all of them', async () => {
    const oversight = { approver: ['carol'] };
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          { ...task('each', 'do', { ...given({ n: 'item' }), oversight }), 'for-each': { items: '[1, 2]' } },
          { ...task('again', 'do', { oversight }), repeat: { until: 'round == 2', delay: 0 } },
        ],
      },
    });
    const waiting = await rows.until(id, (run) => waits('each')(run) && waits('again')(run));
    expect((waiting.step as readonly unknown[]).length).toBe(2);
    for (const node of ['each', 'again'])
      await rows.act(`${id}/step=${node},0,1/approve`, { digest: gateOf(waiting, node).digest }, rows.carol);
    const done = await rows.until(id, ({ state }) => state === 'completed');
    expect(stepOf(done, 'again').round).toBe(2);
  });
});

describe('the author of a workflow', () => {
  it('ATD-8-q: has no vote in runs of their revision, also when another user has changed the workflow since', async () => {
    await rows.rig.node.edit({
      'ietf-netconf-acm:nacm': {
        groups: { group: [{ name: 'authors', 'user-name': ['dave'] }] },
        'rule-list': [
          {
            ...{ name: 'authors', group: ['authors'] },
            rule: [
              {
                ...{ name: 'definitions', path: '/ywf:workflows/ywf:definition' },
                ...{ 'access-operations': '*', action: 'permit' },
              },
            ],
          },
        ],
      },
    } as never);
    const definition = {
      ...{ name: 'authored', version: '1.0' },
      node: [task('cut', 'do', { oversight: { approver: ['carol', 'dave'] } })],
    };
    const path = `${DATA}/yangent-workflows:workflows/definition=authored`;
    const content = { 'yangent-workflows:definition': [definition] };
    expect((await rows.ask(rows.dave, 'PUT', path, content)).status).toBe(201);
    const { id } = await rows.rpc('start', { definition: 'authored' }, rows.ann);
    const { digest } = gateOf(await rows.until(id, waits('cut')), 'cut');
    const approve = (by = rows.dave) => rows.act(`${id}/step=cut,0,1/approve`, { digest }, by);
    expect(await refusalOf(approve())).toEqual(['access-denied', 'not-a-voter']);
    await rows.define('authored', { ...definition, description: 'in other words' });
    expect(await refusalOf(approve())).toEqual(['access-denied', 'not-a-voter']);
    await approve(rows.carol);
    await rows.until(id, ({ state }) => state === 'completed');
    // What the other user has committed is voted on by the first author.
    const { id: next } = await rows.rpc('start', { definition: 'authored' }, rows.ann);
    const asked = gateOf(await rows.until(next, waits('cut')), 'cut');
    await rows.act(`${next}/step=cut,0,1/approve`, { digest: asked.digest }, rows.dave);
    await rows.until(next, ({ state }) => state === 'completed');
    await rows.admin('DELETE', `${DATA}/ietf-netconf-acm:nacm`);
  });
});

describe('a guard', () => {
  const guard = (name: string, terms: object) =>
    rows.admin('PUT', `${DATA}/yangent-workflows:workflows/guard=${name}`, {
      'yangent-workflows:guard': [{ name, ...terms }],
    });

  it('ATD-8-q: holds every graph back that uses its skill, whatever the graph does to get around it', async () => {
    await rows.rig.node.edit({
      'yangent-agents:agents': { agent: [attached('digger', ['dig-up', 'plain'])] },
    });
    await guard('careful', { skill: ['dig-up'], approval: { approver: ['carol'] } });
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
    await rows.admin('DELETE', `${DATA}/yangent-workflows:workflows/guard=careful`);
  });

  it('ATD-8-q: is not got around by a skill in capitals whose objective names the guarded one', async () => {
    await guard('level', { skill: ['measure'], deny: [null] });
    const skill = { skill: 'DO', objective: 'measure', discover: { skill: ['DO'], name: 'worker' } };
    const run = await rows.start({ node: [{ name: 'cut', task: skill, ...given({ site: '"north"' }) }] });
    expect(run.state).toBe('completed');
    expect(stepOf(run, 'cut').output).toEqual({ result: { site: 'north' } });
    await rows.admin('DELETE', `${DATA}/yangent-workflows:workflows/guard=level`);
  });

  it('that changes asks again by its new rule, and one that is gone lets the step go', async () => {
    await guard('soft', { skill: ['do'], approval: { approver: ['carol'] } });
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [task('cut', 'do')] } });
    const { digest } = gateOf(await rows.until(id, waits('cut')), 'cut');
    await guard('soft', { skill: ['do'], approval: { approver: ['dave'] } });
    const again = await rows.until(id, (run) => waits('cut')(run) && gateOf(run, 'cut').digest !== digest);
    expect(gateOf(again, 'cut').approver).toEqual(['dave']);
    expect(await refusalOf(rows.act(`${id}/step=cut,0,1/approve`, { digest }, rows.carol))).toEqual([
      'operation-failed',
      'stale-approval',
    ]);
    await rows.admin('DELETE', `${DATA}/yangent-workflows:workflows/guard=soft`);
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
    await guard('careful', { skill: ['dig-up'], approval: { approver: ['carol', 'crew'] } });
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
    await guard('careful', { skill: ['dig-up'], approval: { approver: ['dave', 'carol'], question: 'Dig?' } });
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

    await guard('careful', { skill: ['dig-up'], deny: [null] });
    const denied = await rows.until(await laid(), (run) => run.state === 'escalated');
    expect(denied['state-reason']).toContain('the guard "careful" refuses that it is undone');
    expect(stepOf(denied, 'lay')).toMatchObject({
      state: 'yangent-workflows:failed',
      error: { code: 'policy-violation' },
    });
    await rows.admin('DELETE', `${DATA}/yangent-workflows:workflows/guard=careful`);
  });

  it('that denies fails the step, and tells of it', async () => {
    await guard('never', { skill: ['do'], deny: [null] });
    const run = await rows.start({ node: [task('cut', 'do')] });
    expect(run.state).toBe('failed');
    expect(stepOf(run, 'cut').error).toMatchObject({
      code: 'policy-violation',
      message: 'the guard "never" refuses this step',
    });
    await rows.admin('DELETE', `${DATA}/yangent-workflows:workflows/guard=never`);
  });
});

it('a node of critical risk has a gate by the assurance profile', async () => {
  const dag = { version: '1.0', node: [task('cut', 'do', { risk: 'critical' })] };
  const { id } = await rows.rpc('start', { dag });
  const { name, 'approver-group': groups } = gateOf(await rows.until(id, waits('cut')), 'cut');
  expect([name, groups]).toEqual(['assurance', undefined]);
  await rows.act(`${id}/cancel`);
  const fast = await rows.start({ ...dag, execution: { assurance: 'fast' } });
  expect(fast.state).toBe('completed');
});

it('a graph whose gate nobody can pass is refused', async () => {
  const { value } = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:check`, {
    'yangent-workflows:input': {
      dag: {
        version: '1.0',
        node: [
          task('cut', 'do', { oversight: { approver: ['carol'], quorum: 2, form: '{"type":1}' } }),
          { name: 'ask', type: 'yangent-workflows:approval', timeout: { total: 5 } },
        ],
      },
    },
  });
  const found = value['yangent-workflows:output'].finding.map(
    ({ code, path }: Record<string, string>) => `${code} ${path}`,
  );
  expect(found).toEqual([
    "dag-bounds node[name='cut']/oversight/quorum",
    "dag-schema node[name='cut']/oversight/form",
    "dag-bounds node[name='ask']/timeout/total",
  ]);
});
