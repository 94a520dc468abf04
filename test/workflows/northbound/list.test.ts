/** Lists of runs tell of the progress of a run only what is asked for. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { StepRows } from '../../../src/workflows/run/step-rows.js';
import { WorkflowRig } from '../rig.js';

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rig.stop());

it('The steps of a run are read only for its progress.', async () => {
  const node = [{ name: 'a', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }];
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node } });
  const read = vi.spyOn(StepRows.prototype, 'ofNodes');
  const list = async (fields: string) => {
    const { body } = await rig.admin.send('GET', `/restconf/data/yangent-workflows:workflows?fields=run(${fields})`);
    return JSON.parse(body)['yangent-workflows:workflows'].run;
  };
  expect(await list('id;state')).toEqual([{ id, state: 'running' }]);
  expect(read).not.toHaveBeenCalled();
  expect(await list('id;progress/critical-path')).toEqual([{ id, progress: { 'critical-path': ['a'] } }]);
  expect(read).toHaveBeenCalledOnce();
});
