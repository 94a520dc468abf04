/** Child runs, waits, places in pools and further tries of a run come with it to another revision. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TaskFailure } from '../../src/index.js';
import { edge, type Run, states, stepOf, task, WorkflowRig, worker } from './rig.js';

type Members = Readonly<Record<string, unknown>>;

let rig: WorkflowRig;
/** Ends the tasks of the skill `held`, the oldest first. */
const held: (() => void)[] = [];
let isBroken = true;

beforeAll(async () => {
  const hold = () => new Promise<undefined>((resolve) => held.push(() => resolve(undefined)));
  const mend = async () => {
    if (isBroken) throw new TaskFailure('no-spare', 'there is no spare part');
    return undefined;
  };
  rig = await WorkflowRig.start({ agents: [worker('worker', { held: hold, mend })] });
  await rig.rig.node.edit({ 'yangent-workflows:workflows': { pool: [{ name: 'bench', slots: 1 }] } });
});
afterAll(() => rig.stop());

const signal = (name: string, more: Members = {}) => ({
  ...{ name, type: 'yangent-workflows:wait', wait: { signal: { name } } },
  ...more,
});
const isAt =
  (...wanted: readonly string[]) =>
  ({ state }: Run) =>
    wanted.includes(state);

async function release(): Promise<void> {
  await expect.poll(() => held.length).toBe(1);
  held.shift()?.();
}

async function started(name: string, first: Members, second: Members): Promise<string> {
  await rig.define(name, first);
  const { id } = await rig.rpc('start', { definition: name });
  await rig.define(name, { version: '2.0', ...second });
  return id;
}

test('a child run ends the step that has another name by now', async () => {
  await rig.define('below', { node: [signal('go')], output: [{ name: 'x', value: '7' }] });
  const calls = (name: string) => ({ name, type: 'yangent-workflows:workflow', workflow: { definition: 'below' } });
  const id = await started(
    'above',
    { node: [calls('a')] },
    { node: [calls('z')], output: [{ name: 'o', value: 'steps.z.output.x' }] },
  );
  const { run: child } = stepOf(await rig.until(id, (run) => states(run).a === 'executing'), 'a');
  await rig.act(`${id}/migrate`, { map: [{ from: 'a', to: 'z' }] });
  expect(await rig.run(String(child))).toMatchObject({ parent: `${id}/z` });
  await rig.act(`${child}/signal`, { name: 'go' });
  expect(await rig.until(id, isAt('completed'))).toMatchObject({ output: { o: 7 } });
});

test('a wait for a notification reads on under its new name', async () => {
  const wait = (name: string) => ({
    ...{ name, type: 'yangent-workflows:wait' },
    wait: { notification: { name: 'yangent-workflows:run-changed', match: 'event.state == "canceled"' } },
  });
  const id = await started('news', { node: [wait('a')] }, { node: [wait('z')] });
  await rig.until(id, (run) => states(run).a === 'executing');
  await rig.act(`${id}/migrate`, { map: [{ from: 'a', to: 'z' }] });
  const other = await rig.start({ node: [signal('never')] }, { wait: 0 });
  await rig.act(`${other.id}/cancel`);
  const run = await rig.until(id, isAt('completed'));
  expect(stepOf(run, 'z').output).toMatchObject({ id: other.id, state: 'canceled' });
});

test('a step that is gone, or has other pools, leaves the line of its pool', async () => {
  const bench = { pool: ['bench'] };
  const own = await rig.start({ node: [task('a', 'held', bench)] }, { wait: 0 });
  await rig.until(own.id, (run) => states(run).a === 'executing');
  const id = await started(
    'line',
    { node: [task('a', 'none', bench), task('b', 'none', bench)] },
    { node: [task('a', 'none'), signal('go')] },
  );
  await rig.until(id, (run) => states(run).a === 'ready' && states(run).b === 'ready');
  const next = await rig.start({ node: [task('a', 'none', bench)] }, { wait: 0 });
  await rig.until(next.id, (run) => states(run).a === 'ready');
  await rig.act(`${id}/migrate`);
  const run = await rig.until(id, (now) => states(now).a === 'completed' && states(now).go === 'executing');
  expect(states(run)).toEqual({ a: 'completed', go: 'executing' });
  const { body } = await rig.admin.send('GET', '/restconf/data/yangent-workflows:workflows/pool=bench');
  expect(JSON.parse(body)['yangent-workflows:pool'][0]).toMatchObject({ used: 1, waiting: 1 });
  await release();
  await rig.until(next.id, isAt('completed'));
  await rig.act(`${id}/signal`, { name: 'go' });
  await rig.until(id, isAt('completed'));
});

test('a failed step is tried again under its new name, and as the new revision says', async () => {
  isBroken = true;
  const failing = { execution: { 'on-failure': 'escalate' } };
  const id = await started(
    'mending',
    { ...failing, node: [task('a', 'mend'), task('b')], edge: [edge('a', 'b')] },
    { ...failing, node: [{ ...task('z', 'mend'), risk: 'medium' }, task('b')], edge: [edge('z', 'b')] },
  );
  await rig.until(id, isAt('escalated'));
  expect(await rig.act(`${id}/migrate`, { map: [{ from: 'a', to: 'z' }] })).toMatchObject({ state: 'escalated' });
  isBroken = false;
  await rig.act(`${id}/step=z,0,1/retry`);
  const run = await rig.until(id, isAt('completed'));
  expect(states(run)).toEqual({ z: 'completed', b: 'completed' });
  const [again] = stepOf(run, 'z').task as readonly string[];
  const { body } = await rig.admin.send('GET', `/restconf/data/yangent-tasks:tasks/task=${again}`);
  expect(JSON.parse(body)['yangent-tasks:task'][0]['task-id']).toBe(`${id}/z;g=1;t=2`);
});
