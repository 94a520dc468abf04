/** A person corrects what a step gave, over RESTCONF (ATD-6-w). */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { TaskFailure } from '../../src/index.js';
import { Https } from '../support/http.js';
import { edge, type Run, states, stepOf, stepsOf, task, WorkflowRig, worker } from './rig.js';

type Members = Readonly<Record<string, unknown>>;

let rig: WorkflowRig;
/** The inputs of the skill `dig`. */
let dug: unknown[] = [];

beforeAll(async () => {
  const dig = async ({ input }: { readonly input?: unknown }) => {
    dug.push(input);
    if (Object(input).depth < 0) throw new TaskFailure('too-high', 'there is nothing to dig');
    return { artifacts: [{ name: 'hole', data: { ...Object(input) } }] };
  };
  rig = await WorkflowRig.start({ agents: [worker('worker', { dig })] });
  await rig.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'ann', password: '$0$ann-ann-ann' }] },
  });
});
afterAll(() => rig.stop());

const SCHEMA = '{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"],"additionalProperties":false}';
const compute = (name: string, value: string, more: Members = {}) => ({
  ...{ name, type: 'yangent-workflows:none', output: [{ name: 'x', value }], 'output-schema': SCHEMA },
  ...more,
});
const signal = (name: string) => ({ name, type: 'yangent-workflows:wait', wait: { signal: { name } } });
const isAt =
  (...wanted: readonly string[]) =>
  ({ state }: Run) =>
    wanted.includes(state);
const inject = (id: string, node: string, output: unknown, by?: Https) =>
  rig.act(`${id}/inject`, { node, output, reason: 'I have measured it' }, by);

const WAITS = {
  node: [compute('a', '1'), signal('go'), compute('b', 'steps.a.output.x + 1')],
  edge: [edge('a', 'b'), edge('go', 'b')],
  output: [{ name: 'o', value: 'steps.b.output.x' }],
};

test('ATD-6-w: a person injects a corrected output, which the steps read that have not begun', async () => {
  const { id } = await rig.start(WAITS, { wait: 0 });
  await rig.until(id, (run) => states(run).go === 'executing');
  expect(await inject(id, 'a', { x: 41 })).toEqual({ state: 'running' });
  const run = await rig.run(id);
  expect(stepOf(run, 'a')).toMatchObject({
    state: 'yangent-workflows:completed',
    'state-reason': 'I have measured it',
    output: { x: 41 },
    injected: { by: 'admin', at: expect.any(String), was: expect.stringMatching(/^sha-256:/) },
  });
  const told = (run.event as readonly Members[]).filter(({ kind }) => kind === 'action');
  expect(told).toMatchObject([
    {
      by: 'admin',
      node: 'a',
      data: {
        action: 'inject',
        reason: 'I have measured it',
        output: expect.stringMatching(/^sha-256:/),
        was: Object(stepOf(run, 'a').injected).was,
      },
    },
  ]);
  await rig.act(`${id}/signal`, { name: 'go' });
  const ended = await rig.until(id, isAt('completed'));
  expect(ended).toMatchObject({ output: { o: 42 } });
  expect(stepOf(ended, 'b')).toMatchObject({ lineage: [{ input: 'x', step: ['a'] }] });
  expect(stepOf(ended, 'b').degraded).toBeUndefined();
  await expect(inject(id, 'a', { x: 1 })).rejects.toMatchObject({ error: { 'error-app-tag': 'bad-transition' } });
});

