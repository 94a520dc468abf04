/** Steps that take longer than was estimated. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Run, states, stepOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
let go = (_estimate: number) => {};
beforeAll(async () => {
  let said = new Promise<number>((resolve) => {
    go = resolve;
  });
  const tell = async (_task: unknown, run: { progress(percent: number, note: string, o: object): Promise<void> }) => {
    await run.progress(1, 'begins', { estimate: 1 });
    await run.progress(2, 'goes on', { estimate: await said });
    said = new Promise((resolve) => {
      go = resolve;
    });
    await said;
    return undefined;
  };
  rig = await WorkflowRig.start({ agents: [worker('worker', { tell })] });
  await rig.define('forever', {
    node: [{ name: 'a', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }],
  });
});
afterAll(async () => {
  go(0);
  await rig.stop();
});

const isOverdue = (name: string) => (run: Run) => stepOf(run, name)['state-reason'] === 'overdue';
const told = (run: Run, node: string) =>
  (run.event as readonly { readonly node?: string; readonly data: { readonly reason?: string } }[]).filter(
    (event) => event.node === node && event.data.reason === 'overdue',
  );

it('are told once in an attempt, by what the executor says', async () => {
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [task('a', 'tell', { estimate: 900 })] } });
  const run = await rig.until(id, isOverdue('a'));
  expect([states(run).a, told(run, 'a')]).toEqual(['executing', [expect.anything()]]);
  go(600);
  const later = await rig.until(id, (each) => !isOverdue('a')(each));
  expect(states(later).a).toBe('executing');
  const { 'estimated-end': end } = later.progress as { readonly 'estimated-end': string };
  expect(Math.abs(Date.parse(end) - Date.now() - 600_000)).toBeLessThan(10_000);
  go(0);
  const ended = await rig.until(id, ({ state }) => state === 'completed');
  expect(told(ended, 'a')).toHaveLength(1);
});

it('are told by the estimate of the node, of another run as well', async () => {
  const call = { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'forever' }, estimate: 1 };
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [call] } });
  const run = await rig.until(id, isOverdue('call'));
  expect([states(run).call, run.state]).toEqual(['executing', 'running']);
  await rig.act(`${id}/cancel`);
});
