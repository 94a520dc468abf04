/** A pause reaches the runs below. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TaskFailure } from '../../src/index.js';
import { edge, type Run, states, stepOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
/** Lets the skill `gate` fail. */
let open = () => {};
beforeAll(async () => {
  const gate = async () => {
    await new Promise<void>((resolve) => {
      open = resolve;
    });
    throw new TaskFailure('broken', 'it does not work');
  };
  rig = await WorkflowRig.start({ agents: [worker('worker', { gate })] });
  await rig.define('inner', { node: [signal('s'), task('done')], edge: [edge('s', 'done')] });
  await rig.define('middle', { node: [call('inner')] });
});
afterAll(() => rig.stop());

const signal = (name: string) => ({ name, type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } });
const call = (definition: string) => ({ name: 'call', type: 'yangent-workflows:workflow', workflow: { definition } });
const childOf = async (id: string, at = rig) =>
  String(stepOf(await at.until(id, (run) => stepOf(run, 'call').run !== undefined), 'call').run);

/** Starts three runs, each below the one before. */
async function three() {
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [call('middle')] } });
  const middle = await childOf(id);
  return [id, middle, await childOf(middle)] as const;
}
const statesOf = (runs: readonly string[]) => Promise.all(runs.map(async (run) => (await rig.run(run)).state));

it('pause and resume of a run reach all below it', async () => {
  const runs = await three();
  const [outer, , inner] = runs;
  await rig.act(`${outer}/pause`);
  expect(await statesOf(runs)).toEqual(['paused', 'paused', 'paused']);
  await rig.act(`${inner}/signal`, { name: 'go' });
  expect(states(await rig.run(inner))).toEqual({ s: 'completed', done: 'ready' });
  await rig.act(`${outer}/resume`);
  expect((await rig.until(outer, ({ state }) => state !== 'running')).state).toBe('completed');
  expect(await statesOf(runs)).toEqual(['completed', 'completed', 'completed']);
});

it('a run that a person has paused does not go on with the one above it', async () => {
  const runs = await three();
  const [outer, middle] = runs;
  await rig.act(`${outer}/pause`);
  await rig.act(`${middle}/pause`, { reason: 'wait' });
  await rig.act(`${outer}/resume`);
  expect(await statesOf(runs)).toEqual(['running', 'paused', 'paused']);
  await rig.act(`${middle}/resume`);
  expect(await statesOf(runs)).toEqual(['running', 'running', 'running']);
  await rig.act(`${outer}/cancel`);
});

it('suspends the tasks of the runs below where that is wanted', async () => {
  let open = () => {};
  const gate = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  const other = await WorkflowRig.start({ agents: [worker('worker', { gate: () => gate })] });
  await other.define('work', { node: [task('long', 'gate')] });
  const { id } = await other.rpc('start', { dag: { version: '1.0', node: [call('work')] } });
  const inner = await childOf(id, other);
  await other.until(inner, (run) => states(run).long === 'executing');
  await other.act(`${id}/pause`, { running: 'suspend' });
  expect(states(await other.run(inner))).toEqual({ long: 'suspended' });
  await other.act(`${id}/resume`);
  open();
  expect((await other.until(id, ({ state }) => state !== 'running')).state).toBe('completed');
  await other.stop();
});

it('a run that executes a task of its coordinator is paused with that task', async () => {
  const node = [
    {
      name: 'call',
      task: { agent: 'coordinator', skill: 'workflow' },
      input: [{ name: 'definition', value: '"inner"' }],
    },
  ];
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node } });
  const waiting = async () => (await rig.rpc('list-runs', { definition: 'inner', limit: 1 })).run[0] as Run;
  await rig.until(id, (run) => states(run).call === 'executing');
  await rig.act(`${id}/pause`, { running: 'suspend' });
  expect((await waiting()).state).toBe('paused');
  await rig.act(`${id}/resume`);
  const inner = await waiting();
  expect(inner.state).toBe('running');
  await rig.act(`${inner.id}/signal`, { name: 'go' });
  expect((await rig.until(id, ({ state }) => state !== 'running')).state).toBe('completed');
});

it('a step that fails in a pause waits for a person after it, also when only the run above was paused', async () => {
  await rig.define('asks', { node: [task('a', 'gate')], execution: { 'on-failure': 'escalate' } });
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [call('asks')] } });
  const child = await childOf(id);
  await rig.until(child, (run) => states(run).a === 'executing');
  await rig.act(`${id}/pause`);
  open();
  await rig.until(child, (run) => states(run).a === 'failed');
  expect((await rig.run(child)).state).toBe('paused');
  await rig.act(`${id}/resume`);
  expect(await rig.until(child, ({ state }) => state !== 'paused')).toMatchObject({
    ...{ state: 'escalated', 'state-reason': 'step "a" failed' },
  });
  await rig.act(`${child}/resume`);
  expect((await rig.until(id, ({ state }) => state !== 'running')).state).toBe('completed');
});
