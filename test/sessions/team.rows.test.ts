/** Teams over RESTCONF: turns, tasks, pauses and the conclusion. */
import { expect, it } from 'vitest';
import type { Plain } from '../rows/agents-rig.js';
import { useSessionsRig } from './sessions-rig.js';

const { rig, call, act, say, read, drain } = useSessionsRig();

const MEMBERS = { member: [{ agent: 'ip' }, { agent: 'optics' }] };

async function team(more: Plain = MEMBERS): Promise<string> {
  const { status, output } = await call('alice', 'open', { from: 'noc', kind: 'team', goal: 'R1-R2 is down', ...more });
  expect({ status, output }).toMatchObject({ status: 200 });
  return output.id;
}

const floorOf = async (session: string): Promise<Plain> => {
  const { state, floor = {} } = (await read('alice', session)) ?? {};
  return [state, floor.holder ?? [], floor.turn];
};

/** Assigns a task in a session. @returns its identifier on the node */
async function assign(session: string, to: string, id: string, mode?: string, from = 'noc'): Promise<string> {
  const answer = await say(from, session, `look at ${to}`, {
    ...{ type: 'yangent-sessions:task-assignment', 'next-speaker': [to], task: { 'task-id': id } },
    ...(mode === undefined ? {} : { mode }),
  });
  expect(answer).toMatchObject({ status: 200 });
  const { task } = (await read('alice', session)) ?? {};
  return task.find((each: Plain) => each['task-id'] === id).id;
}

async function onTask(agent: 'ip' | 'optics', id: string, action: string, input: Plain = {}): Promise<void> {
  const user = agent === 'ip' ? 'bob' : 'carol';
  const path = `/restconf/data/yangent-tasks:tasks/task=${id}/${action}`;
  const { status, body } = await rig.http(user, 'POST', path, { 'yangent-tasks:input': input });
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) });
}

const finish = async (agent: 'ip' | 'optics', id: string, conclusion: string) => {
  await onTask(agent, id, 'claim', {});
  await onTask(agent, id, 'complete', { artifact: [{ name: 'conclusion', value: conclusion }] });
};

it('IOA-5-c: a team discusses, the floor goes to those that were named, and it concludes', async () => {
  const session = await team();
  expect(await floorOf(session)).toEqual(['discussion', ['noc'], 0]);
  expect(await say('ip', session, 'me first')).toMatchObject({
    status: 412,
    output: { 'error-app-tag': 'no-floor', 'error-info': { 'yangent-sessions:holder': ['noc'] } },
  });
  expect(await say('noc', session, 'what do you see?', { 'next-speaker': ['ip', 'optics'] })).toMatchObject({
    status: 200,
  });
  expect(await floorOf(session)).toEqual(['discussion', ['ip', 'optics'], 1]);
  await say('optics', session, 'light is low', { 'next-speaker': ['noc'] });
  expect(await floorOf(session)).toEqual(['discussion', ['ip'], 2]);
  await say('ip', session, 'OSPF is down');
  expect(await floorOf(session)).toEqual(['discussion', ['noc'], 3]);
  await say('noc', session, 'let us end', { type: 'yangent-sessions:conclude', 'next-speaker': ['optics'] });
  expect(await floorOf(session)).toEqual(['conclusion', ['optics'], 4]);
  await say('optics', session, 'the fibre is cut', { type: 'yangent-sessions:conclusion' });
  expect(await read('alice', session)).toMatchObject({
    ...{ state: 'closed', 'close-reason': 'concluded', conclusion: 'the fibre is cut' },
  });
  expect(await drain('ip')).toEqual(['what do you see?', 'light is low', 'let us end', 'the fibre is cut']);
});

it('a synchronous task halts the talk until its result is there', async () => {
  const session = await team();
  const id = await assign(session, 'ip', 't1');
  expect(await floorOf(session)).toEqual(['synchronous-task-assignment', ['ip'], 1]);
  expect(await say('noc', session, 'and?')).toMatchObject({
    status: 412,
    output: { 'error-app-tag': 'bad-transition' },
  });
  await finish('ip', id, 'the interface flaps');
  expect(await floorOf(session)).toEqual(['discussion', ['noc'], 1]);
  expect(await drain('optics')).toContain('the interface flaps');
});

it('asynchronous tasks run beside the talk, become synchronous and back, and a pause waits for exactly its triggers', async () => {
  const session = await team();
  const one = await assign(session, 'ip', 'a1', 'asynchronous');
  const two = await assign(session, 'optics', 'a2', 'asynchronous');
  expect(await floorOf(session)).toEqual(['asynchronous-task-assignment', ['noc'], 2]);
  const grant = (input: Plain) => act('alice', session, 'grant-floor', input);
  expect(await grant({ state: 'synchronous-task-assignment' })).toMatchObject({ status: 204 });
  expect(await floorOf(session)).toEqual(['synchronous-task-assignment', ['ip', 'optics'], 2]);
  expect(await grant({ state: 'asynchronous-task-assignment' })).toMatchObject({ status: 204 });
  expect(await floorOf(session)).toEqual(['asynchronous-task-assignment', ['noc'], 2]);
  const pause = (trigger: string[]) => say('noc', session, 'wait', { type: 'yangent-sessions:pause', trigger });
  expect(await pause(['nothing'])).toMatchObject({
    status: 400,
    output: { 'error-tag': 'invalid-value', 'error-message': expect.stringContaining('a1, a2') },
  });
  expect(await pause(['a1'])).toMatchObject({ status: 200 });
  expect(await floorOf(session)).toEqual(['pause-and-trigger', [], 3]);
  await finish('optics', two, 'optics fine');
  expect(await floorOf(session)).toEqual(['pause-and-trigger', [], 3]);
  await onTask('ip', one, 'claim');
  await onTask('ip', one, 'fail', { code: 'unreachable', message: 'no route to R1' });
  expect(await floorOf(session)).toEqual(['discussion', ['noc'], 3]);
  expect(await drain('optics')).toContain('no route to R1');
});

it('a team formed for a task ends with it, and its conclusion completes it', async () => {
  const session = await team();
  const id = await assign(session, 'ip', 'sub1');
  await onTask('ip', id, 'claim');
  const opened = await call('bob', 'open', {
    from: 'ip',
    kind: 'team',
    parent: { task: id },
    member: [{ agent: 'optics' }],
  });
  expect(opened).toMatchObject({ status: 200, output: { state: 'discussion' } });
  const sub = opened.output.id;
  await act('bob', sub, 'conclude', {});
  await say('ip', sub, 'a cut fibre', { type: 'yangent-sessions:conclusion' });
  expect(await floorOf(session)).toEqual(['discussion', ['noc'], 1]);
  expect(await drain('optics')).toContain('a cut fibre');
});
