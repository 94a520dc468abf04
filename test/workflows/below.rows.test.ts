/** Pause, resume and cancel reach more runs than one transaction deals with. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WorkflowRig } from './rig.js';

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start();
});
afterAll(() => rig.stop());

const MANY = 230;

it('all runs below follow the last pause or resume, and a cancellation', { timeout: 30_000 }, async () => {
  await rig.define('waits', {
    node: [{ name: 'w', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }],
  });
  const each = {
    ...{ name: 'each', type: 'yangent-workflows:workflow', workflow: { definition: 'waits' } },
    'for-each': { items: `[${Array.from({ length: MANY }, (_, at) => at)}]`, 'max-parallel': MANY },
  };
  const dag = { version: '1.0', execution: { 'max-parallel': MANY }, node: [each] };
  const { id } = await rig.rpc('start', { dag });
  const countOf = async (state: string) =>
    ((await rig.rpc('list-runs', { definition: 'waits', state, limit: 1_000 })).run ?? []).length;
  const all = (state: string) => expect.poll(() => countOf(state), { timeout: 20_000 }).toBe(MANY);
  await all('running');
  for (const action of ['pause', 'resume', 'pause']) await rig.act(`${id}/${action}`);
  await all('paused');
  await rig.act(`${id}/resume`);
  await all('running');
  await rig.act(`${id}/cancel`);
  await all('canceled');
  expect((await rig.until(id, ({ state }) => state !== 'running')).state).toBe('canceled');
});
