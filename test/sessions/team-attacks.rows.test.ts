/** Teams under attack: requests that a member should not make, or makes at a bad moment. */
import { describe, expect, it } from 'vitest';
import { type Plain, register } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, say, read } = useSessionsRig();
const MEMBERS = { member: [{ agent: 'ip' }, { agent: 'optics' }] };

async function team(more: Plain = {}): Promise<string> {
  const { status, output } = await call('alice', 'open', { from: 'noc', kind: 'team', ...MEMBERS, ...more });
  expect({ status, output }).toMatchObject({ status: 200, output: { state: 'discussion' } });
  return output.id;
}

const assign = (session: string, next: readonly string[], id: string, from = 'noc') =>
  say(from, session, 'look at R1', {
    ...{ type: 'yangent-sessions:task-assignment', 'next-speaker': next, mode: 'asynchronous' },
    task: { 'task-id': id },
  });

/** Returns the tasks of a session: identifiers on the node by those of the assigner. */
async function tasksOf(session: string): Promise<ReadonlyMap<string, string>> {
  const { task = [] } = (await read('alice', session)) ?? {};
  return new Map(task.map((each: Plain) => [each['task-id'], each.id]));
}

async function taskState(id: string): Promise<Plain> {
  const { body } = await rig.http('alice', 'GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
  const [{ state, artifact }] = JSON.parse(body)['yangent-tasks:task'];
  return [state, artifact?.[0]?.value];
}

describe('a task-assignment', () => {
  it('that names a member twice gives it one task', async () => {
    const session = await team();
    expect(await assign(session, ['ip', 'ip'], 'twice')).toMatchObject({ status: 200 });
    expect([...(await tasksOf(session)).keys()]).toEqual(['twice']);
    await say('noc', session, 'next', { 'next-speaker': ['ip', 'ip'] });
    expect((await read('alice', session)).floor.holder).toEqual(['ip']);
  });

  it('with the task-id of an earlier one is refused', async () => {
    const session = await team();
    await assign(session, ['ip'], 'used');
    expect(await assign(session, ['ip'], 'used')).toMatchObject({
      status: 409,
      output: { 'error-tag': 'data-exists', 'error-message': expect.stringContaining('give a new task a new task-id') },
    });
    expect((await read('alice', session)).task).toHaveLength(1);
  });
});

describe('the conclusion of a team', () => {
  const STEPS: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    accepted: async () => {},
    running: (id) => rig.onTask('bob', id, 'claim', {}),
    suspended: (id) => rig.onTask('alice', id, 'suspend', {}),
    'input-required': async (id) => {
      await rig.onTask('bob', id, 'claim', {});
      await rig.onTask('bob', id, 'request-input', { required: 'which link?' });
    },
  };

  it.each(Object.entries(STEPS))('completes the task for which it was formed, when that is %s', async (state, lead) => {
    const input = { from: 'noc', to: 'ip', content: 'find the fault', async: true };
    const { id } = (await rig.operation('alice', 'yangent-tasks:assign', input)).output;
    await lead(id);
    expect(await taskState(id)).toEqual([state, undefined]);
    const below = { from: 'ip', kind: 'team', parent: { task: id }, member: [{ agent: 'optics' }] };
    const { output } = await call('bob', 'open', below);
    await act('bob', output.id, 'conclude', {});
    expect(await say('ip', output.id, 'a cut fibre', { type: 'yangent-sessions:conclusion' })).toMatchObject({
      status: 200,
    });
    expect(await taskState(id)).toEqual(['completed', 'a cut fibre']);
  });

  it('is said while another result of the task is judged, which stays so', async () => {
    const input = { from: 'noc', to: 'ip', content: 'find', async: true, verification: { wanted: true } };
    const { id } = (await rig.operation('alice', 'yangent-tasks:assign', input)).output;
    await rig.onTask('bob', id, 'claim', {});
    const below = { from: 'ip', kind: 'team', parent: { task: id }, member: [{ agent: 'optics' }] };
    const { output } = await call('bob', 'open', below);
    await rig.onTask('bob', id, 'complete', { artifact: [{ name: 'conclusion', value: 'by hand' }] });
    await act('bob', output.id, 'conclude', {});
    expect(await say('ip', output.id, 'a cut fibre', { type: 'yangent-sessions:conclusion' })).toMatchObject({
      status: 200,
    });
    expect(await taskState(id)).toEqual(['verifying', 'by hand']);
  });
});

it('a team below another one is no deeper than the topmost one allows, whatever it sets', async () => {
  const session = await team({ 'max-depth': 1 });
  await assign(session, ['ip'], 'below');
  const task = (await tasksOf(session)).get('below');
  const { output } = await call('bob', 'open', {
    from: 'ip',
    kind: 'team',
    parent: { task },
    member: [{ agent: 'optics' }],
  });
  expect(await act('bob', output.id, 'set', { 'max-depth': 9 })).toMatchObject({ status: 204 });
  await assign(output.id, ['optics'], 'lower', 'ip');
  const [{ id: lower }] = (await read('bob', output.id)).task;
  const deeper = { from: 'optics', kind: 'team', parent: { task: lower }, member: [{ agent: 'ip' }] };
  expect(await call('carol', 'open', deeper)).toMatchObject({
    status: 412,
    output: { 'error-app-tag': 'depth-exceeded' },
  });
});

describe('the first message of a team', () => {
  it('is not said for an agent that left while the team formed', async () => {
    await register(rig, 'carol', 'shy', { execution: { accepts: { sessions: 'ask' } } });
    await register(rig, 'bob', 'opener');
    const opening = { from: 'opener', kind: 'team', first: { content: 'hello from opener' } };
    const { output } = await call('bob', 'open', { ...opening, member: [{ agent: 'ip' }, { agent: 'shy' }] });
    await act('bob', output.id, 'leave', { agent: 'opener' });
    await act('carol', output.id, 'join', { agent: 'shy' });
    const history = await call('bob', 'history', { agent: 'ip', session: output.id });
    expect(texts(history.output)).toEqual([]);
    expect(await read('bob', output.id)).toMatchObject({ state: 'discussion', floor: { holder: ['ip'] } });
  });

  it('is as long as others', async () => {
    const opening = { from: 'noc', kind: 'team', ...MEMBERS, first: { content: 'x'.repeat(1_048_577) } };
    expect(await call('alice', 'open', opening)).toMatchObject({ status: 413, output: { 'error-tag': 'too-big' } });
  });
});
