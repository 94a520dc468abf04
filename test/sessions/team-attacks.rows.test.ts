/** Teams under attack: requests that a member should not make, or makes at a bad moment. */
import { describe, expect, it } from 'vitest';
import { type Plain, register } from '../rows/agents-rig.js';
import { resetClock, setClock } from '../support/clock.js';
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

it('a task-assignment stores no long task many times', async () => {
  const many = Array.from({ length: 9 }, (_, number) => `many-${number}`);
  for (const agent of many) await register(rig, 'admin', agent);
  const session = await team({ member: many.map((agent) => ({ agent })) });
  const long = { type: 'yangent-sessions:task-assignment', 'next-speaker': many, mode: 'asynchronous', task: {} };
  expect(await say('noc', session, 'x'.repeat(1_000_000), long)).toMatchObject({
    status: 413,
    output: { 'error-tag': 'too-big', 'error-message': expect.stringContaining('data parameter') },
  });
  expect(await tasksOf(session)).toEqual(new Map());
});

it('a task-assignment is refused for a caller that may not assign tasks', async () => {
  const session = await team();
  const rule = { name: 'no', 'module-name': 'yangent-tasks', 'rpc-name': 'assign', 'access-operations': 'exec' };
  const list = { name: 'no', group: ['desk'], rule: [{ ...rule, action: 'deny' }] };
  const nacm = '/restconf/data/ietf-netconf-acm:nacm';
  const groups = { group: [{ name: 'desk', 'user-name': ['alice'] }] };
  const rules = { 'ietf-netconf-acm:nacm': { groups, 'rule-list': [list] } };
  expect(await rig.http('admin', 'PATCH', nacm, rules)).toMatchObject({ status: 204 });
  const denied = { status: 403, output: { 'error-tag': 'access-denied' } };
  expect(await assign(session, ['ip'], 'denied')).toMatchObject(denied);
  await rig.http('admin', 'DELETE', `${nacm}/rule-list=no`);
  expect(await read('alice', session)).not.toHaveProperty('task');
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

it('where members are hidden, no error tells a speaker who has the floor, or which tasks there are', async () => {
  const session = await team({ 'show-members': false });
  await assign(session, ['ip'], 'of-ip');
  await say('noc', session, 'ip first', { 'next-speaker': ['ip'] });
  const refused = await say('optics', session, 'me');
  expect(refused).toMatchObject({ status: 412, output: { 'error-app-tag': 'no-floor' } });
  expect(refused.output['error-message']).not.toContain('"ip"');
  expect(refused.output).not.toHaveProperty('error-info');
  const pause = await say('ip', session, 'wait', { type: 'yangent-sessions:pause', trigger: ['none'] });
  expect(pause).toMatchObject({ status: 400, output: { 'error-tag': 'invalid-value' } });
  expect(pause.output['error-message']).not.toContain('of-ip');
});

describe('turns that are changed on the way', () => {
  const turns = (session: string, more: Plain) => act('alice', session, 'set', { 'turn-taking': more });
  const floor = async (session: string) => (await read('alice', session))?.floor;

  it('let the time of the speaker begin anew', async () => {
    const session = await team({ 'turn-taking': { 'speaker-timeout': 7_200 } });
    await turns(session, { 'speaker-timeout': 600 });
    expect(Date.parse((await floor(session)).expires) - Date.now()).toBeLessThanOrEqual(600_000);
  });

  it('give the floor to all, and back to the coordinator', async () => {
    const session = await team();
    await turns(session, { mode: 'open' });
    expect(await floor(session)).toEqual({ turn: 0 });
    await turns(session, { mode: 'named' });
    expect(await floor(session)).toMatchObject({ holder: ['noc'], turn: 0, expires: expect.anything() });
  });

  it('end the talk when they are used up, and the conclusion is said by the one that has the floor', async () => {
    const session = await team({ 'turn-taking': { mode: 'open' } });
    await say('ip', session, 'one');
    await turns(session, { 'max-turns': 1 });
    expect(await read('alice', session)).toMatchObject({ state: 'conclusion', floor: { holder: ['noc'] } });
    expect(await say('ip', session, 'mine', { type: 'yangent-sessions:conclusion' })).toMatchObject({
      status: 412,
      output: { 'error-app-tag': 'no-floor' },
    });
  });
});

it('setting the clock of the machine ends no turn', async () => {
  const patient = await team({ 'turn-taking': { 'speaker-timeout': 600 } });
  await say('noc', patient, 'you', { 'next-speaker': ['ip'] });
  setClock(3_600_000);
  try {
    const hasty = await team({ 'turn-taking': { 'speaker-timeout': 1 } });
    await say('noc', hasty, 'you', { 'next-speaker': ['ip'] });
    await expect.poll(async () => (await read('alice', hasty)).floor.holder, { timeout: 20_000 }).toEqual(['noc']);
    expect((await read('alice', patient)).floor.holder).toEqual(['ip']);
  } finally {
    resetClock();
  }
});

it('a team ends when the task for which it was formed goes to another agent, whose task it stays', async () => {
  const owners = { 'south-1': 'bob', 'south-2': 'carol' } as const;
  for (const [agent, user] of Object.entries(owners)) await register(rig, user, agent, { domain: 'south' });
  const order = { from: 'noc', discover: { domain: 'south' }, content: 'find the fault', async: true };
  const { id, to } = (await rig.operation('alice', 'yangent-tasks:assign', order)).output;
  const user = owners[to as keyof typeof owners];
  await rig.onTask(user, id, 'claim', {});
  const below = { from: to, kind: 'team', parent: { task: id }, member: [{ agent: 'noc' }] };
  const { output } = await call(user, 'open', below);
  expect(output).toMatchObject({ state: 'discussion' });
  await rig.onTask(user, id, 'fail', { code: 'lack-of-skills', message: 'no ladder' });
  expect(await read(user, output.id)).toMatchObject({ state: 'closed', 'close-reason': 'parent-ended' });
  expect(await taskState(id)).toEqual(['accepted', undefined]);
});

it('what is due stands during stop-all, also the time of a turn that begins meanwhile', async () => {
  const session = await team({ 'turn-taking': { 'speaker-timeout': 1 } });
  await rig.operation('admin', 'yangent-tasks:stop-all', {});
  await say('noc', session, 'you', { 'next-speaker': ['ip'] });
  const other = await team({ 'turn-taking': { 'speaker-timeout': 3_600 } });
  const due = async () => Date.parse((await read('alice', other))?.floor.expires);
  const before = await due();
  // The time of the first turn is over, measured by the clock of this test.
  await expect.poll(() => Date.now() - before + 3_600_000, { timeout: 10_000 }).toBeGreaterThan(2_000);
  expect((await read('alice', session)).floor.holder).toEqual(['ip']);
  await rig.operation('admin', 'yangent-tasks:resume-all', {});
  await expect.poll(async () => (await due()) - before, { timeout: 10_000 }).toBeGreaterThan(1_900);
  expect((await due()) - Date.now()).toBeLessThanOrEqual(3_600_000);
  await expect.poll(async () => (await read('alice', session)).floor.holder, { timeout: 10_000 }).toEqual(['noc']);
});
