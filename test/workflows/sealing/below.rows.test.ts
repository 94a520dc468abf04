/** The key of a sealed run is there as long as a run needs it that was called, and goes then (ATD-6-aa). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Run, states, stepOf, task, WorkflowRig, worker } from '../rig.js';

let rig: WorkflowRig;
beforeAll(async () => {
  rig = await WorkflowRig.start({ agents: [worker('worker', { hold: () => new Promise(() => {}) })] });
  await rig.rig.node.edit({ 'yangent-workflows:workflows': { retention: { purge: 'completion' } } });
});
afterAll(() => rig.stop());

it('ATD-6-aa: a run that is completed keeps its values until the run that it called has ended as well', async () => {
  const signal = (name: string) => ({ name, type: 'yangent-workflows:wait', wait: { signal: { name } } });
  await rig.define('slow', {
    execution: { finally: ['last', 'note'] },
    node: [
      task('hold', 'hold'),
      signal('last'),
      task('note', 'do', { input: [{ name: 'said', value: 'input.person' }] }),
    ],
  });
  const { id } = await rig.rpc('start', {
    dag: {
      version: '1.0',
      node: [
        {
          ...{ name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'slow' } },
          ...{ sensitivity: 'personal', timeout: { total: 1 }, 'on-failure': 'continue' },
          input: [{ name: 'person', value: '"Erika"' }],
        },
      ],
    },
  });
  const done = await rig.until(id, ({ state }) => state === 'completed');
  const child = String(stepOf(done, 'call').run);
  // Until those runs would be shredded that need not wait.
  const other = await rig.start({ node: [task('other', 'do', { sensitivity: 'personal' })] });
  const isShredded = ({ seal }: Run) => seal === 'shredded';
  await rig.until(other.id, isShredded, 40_000);
  expect([(await rig.run(id)).seal, states(await rig.run(child)).last]).toEqual(['sealed', 'executing']);
  await rig.act(`${child}/signal`, { name: 'last' });
  const ended = await rig.until(child, ({ state }) => state === 'canceled');
  expect(states(ended)).toMatchObject({ hold: 'canceled', last: 'completed', note: 'completed' });
  await rig.until(id, isShredded, 40_000);
}, 100_000);
