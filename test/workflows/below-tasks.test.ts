/** Runs below the tasks of coordinators: they are as deep, and come from triggers as often, as the runs above them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { until } from '../until.js';
import { deskOf, type Run, stepOf, WorkflowRig } from './rig.js';

let rig: WorkflowRig;
let ann: Https;
beforeAll(async () => {
  rig = await WorkflowRig.start();
  await rig.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'ann', password: '$0$ann-ann-ann' }] },
    'yangent-agents:agents': { agent: [deskOf('ann')] },
  });
  ann = new Https(rig.rig, 'ann', 'ann-ann-ann');
});
afterAll(async () => {
  ann.close();
  await rig.stop();
});

const integer = JSON.stringify({
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
});
const input = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
const echo = { name: 'echo', type: 'yangent-workflows:none' };

async function runsOf(query: object): Promise<readonly Run[]> {
  const { run = [] } = await rig.rpc('list-runs', { limit: 100, ...query });
  return run;
}

/** Waits for the run that executes a task. */
async function runOfTask(task: string): Promise<Run> {
  const runs = await until(
    () => runsOf({}),
    (all) => all.some((run) => run.task === task),
  );
  return runs.find((run) => run.task === task) as Run;
}

describe('a workflow that a task of the coordinator runs', () => {
  it('is no deeper than others: one that so runs itself ends with dag-depth', async () => {
    const again = {
      ...{ name: 'again', task: { skill: 'workflow', agent: 'coordinator' }, retry: { 'max-attempts': 1 } },
      condition: 'input.n < 30',
      input: input({ definition: '"itself"', input: '{"n": input.n + 1}' }),
    };
    await rig.define('itself', { 'input-schema': integer, node: [again] });
    const run = await rig.rpc('start', { definition: 'itself', input: { n: 0 }, wait: 20 });
    expect(run).toMatchObject({
      state: 'failed',
      error: { code: 'dag-depth', message: expect.stringContaining('workflows call one another 16 deep') },
    });
    expect(await runsOf({ definition: 'itself' })).toHaveLength(17);
  });

  it('counts the triggers that led to the run above, however its graph came', async () => {
    await rig.define('leaf', { node: [echo] });
    await rig.define('sends', {
      node: [
        { name: 'sent', type: 'yangent-workflows:workflow', workflow: { definition: 'leaf', agent: 'coordinator' } },
        {
          ...{ name: 'named', task: { skill: 'workflow', agent: 'coordinator' } },
          input: input({ definition: '"leaf"' }),
        },
      ],
    });
    await rig.rig.node.edit({
      'yangent-workflows:workflows': {
        trigger: [{ name: 'yearly', definition: 'sends', schedule: { cron: '0 0 1 1 *' } }],
      },
    });
    await rig.admin.send('POST', '/restconf/data/yangent-workflows:workflows/trigger=yearly/fire', {
      body: JSON.stringify({ 'yangent-workflows:input': {} }),
    });
    const [first] = await until(
      () => runsOf({ definition: 'sends' }),
      ([run]) => run?.state === 'completed',
    );
    const above = await rig.run(String(first?.id));
    expect(above['trigger-depth']).toBe(1);
    for (const node of ['sent', 'named']) {
      const [task = ''] = stepOf(above, node).task as readonly string[];
      expect([node, (await runOfTask(task))['trigger-depth']]).toEqual([node, 1]);
    }
  });

  it('is below no run whose identifier its assigner has only written into that of the task', async () => {
    const [triggered] = await runsOf({ definition: 'sends' });
    const body = (taskId: string) =>
      JSON.stringify({
        'yangent-tasks:input': {
          ...{ from: 'desk-of-ann', to: 'coordinator', type: 'workflow', 'task-id': taskId },
          input: { definition: 'leaf' },
        },
      });
    const answer = await ann.send('POST', '/restconf/operations/yangent-tasks:assign', {
      body: body(`${triggered?.id}/sent;g=1`),
    });
    const { id } = JSON.parse(answer.body)['yangent-tasks:output'];
    const run = await runOfTask(String(id));
    expect([run.initiator, run['trigger-depth']]).toEqual(['ann', undefined]);
  });
});
