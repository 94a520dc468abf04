/** A task has the run of an earlier task go back: that of another node whose run goes back, or of any assigner. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAgent, TaskFailure } from '../../src/index.js';
import { Https } from '../support/http.js';
import { until } from '../until.js';
import { deskOf, type Run, stepsOf, WorkflowRig } from './rig.js';

const ROLLBACK = 'agent-task-dag-rollback';
let rig: WorkflowRig;
/** What the agent did, in its order. */
let done: string[] = [];
const users: Record<string, Https> = {};

beforeAll(async () => {
  const note = (what: string) => async () => {
    done.push(what);
    return undefined;
  };
  rig = await WorkflowRig.start({
    agents: [
      defineAgent({
        id: 'mason',
        profile: { name: 'mason', description: 'builds', version: '1.0.0', provider: 'test' },
        skills: {
          build: note('build'),
          unbuild: note('unbuild'),
          stuck: async () => {
            throw new TaskFailure('broken', 'it cannot be undone');
          },
        },
      }),
    ],
  });
  const names = ['ann', 'bob'];
  await rig.rig.node.edit({
    'yangent-access:access': { user: names.map((name) => ({ name, password: `$0$${name}-${name}-${name}` })) },
    'yangent-agents:agents': { agent: names.map(deskOf) },
  });
  for (const name of names) users[name] = new Https(rig.rig, name, `${name}-${name}-${name}`);
  await rig.define('wall', { node: [wall('a', 'unbuild'), wall('b', 'unbuild')], edge: [{ from: 'a', to: 'b' }] });
  await rig.define('tower', { node: [wall('a', 'stuck')] });
});
afterAll(async () => {
  for (const each of Object.values(users)) each.close();
  await rig.stop();
});

const wall = (name: string, skill: string) => ({
  name,
  task: { skill: 'build', agent: 'mason' },
  compensation: { skill },
});

/** Assigns a task to the coordinator. Returns the answer. */
async function assign(name: string, type: string, input: object, by = 'ann') {
  const { status, body } = await (users[by] ?? rig.admin).send('POST', '/restconf/operations/yangent-tasks:assign', {
    body: JSON.stringify({
      'yangent-tasks:input': { 'task-id': name, from: `desk-of-${by}`, to: 'coordinator', type, input },
    }),
  });
  return { status, value: JSON.parse(body) };
}

async function taskOf(name: string, by = 'ann') {
  const { body } = await (users[by] ?? rig.admin).send('POST', '/restconf/operations/yangent-tasks:query', {
    body: JSON.stringify({ 'yangent-tasks:input': { 'task-id': name, from: `desk-of-${by}` } }),
  });
  return JSON.parse(body)['yangent-tasks:output'].task;
}

const ended = (name: string, by?: string) =>
  until(
    () => taskOf(name, by),
    ({ state }) => ['completed', 'failed', 'canceled'].includes(state),
  );

/** The newest run of a definition. */
async function runOf(definition: string): Promise<Run> {
  const { run = [] } = await rig.rpc('list-runs', { definition });
  return rig.run(run[0].id);
}

it('ATD-6-n: is completed when the run of the named task is back, as all that were asked meanwhile', async () => {
  done = [];
  expect((await assign('wall', 'workflow', { definition: 'wall' })).status).toBe(200);
  expect(await ended('wall')).toMatchObject({ state: 'completed' });
  // Another user learns nothing of it, and changes nothing.
  await assign('theirs', ROLLBACK, { task: ['wall'], reason: 'mischief' }, 'bob');
  expect(await ended('theirs', 'bob')).toMatchObject({
    state: 'completed',
    artifact: [{ name: 'done', data: { note: '0 runs are back at their start' } }],
  });
  const before = await runOf('wall');
  expect(before.state).toBe('completed');
  await assign('back', ROLLBACK, { task: ['wall'], reason: 'the wrong street' });
  expect(await ended('back')).toMatchObject({
    state: 'completed',
    artifact: [{ name: 'done', data: { note: `run ${before.id} is back at its start` } }],
  });
  const back = await runOf('wall');
  expect([back.state, back['state-reason']]).toEqual(['rolled-back', 'the run above it goes back: the wrong street']);
  expect(stepsOf(back).map(({ state }) => state)).toEqual(Array(2).fill('yangent-workflows:rolled-back'));
  expect(back.rollback).toMatchObject([{ number: 1, to: '1', by: 'ann', state: 'restored' }]);
  expect(done).toEqual(['build', 'build', 'unbuild', 'unbuild']);
  // Once more changes nothing.
  await assign('again', ROLLBACK, { task: ['wall'] });
  expect(await ended('again')).toMatchObject({ state: 'completed' });
  expect(done).toHaveLength(4);
});

it('fails when the rollback is given up, and names a task or is refused', async () => {
  await assign('tower', 'workflow', { definition: 'tower' });
  await ended('tower');
  for (const name of ['one', 'two']) await assign(name, ROLLBACK, { task: ['tower'] });
  const { id } = await runOf('tower');
  await rig.until(id, ({ state }) => state === 'escalated');
  await rig.act(`${id}/cancel`);
  await rig.until(id, ({ state }) => state === 'canceled');
  for (const name of ['one', 'two'])
    expect(await ended(name)).toMatchObject({ state: 'failed', error: { code: 'incomplete' } });
  await assign('nothing', ROLLBACK, { task: [] });
  expect(await taskOf('nothing')).toMatchObject({ state: 'rejected' });
});
