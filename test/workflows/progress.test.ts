import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../until.js';
import { deskOf, edge, task, WorkflowRig } from './rig.js';

let flows: WorkflowRig;
beforeAll(async () => {
  flows = await WorkflowRig.start();
  await flows.rig.node.edit({ 'yangent-agents:agents': { agent: [deskOf('admin')] } });
});
afterAll(() => flows.stop());

it('a task that is executed by a run tells how far that run is', async () => {
  const held = { name: 'hold', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } };
  await flows.define('half', { node: [task('one'), held], edge: [edge('one', 'hold')] });
  const rpc = async (name: string, input: object) => {
    const body = JSON.stringify({ 'yangent-tasks:input': input });
    const answer = await flows.admin.send('POST', `/restconf/operations/yangent-tasks:${name}`, { body });
    return JSON.parse(answer.body)['yangent-tasks:output'];
  };
  const input = { definition: 'half' };
  const { id } = await rpc('assign', { from: 'desk-of-admin', to: 'coordinator', type: 'workflow', input });
  const found = await until(
    () => rpc('query', { id }),
    ({ task: { progress } }) => progress?.percent !== undefined,
  );
  expect(found.task).toMatchObject({ state: 'running', progress: { percent: 50 } });
});
