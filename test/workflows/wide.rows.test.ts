/** Graphs that are wider than one transaction begins. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, type Step, stepsOf, task, WorkflowRig } from './rig.js';

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start();
});
afterAll(() => rig.stop());

const WIDTH = 300;
const wide = (node: (name: string) => object) => Array.from({ length: WIDTH }, (_, index) => node(`n${index}`));
const steps = (state: string) => [{ state: `yangent-workflows:${state}`, number: WIDTH }];

it('every node of a wide graph is executed', async () => {
  const run = await rig.start({ node: wide((name) => ({ name, type: 'yangent-workflows:none' })) });
  expect([run.state, run.progress]).toEqual(['completed', { percent: 100, steps: steps('completed') }]);
});

it('a node whose condition is false does not hold up those behind it', async () => {
  const run = await rig.start(
    {
      node: wide((name) => ({ name, type: 'yangent-workflows:none', condition: 'input.go', output: [] })),
      'input-schema': '{"type":"object","properties":{"go":{"type":"boolean"}},"required":["go"]}',
    },
    { input: { go: false } },
  );
  expect([run.state, run.progress]).toEqual(['completed', { percent: 100, steps: steps('skipped') }]);
});

it('cancel ends the nodes that have not become ready as well', async () => {
  const node = wide((name) => ({ name, type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }));
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node } });
  await rig.act(`${id}/cancel`);
  const run = await rig.until(id, ({ state }) => state === 'canceled');
  expect(run.progress).toEqual({ percent: 100, steps: steps('canceled') });
});

it('cancel ends what follows the last steps of a slice as well', async () => {
  const wait = { type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } };
  const node = [...wide((name) => ({ name, ...wait })), ...wide((name) => task(`${name}b`))];
  const edge = wide((name) => ({ from: name, to: `${name}b` }));
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node, edge } });
  await rig.act(`${id}/cancel`);
  const run = await rig.until(id, ({ state }) => state === 'canceled');
  expect(run.progress).toEqual({ percent: 100, steps: [of('canceled', 2 * WIDTH)] });
});

it('a paused run takes up all of its nodes when it goes on', async () => {
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: wide((name) => task(name)) } });
  await rig.act(`${id}/pause`);
  await rig.act(`${id}/resume`);
  const newest = async (): Promise<Run> => (await rig.rpc('list-runs', { limit: 1 })).run[0];
  await expect.poll(async () => (await newest()).state, { timeout: 25_000, interval: 100 }).toBe('completed');
  expect((await newest()).progress).toEqual({ percent: 100, steps: steps('completed') });
});

/** The states of the nodes of a run, each with its number. */
const stepsOfRun = (run: Run) => (run.progress as { readonly steps: unknown }).steps;
const of = (state: string, number: number) => ({ state: `yangent-workflows:${state}`, number });

it('every step of a wide graph ends when one of them fails, whatever its name', async () => {
  const wait = { type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } };
  for (const name of ['a', 'zz']) {
    const { id } = await rig.rpc('start', {
      dag: { version: '1.0', node: [task(name, 'fail'), ...wide((each) => ({ name: each, ...wait }))] },
    });
    const run = await rig.until(id, ({ state }) => state === 'failed');
    expect(stepsOfRun(run)).toEqual([of('canceled', WIDTH), of('failed', 1)]);
  }
});

it('no item of a wide list goes on when its step has failed', async () => {
  const items = `[${Array.from({ length: WIDTH }, (_, index) => index)}]`;
  const each = { ...task('each', 'fail'), 'for-each': { items, 'max-parallel': WIDTH }, 'on-failure': 'escalate' };
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [each] } });
  const run = await rig.until(id, (now) => now.state === 'escalated' && !stepsOf(now).some(isOpen));
  const ended = stepsOf(run).filter(({ item }) => item > 0);
  expect(ended.filter(({ state }) => state.endsWith('canceled')).length).toBe(WIDTH - 1);
  await rig.act(`${id}/cancel`);
});

const isOpen = ({ state }: Step) => /(pending|ready|executing|suspended)$/.test(state);

describe('a step with more edges than one transaction decides', () => {
  const FAR = 1_500;
  const names = Array.from({ length: FAR }, (_, index) => `n${index}`);
  const behind = names.map((name) => ({ name, type: 'yangent-workflows:none' }));
  const last = { name: 'z', type: 'yangent-workflows:none', join: 'all' };
  const edges = (on: readonly string[]) => [
    ...names.map((to) => ({ from: 'a', to, on })),
    ...names.map((from) => ({ from, to: 'z' })),
  ];

  it('has all of them decided', async () => {
    const run = await rig.start({ node: [task('a'), ...behind, last], edge: edges(['success']) }, { wait: 60 });
    expect([run.state, stepsOfRun(run)]).toEqual(['completed', [of('completed', FAR + 2)]]);
  });

  it('has all of them decided when it fails, and again when another end is set', async () => {
    const dag = { node: [task('a', 'fail'), ...behind, last], edge: edges(['success']) };
    const run = await rig.start(dag, { wait: 60 });
    expect([run.state, stepsOfRun(run)]).toEqual(['failed', [of('canceled', 1), of('failed', 1), of('skipped', FAR)]]);
    await rig.act(`${run.id}/step=a,0,1/set-output`, { output: {} });
    const mended = await rig.until(run.id, ({ state }) => state === 'completed');
    expect(stepsOfRun(mended)).toEqual([of('completed', FAR + 2)]);
  });

  it('skips all that follow', async () => {
    const node = [{ name: 'a', type: 'yangent-workflows:none', condition: 'false' }, ...behind, last];
    const run = await rig.start({ node, edge: edges(['success']) }, { wait: 60 });
    expect([run.state, stepsOfRun(run)]).toEqual(['completed', [of('skipped', FAR + 2)]]);
  });
});
