/** The context of a run with more steps, values or checkpoints than one answer takes: those who ask get what they name. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFace } from '../../adapters/dag/index.js';
import { Connection } from '../../src/store/statements.js';
import { Https } from '../support/http.js';
import { type Refused, type WorkflowClient, WorkflowRig } from './rig.js';

const ITEMS = 10_001;
const TYPE = 'application/vnd.ietf.agent-task-dag+json';

let rig: WorkflowRig;
let bob: Https;
beforeAll(async () => {
  rig = await WorkflowRig.start({ adapters: [createFace({})] });
  const profile = { name: 'field', description: 'works outside', version: '1.0', provider: 'test' };
  await rig.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'bob', password: '$0$bob-bob-bob' }] },
    'yangent-agents:agents': {
      agent: [
        {
          ...{ id: 'field', owner: ['bob'], execution: { kind: 'attached' } },
          profile: { ...profile, skills: { skill: [{ 'skill-name': 'inspect' }] } },
        },
      ],
    },
  });
  bob = new Https(rig.rig, 'bob', 'bob-bob-bob');
});
afterAll(async () => {
  bob.close();
  await rig.stop();
});

const compute = (name: string, value: string) => ({
  ...{ name, type: 'yangent-workflows:none' },
  output: [{ name: 'x', value }],
});
const refusalOf = (asked: ReturnType<WorkflowClient['rpc']>) => asked.catch(({ error }: Refused) => error);

/** Stores rows as the node would: to execute so many steps takes minutes. */
function store(statement: string): void {
  const database = new Connection(join(rig.rig.directory, 'yangent.db'));
  database.exec(statement);
  database.close();
}

function addItems(run: string): void {
  store(`insert into workflow_step
    with recursive items(number) as (select 1 union all select number + 1 from items where number < ${ITEMS})
    select run, node, number, generation, state, reason, rank, work, since, due, held, output, detail
    from workflow_step, items where run = '${run}' and node = 'many' and item = 0`);
}

function addCheckpoints(run: string, last: number): void {
  store(`insert into workflow_checkpoint (run, number, type, at, sequence, hash, label, reference, by, signature, used)
    with recursive more(number) as (select 3 union all select number + 1 from more where number < ${last})
    select run, more.number, type, at, sequence, hash, label, reference, by, signature, used
    from workflow_checkpoint as made, more where run = '${run}' and made.number = 2`);
}

describe('a run with more than 10,000 steps', () => {
  let run: string;
  beforeAll(async () => {
    const inspect = { name: 'inspect', task: { skill: 'inspect', agent: 'field' } };
    run = (await rig.rpc('start', { dag: { version: '1.0', node: [compute('many', '"of all"'), inspect] } })).id;
    await rig.until(run, (now) => JSON.stringify(now.step ?? '').includes('"agent":["field"]'));
    addItems(run);
  });

  it('tells those who see it which step they name, and to name one', async () => {
    expect(await refusalOf(rig.rpc('context', { run }))).toMatchObject({
      'error-tag': 'too-big',
      'error-message':
        'more than 10000 steps are asked for; name a node, and an item of it, or read the list step of the run in pages',
    });
    const { step } = await rig.rpc('context', { run, node: 'many', item: ITEMS, element: ['results'] });
    expect(step).toMatchObject([{ node: 'many', item: ITEMS, output: { x: 'of all' } }]);
    expect((await rig.rpc('context', { run, node: 'inspect' })).step).toMatchObject([{ node: 'inspect' }]);
    expect((await rig.rpc('context', { run, node: 'nothing' })).step).toBeUndefined();
    expect(await refusalOf(rig.rpc('context', { run, item: 1 }))).toMatchObject({
      'error-message': 'An item is of a node: name it as well.',
    });
  });

  it('ATD-7-e: is the context of its agents, who report about their steps', async () => {
    const { run: head, step } = await rig.rpc('context', { run, agent: 'field' }, bob);
    expect(step).toMatchObject([{ node: 'inspect', state: 'yangent-workflows:ready' }]);
    const say = (kind: string, said: object) =>
      bob.send('POST', `/dag/${run}/steps/inspect/${kind}?agent=field`, {
        ...{ type: TYPE, accept: TYPE },
        body: JSON.stringify({
          'yangent-workflows:dag-message': { dag: head.uri, [kind]: said },
        }),
      });
    expect((await say('acceptance', {})).status).toBe(200);
    expect((await say('result', { output: { report: { seen: 'all' } } })).status).toBe(204);
  });
});

it('a context with more than 16 Mi characters of values is refused, and given node by node', async () => {
  const text = 'x'.repeat(250_000);
  const node = Array.from({ length: 70 }, (_, index) => ({
    name: `n${index}`,
    type: 'yangent-workflows:none',
    output: [{ name: 'x', value: 'input.text' }],
  }));
  const { id } = await rig.start({ node }, { input: { text } });
  expect(await refusalOf(rig.rpc('context', { run: id, element: ['results'] }))).toMatchObject({
    'error-tag': 'too-big',
    'error-message': expect.stringContaining('their inputs and outputs have more than 16 Mi characters'),
  });
  const { step } = await rig.rpc('context', { run: id, node: 'n7', element: ['state'] });
  expect(step).toMatchObject([{ node: 'n7', state: 'yangent-workflows:completed' }]);
});

it('ATD-6-z: the newest checkpoint is told although there are more than one answer has', async () => {
  const dag = {
    version: '1.0',
    node: [{ name: 'w', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }],
  };
  const { id } = await rig.rpc('start', { dag });
  await rig.act(`${id}/take-checkpoint`);
  addCheckpoints(id, 1_100);
  const { checkpoint } = await rig.rpc('context', { run: id, element: ['checkpoints'] });
  expect([checkpoint.length, checkpoint[0].id, checkpoint.at(-1).id]).toEqual([1_000, '101', '1100']);
  const known = await rig.admin.send('GET', `/dag/${id}/checkpoints`, {
    ...{ type: TYPE, accept: TYPE },
    headers: { 'dag-checkpoint': '"1100"' },
  });
  expect([known.status, known.headers['dag-checkpoint']]).toEqual([200, '"1100"']);
});
