/** Steps that go on in pieces (items, rounds, child runs) when their run is migrated: no piece passes by the persons who decide about it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, states, stepOf, stepsOf, task, WorkflowRig, worker } from './rig.js';

type Members = Readonly<Record<string, unknown>>;

let rig: WorkflowRig;
/** Ends the tasks of the skill `held`, the oldest first. */
const held: (() => void)[] = [];
/** Skills that were executed. */
const done: string[] = [];

beforeAll(async () => {
  const hold = () =>
    new Promise<{ artifacts: { name: string; data: unknown }[] }>((resolve) => {
      held.push(() => resolve({ artifacts: [{ name: 'result', data: {} }] }));
    });
  const digUp = async ({ input }: { readonly input: unknown }) => {
    done.push(`dig-up ${JSON.stringify(input)}`);
    return { artifacts: [{ name: 'result', data: {} }] };
  };
  rig = await WorkflowRig.start({ agents: [worker('worker', { held: hold, 'dig-up': digUp })] });
  await rig.rig.node.edit({
    'yangent-workflows:workflows': {
      guard: [
        { name: 'never', skill: ['dig-up'], 'min-risk': 'high', deny: [null] },
        { name: 'careful', skill: ['dig-up'], approval: { approver: ['admin'], separation: false } },
      ],
    },
  });
});
afterAll(() => rig.stop());

let number = 0;
/** Starts a run of the first revision of a definition, of which there is a second one. */
async function started(first: Members, second: Members): Promise<string> {
  const name = `d${++number}`;
  const version = (graph: Members) => ({ execution: { assurance: 'fast' }, ...graph });
  await rig.define(name, version(first));
  const { id } = await rig.rpc('start', { definition: name });
  await rig.define(name, { ...version(second), version: '2.0' });
  return id;
}

async function release(): Promise<void> {
  await expect.poll(() => held.length).toBe(1);
  held.shift()?.();
}

const isCompleted = ({ state }: Run) => state === 'completed';
const gatesOf = (run: Run, node: string) => stepOf(run, node).gate as readonly Members[];

describe('a step that has begun and begins more', () => {
  const each = (skill: string, more: Members = {}) => ({
    ...task('a', skill, more),
    'for-each': { items: '[1, 2]', 'max-parallel': 1 },
  });
  const repeated = (skill: string) => task('a', skill, { repeat: { until: 'round >= 2', delay: 0 } });

  it.each<[string, Members, Members, string]>([
    ['an item of a for-each', each('held'), each('dig-up'), 'guard:careful'],
    ['an item that a guard denies', each('held'), each('dig-up', { risk: 'high' }), 'guard:never, guard:careful'],
    ['the next round', repeated('held'), repeated('dig-up'), 'guard:careful'],
    ['a round that there was not', task('a', 'held'), repeated('dig-up'), 'guard:careful'],
    ['an item of a node with oversight', each('held'), each('do', { oversight: { separation: false } }), 'oversight'],
  ])('is not migrated past a guard or gate: %s', async (_, before, after, names) => {
    const id = await started({ node: [before] }, { node: [after] });
    await expect.poll(() => held.length).toBe(1);
    const [code, message] = [
      'migrate-gate',
      `step "a" has begun, and its node changes, about which ${names} must decide before its begin; let it end first, or keep its node`,
    ];
    const { finding } = await rig.act(`${id}/migrate`, { 'dry-run': true });
    expect(finding).toContainEqual({ id: 1, severity: 'error', code, path: "node[name='a']", message });
    await expect(rig.act(`${id}/migrate`)).rejects.toMatchObject({
      error: { 'error-tag': 'invalid-value', 'error-app-tag': code, 'error-message': message },
    });
    await rig.act(`${id}/cancel`);
    held.length = 0;
    expect(done).toEqual([]);
  });

  it('is migrated when its node stays as it is, and when no other piece comes', async () => {
    const id = await started(
      { node: [each('held'), task('b', 'held')] },
      { node: [each('held'), task('b', 'dig-up'), task('c')] },
    );
    await expect.poll(() => held.length).toBe(2);
    expect(await rig.act(`${id}/migrate`)).toMatchObject({
      revision: 2,
      finding: [{ severity: 'warning', code: 'migrate-begun', path: "node[name='b']" }],
    });
    for (const end of held.splice(0)) end();
    await release();
    await rig.until(id, isCompleted);
    expect(done).toEqual([]);
  });
});

describe('the votes on a step between two rounds', () => {
  const approve = async (id: string, node: string) => {
    const run = await rig.until(id, (now) => states(now)[node] === 'awaiting-approval');
    await rig.act(`${id}/step=${node},0,1/approve`, { digest: gatesOf(run, node)[0]?.digest });
  };
  const compute = { name: 'a', type: 'yangent-workflows:none', output: [{ name: 'x', value: '1' }] };
  const GRAPH = {
    node: [
      compute,
      task('b', 'do', {
        input: [{ name: 'x', value: 'steps.a.output.x' }],
        oversight: { separation: false },
        repeat: { until: 'round >= 2', delay: 3600 },
      }),
    ],
    edge: [{ from: 'a', to: 'b' }],
  };
  const between = (run: Run) => stepsOf(run).some(({ node, round }) => node === 'b' && round === 2);

  it('stay when an output is corrected that it has read: it keeps the input that was approved', async () => {
    const { id } = await rig.rpc('start', { dag: { version: '1.0', execution: { assurance: 'fast' }, ...GRAPH } });
    await approve(id, 'b');
    const before = await rig.until(id, between);
    await rig.act(`${id}/inject`, { node: 'a', output: { x: 2 }, reason: 'it is 2' });
    const after = await rig.run(id);
    expect(stepOf(after, 'b')).toEqual(stepOf(before, 'b'));
    expect([stepOf(after, 'b').input, gatesOf(after, 'b')[0]?.state]).toEqual([{ x: 1 }, 'approved']);
    await rig.act(`${id}/cancel`);
  });

  it('stay when the run is migrated and its node stays as it is', async () => {
    const id = await started(GRAPH, { ...GRAPH, node: [...GRAPH.node, task('c')] });
    await approve(id, 'b');
    const before = await rig.until(id, between);
    await rig.act(`${id}/migrate`);
    expect(stepOf(await rig.run(id), 'b')).toEqual(stepOf(before, 'b'));
    await rig.act(`${id}/cancel`);
  });

  it('hold for all items: an output that those to come are to read is not corrected', async () => {
    const each = { input: [{ name: 'x', value: 'steps.a.output.x' }], oversight: { separation: false } };
    const { id } = await rig.rpc('start', {
      dag: {
        ...{ version: '1.0', execution: { assurance: 'fast' }, edge: [{ from: 'a', to: 'b' }] },
        node: [compute, task('b', 'held', { ...each, 'for-each': { items: '[1, 2]', 'max-parallel': 1 } })],
      },
    });
    await approve(id, 'b');
    await expect.poll(() => held.length).toBe(1);
    const correct = () => rig.act(`${id}/inject`, { node: 'a', output: { x: 2 }, reason: 'it is 2' });
    await expect(correct()).rejects.toMatchObject({
      error: {
        'error-app-tag': 'bad-transition',
        'error-message': expect.stringContaining('persons approved it with the earlier output'),
      },
    });
    await release();
    await release();
    expect(stepOf(await rig.until(id, isCompleted), 'b', 2).input).toEqual({ x: 1 });
  });
});
