/** Runs that launch nothing keep their places in the lines of pools, and hold nobody up. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { edge, type Run, states, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
/** Opens the gate of a step by its name. */
let open: (name: string) => void;
/** The steps that were executed, in their order. */
let order: string[];

beforeEach(async () => {
  order = [];
  const gates = new Map<string, { readonly opened: Promise<void>; readonly open: () => void }>();
  const gateOf = (name: string) => {
    let settle = () => {};
    const opened = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const gate = gates.get(name) ?? { opened, open: settle };
    gates.set(name, gate);
    return gate;
  };
  open = (name) => gateOf(name).open();
  const named = (input: unknown) => String(Object(input).name);
  const skills = {
    gate: async ({ input }: { readonly input?: unknown }) => {
      order.push(named(input));
      await gateOf(named(input)).opened;
    },
    note: async ({ input }: { readonly input?: unknown }) => {
      order.push(named(input));
    },
  };
  rig = await WorkflowRig.start({ agents: [worker('worker', skills)] });
  for (const name of ['bed', 'desk']) {
    const body = JSON.stringify({ 'yangent-workflows:pool': [{ name, slots: 1 }] });
    await rig.admin.send('PUT', `/restconf/data/yangent-workflows:workflows/pool=${name}`, { body });
  }
});
afterEach(() => rig.stop());

/** A step that says its name, and needs the pool. */
const said = (name: string, skill: string, more: object = { pool: ['bed'] }) =>
  task(name, skill, { input: [{ name: 'name', value: JSON.stringify(name) }], ...more });
const signal = (name: string) => ({ name, type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } });
const ended = ({ state }: Run) => !['initializing', 'running', 'paused', 'escalated'].includes(state);

async function started(dag: object): Promise<string> {
  return (await rig.rpc('start', { dag: { version: '1.0', ...dag } })).id;
}

/** Starts a run that has the slot until its gate opens. */
async function holder(name: string): Promise<string> {
  const id = await started({ node: [said(name, 'gate')] });
  await rig.until(id, (run) => states(run)[name] === 'executing');
  return id;
}

const failing = { node: [said('a', 'note'), signal('s'), task('f', 'fail')], edge: [edge('s', 'f')] };

it.each<[string, object, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>]>([
  ['paused', { node: [said('a', 'note')] }, (id) => rig.act(`${id}/pause`), (id) => rig.act(`${id}/resume`)],
  [
    'escalated',
    { ...failing, execution: { 'on-failure': 'escalate' } },
    (id) => rig.act(`${id}/signal`, { name: 'go' }),
    (id) => rig.act(`${id}/step=f,0,1/skip`),
  ],
])('a run that is %s lets others pass and keeps its place', async (state, dag, stop, goOn) => {
  const one = await holder('one');
  const first = await started(dag);
  const second = await started({ node: [said('b', 'gate')] });
  await stop(first);
  await rig.until(first, (run) => run.state === state);
  open('one');
  await rig.until(second, (run) => states(run).b === 'executing');
  const third = await started({ node: [said('c', 'note')] });
  await goOn(first);
  open('b');
  for (const id of [one, first, second, third]) expect((await rig.until(id, ended)).state).toBe('completed');
  expect(order).toEqual(['one', 'b', 'a', 'c']);
});

it('the next one passes at once when a slot is free that a paused run did not take', async () => {
  const one = await holder('one');
  const first = await started({ node: [said('a', 'note', { pool: ['bed', 'desk'] })] });
  const second = await started({ node: [said('b', 'note', { pool: ['desk'] })] });
  expect(states(await rig.run(second))).toEqual({ b: 'ready' });
  await rig.act(`${first}/pause`);
  expect((await rig.until(second, ended)).state).toBe('completed');
  open('one');
  expect((await rig.until(one, ended)).state).toBe('completed');
  await rig.act(`${first}/resume`);
  expect((await rig.until(first, ended)).state).toBe('completed');
  expect(order).toEqual(['one', 'b', 'a']);
});

it('a run that only lets its steps end (others finish) lets others pass', async () => {
  await holder('one');
  const first = await started({
    ...failing,
    node: [...failing.node, said('long', 'gate', {})],
    execution: { others: 'finish' },
  });
  await rig.until(first, (run) => states(run).long === 'executing');
  const second = await started({ node: [said('b', 'note')] });
  await rig.act(`${first}/signal`, { name: 'go' });
  await rig.until(first, (run) => states(run).f === 'failed');
  open('one');
  expect((await rig.until(second, ended)).state).toBe('completed');
  open('long');
  expect((await rig.until(first, ended)).state).toBe('failed');
  expect(order).toEqual(['one', 'long', 'b']);
});

it('steps that were canceled while they waited for a pool begin when the run is tried again', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
  const wide = names.map((name) => said(name, 'gate', { pool: ['hall'] }));
  // More slots than one transaction launches steps.
  const body = JSON.stringify({ 'yangent-workflows:pool': [{ name: 'hall', slots: 20 }] });
  await rig.admin.send('PUT', '/restconf/data/yangent-workflows:workflows/pool=hall', { body });
  const bad = { name: 'bad', type: 'yangent-workflows:none', output: [{ name: 'x', value: 'steps.go.output.x' }] };
  const id = await started({ node: [...wide, signal('go'), bad], edge: [edge('go', 'bad')] });
  await expect.poll(() => order.length).toBeGreaterThan(0);
  await rig.act(`${id}/signal`, { name: 'go' });
  await rig.until(id, ({ state }) => state === 'failed');
  for (const name of names) open(name);
  await rig.act(`${id}/step=bad,0,1/set-output`, { output: {} });
  expect((await rig.until(id, ended)).state).toBe('completed');
});