describe('a corrected output', () => {
  it('has to fit the schema of its node', async () => {
    const { id } = await rig.start(WAITS, { wait: 0 });
    const before = await rig.until(id, (run) => states(run).go === 'executing');
    await expect(inject(id, 'a', { x: 'much' })).rejects.toMatchObject({
      status: 400,
      error: { 'error-tag': 'invalid-value', 'error-app-tag': 'invalid-output' },
    });
    expect((await rig.run(id)).event).toEqual(before.event);
    expect(stepOf(await rig.run(id), 'a')).toEqual(stepOf(before, 'a'));
  });

  it('stands for one that a failure or a skip has left out, and is not degraded', async () => {
    const { id } = await rig.start(
      {
        node: [
          task('a', 'fail', { 'on-failure': 'continue' }),
          compute('s', '1', { condition: 'false' }),
          signal('go'),
          compute('b', 'steps.a.output.x + steps.s.output.x'),
        ],
        edge: [edge('a', 'b'), edge('s', 'b', { on: ['skipped'] }), edge('go', 'b')],
      },
      { wait: 0 },
    );
    await rig.until(id, (run) => states(run).a === 'failed' && states(run).go === 'executing');
    await inject(id, 'a', { x: 2 });
    await inject(id, 's', { x: 3 });
    await rig.act(`${id}/signal`, { name: 'go' });
    const run = await rig.until(id, isAt('completed'));
    expect(stepOf(run, 'b').output).toEqual({ x: 5 });
    expect(stepOf(run, 'b').degraded).toBeUndefined();
    expect(states(run)).toMatchObject({ a: 'failed', s: 'skipped' });
  });

  it('is read by a step that failed on the earlier one, when it is retried', async () => {
    dug = [];
    const { id } = await rig.start({
      execution: { 'on-failure': 'escalate' },
      node: [compute('a', '-1'), { ...task('b', 'dig'), input: [{ name: 'depth', value: 'steps.a.output.x' }] }],
      edge: [edge('a', 'b')],
    });
    await rig.until(id, isAt('escalated'));
    const keyOf = async () => {
      const [task] = stepOf(await rig.run(id), 'b').task as readonly string[];
      const { body } = await rig.admin.send('GET', `/restconf/data/yangent-tasks:tasks/task=${task}`);
      return JSON.parse(body)['yangent-tasks:task'][0].key;
    };
    const before = await keyOf();
    await inject(id, 'a', { x: 3 });
    await rig.act(`${id}/step=b,0,1/retry`);
    const run = await rig.until(id, isAt('completed'));
    expect(stepOf(run, 'b').input).toEqual({ depth: 3 });
    expect(dug).toEqual([{ depth: -1 }, { depth: 3 }]);
    expect(await keyOf()).toBe(`${before};t=2`);
  });

  it('voids the votes on a step that reads it', async () => {
    const { id } = await rig.start(
      {
        execution: { assurance: 'fast' },
        node: [
          compute('a', '1'),
          {
            ...task('b', 'do', { oversight: { separation: false } }),
            input: [{ name: 'n', value: 'steps.a.output.x' }],
          },
        ],
        edge: [edge('a', 'b')],
      },
      { wait: 0 },
    );
    const gate = async () => {
      const run = await rig.until(id, (now) => stepsOf(now).some(({ state }) => state.endsWith('awaiting-approval')));
      return (stepOf(run, 'b').gate as readonly Members[])[0] ?? {};
    };
    const { digest } = await gate();
    await inject(id, 'a', { x: 9 });
    const approve = (of: unknown) => rig.act(`${id}/step=b,0,1/approve`, { digest: of });
    await expect(approve(digest)).rejects.toMatchObject({ error: { 'error-app-tag': 'stale-approval' } });
    await approve((await gate()).digest);
    expect(stepOf(await rig.until(id, isAt('completed')), 'b').input).toEqual({ n: 9 });
  });
});

describe('is refused', () => {
  it('for a step that has not ended, that failed, or that is a list', async () => {
    const { id } = await rig.start(
      {
        execution: { 'on-failure': 'escalate' },
        node: [signal('go'), { ...task('each', 'do'), 'for-each': { items: '[1]' } }, task('f', 'fail')],
      },
      { wait: 0 },
    );
    await rig.until(id, (run) => run.state === 'escalated' && states(run).each === 'completed');
    for (const [node, why] of [
      ['go', 'a step that has ended'],
      ['each', 'for-each'],
      ['f', 'set-output'],
    ] as const)
      await expect(inject(id, node, {})).rejects.toMatchObject({
        error: {
          'error-app-tag': 'bad-transition',
          'error-message': expect.stringContaining(node === 'each' ? 'its items' : why),
        },
      });
    await expect(inject(id, 'x', {})).rejects.toMatchObject({ error: { 'error-tag': 'data-missing' } });
  });

  it('on what persons have decided, for others than these and operators', async () => {
    await rig.define('asks', {
      execution: { assurance: 'fast' },
      node: [
        { name: 'ok', type: 'yangent-workflows:approval', approval: { approver: ['admin'], separation: false } },
        signal('go'),
      ],
    });
    const ann = new Https(rig.rig, 'ann', 'ann-ann-ann');
    const { id } = await rig.rpc('start', { definition: 'asks' }, ann);
    const run = await rig.until(id, (now) => states(now).ok === 'awaiting-approval');
    const [{ digest } = {}] = stepOf(run, 'ok').gate as readonly Members[];
    await rig.act(`${id}/step=ok,0,1/approve`, { digest });
    await rig.until(id, (now) => states(now).ok === 'completed');
    await expect(inject(id, 'ok', { verdict: 'approved', by: ['bob'] }, ann)).rejects.toMatchObject({
      status: 403,
      error: { 'error-app-tag': 'not-a-voter' },
    });
    await inject(id, 'ok', { verdict: 'approved', by: ['admin'], data: { note: 'as said' } });
    ann.close();
  });
});
