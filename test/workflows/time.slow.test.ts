/** The time of a step, and of what runs when the time of the run is over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edge, states, stepOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
let free = () => {};
beforeAll(async () => {
  const gate = new Promise<undefined>((resolve) => {
    free = () => resolve(undefined);
  });
  rig = await WorkflowRig.start({ agents: [worker('worker', { gate: () => gate })] });
  const pool = [{ name: 'bed', slots: 1 }];
  await rig.admin.send('PUT', '/restconf/data/yangent-workflows:workflows/pool=bed', {
    body: JSON.stringify({ 'yangent-workflows:pool': pool }),
  });
  await rig.define('forever', { node: [signal('a')] });
});
afterAll(async () => {
  free();
  await rig.stop();
});

const signal = (name: string, more: object = {}) => ({
  ...{ name, type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } },
  ...more,
});
const short = { timeout: { total: 1 } };
const late = { code: 'deadline-exceeded' };

describe('timeout/total ends a step', () => {
  it.each([
    [
      'that waits for a pool',
      [task('a', 'gate', { pool: ['bed'] }), task('b', 'none', { ...short, pool: ['bed'] })],
      {},
    ],
    [
      'that waits for its turn',
      [task('a', 'gate', { estimate: 900 }), task('b', 'none', short)],
      { 'max-parallel': 1 },
    ],
    ['between two rounds', [{ ...task('b', 'none', short), repeat: { until: 'false', delay: 3_600 } }], {}],
    ['in many rounds', [{ ...task('b', 'none', short), repeat: { until: 'false', delay: 0, max: 100_000 } }], {}],
    ['between two attempts', [task('b', 'fail', { ...short, retry: { on: ['any'], delay: 3_600 } })], {}],
    ['with items', [{ ...task('b', 'gate', short), 'for-each': { items: '[1, 2]' } }], {}],
    [
      'that is another run',
      [{ name: 'b', type: 'yangent-workflows:workflow', workflow: { definition: 'forever' }, ...short }],
      {},
    ],
    ['that waits', [signal('b', short)], {}],
  ])('%s', async (_what, node, execution) => {
    const run = await rig.start({ node, execution });
    expect([run.state, stepOf(run, 'b').state, stepOf(run, 'b').error]).toMatchObject([
      ...['failed', 'yangent-workflows:failed'],
      late,
    ]);
    expect(Object.values(states(run))).not.toContain('executing');
  });

  it.each([
    ['a task', task('b', 'gate', short)],
    ['another run', { name: 'b', type: 'yangent-workflows:workflow', workflow: { definition: 'forever' }, ...short }],
  ])('which is %s and whose time came while the run was paused, when it goes on', async (_what, node) => {
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [node] } });
    await rig.until(id, (run) => states(run).b === 'executing');
    await rig.act(`${id}/pause`);
    const paused = await rig.until(id, (run) => run.state !== 'paused' || stepOf(run, 'b').due === undefined);
    expect([paused.state, states(paused)]).toEqual(['paused', { b: 'executing' }]);
    await rig.act(`${id}/resume`);
    const run = await rig.until(id, ({ state }) => state !== 'running');
    expect([run.state, stepOf(run, 'b').error]).toMatchObject(['failed', late]);
  });

  it('whose time came while the run was paused, when it goes on', async () => {
    const node = [
      { ...task('b', 'none', short), repeat: { until: 'false', delay: 3_600 } },
      signal('c', { timeout: { total: 2 } }),
    ];
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node } });
    await rig.until(id, (run) => stepOf(run, 'b').round === 2);
    await rig.act(`${id}/pause`);
    await rig.until(id, (run) => stepOf(run, 'b').due === undefined && stepOf(run, 'c').due === undefined);
    expect(states(await rig.run(id))).toEqual({ b: 'ready', c: 'executing' });
    await rig.act(`${id}/resume`);
    const run = await rig.until(id, ({ state }) => state === 'failed');
    expect(stepOf(run, 'b').error).toMatchObject(late);
  });
});

describe('a node of finally', () => {
  const items = { ...task('each'), 'for-each': { items: '[1, 2]' } };
  const call = { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'forever' }, ...short };

  it('has its own time when that of the run is over, and no more', async () => {
    const execution = { timeout: 1, finally: ['each', 'call', 'fin'] };
    const run = await rig.start({ execution, node: [signal('a'), items, call, signal('fin', short)] });
    expect([run.state, states(run)]).toMatchObject([
      'canceled',
      { a: 'canceled', each: 'completed', call: 'failed', fin: 'failed' },
    ]);
    expect(run['state-reason']).toMatch(/^its deadline is over.*; step "fin" of finally failed: /);
  });

  it.each([
    ['an hour', {}, 3_600],
    ['the time that it says', short, 1],
  ])('has %s', async (_what, more, seconds) => {
    const execution = { finally: ['fin'] };
    const { id } = await rig.rpc('start', {
      dag: { version: '1.0', execution, node: [task('a'), signal('fin', more)] },
    });
    const run = await rig.until(id, (each) => states(each).fin !== undefined && states(each).fin !== 'ready');
    const { started, due = run.ended } = stepOf(run, 'fin');
    expect(Math.floor((Date.parse(String(due)) - Date.parse(String(started))) / 1_000)).toBe(seconds);
    await rig.act(`${id}/signal`, { name: 'go' }).catch(() => {});
  });
});

it('edges are decided by a step that was too late', async () => {
  const edges = [edge('b', 'c', { on: ['failure'] })];
  const run = await rig.start({ node: [signal('b', short), task('c')], edge: edges });
  expect([run.state, states(run)]).toEqual(['completed', { b: 'failed', c: 'completed' }]);
});
