/** Gates of steps and nodes: when they open, when what persons decided is void, and how a graph may have them (seed 003 §4.2 and §8). */
import { describe, expect, it } from 'vitest';
import { edge, type Run, stepOf, task } from '../workflows/rig.js';
import { backToStart, type Gate, gateOf, refusalOf, stateIn, useGateRows, waits } from './workflows-gates-rig.js';
import { attached, compute, DATA, given, OPERATIONS } from './workflows-rig.js';

const rows = useGateRows();

/** The latest execution of the only node of a run. */
function latest(run: Run) {
  const steps = (run.step ?? []) as readonly { readonly state: string; readonly gate: readonly Gate[] }[];
  return steps.find(({ state }) => state !== 'yangent-workflows:rolled-back');
}

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
});

describe('a gate', () => {
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
    // The first author votes on the content that the other user has committed.
    const { id: next } = await rows.rpc('start', { definition: 'authored' }, rows.ann);
    const asked = gateOf(await rows.until(next, waits('cut')), 'cut');
    await rows.act(`${next}/step=cut,0,1/approve`, { digest: asked.digest }, rows.dave);
    await rows.until(next, ({ state }) => state === 'completed');
    await rows.admin('DELETE', `${DATA}/ietf-netconf-acm:nacm`);
  });
});
