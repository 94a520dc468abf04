/** Sessions that are configured: the node opens them, and keeps them as their entries say. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { description, type Plain, register } from '../rows/agents-rig.js';
import { Https } from '../support/http.js';
import { startTestNode } from '../support/node.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, read } = useSessionsRig();

const SESSIONS = '/restconf/data/yangent-sessions:sessions';

const put = (name: string, entry: Plain, user: 'admin' | 'alice' = 'admin') =>
  rig.http(user, 'PUT', `${SESSIONS}/standing=${name}`, { 'yangent-sessions:standing': [{ name, ...entry }] });

const standing = async (name: string): Promise<Plain> =>
  JSON.parse((await rig.http('admin', 'GET', `${SESSIONS}/standing=${name}`)).body)['yangent-sessions:standing'][0];

const members = async (session: string): Promise<Plain> =>
  Object.fromEntries(
    ((await read('admin', session)).member ?? []).map(({ agent, state, role }: Plain) => [agent, `${state} ${role}`]),
  );

it('a configured session is there when its commit is answered, follows each change, and is closed with its entry', async () => {
  await register(rig, 'admin', 'board');
  const entry = { kind: 'topic', from: 'board', member: [{ agent: 'ip', filter: ['alarms/#'] }, { agent: 'optics' }] };
  expect((await put('alarms', entry)).status).toBe(201);
  const { session, owner, missing, problem } = await standing('alarms');
  expect({ owner, missing, problem }).toEqual({ owner: 'admin', missing: undefined, problem: undefined });
  expect(await read('admin', session)).toMatchObject({
    ...{
      kind: 'topic',
      name: 'alarms',
      standing: 'alarms',
      state: 'open',
      coordinator: 'board',
      'show-members': false,
    },
  });
  expect(await members(session)).toEqual({
    ...{ board: 'joined coordinator', ip: 'joined speaker', optics: 'joined speaker' },
  });
  const say = (subject: string) => call('admin', 'send', { from: 'board', session, subject, content: subject });
  await say('alarms/r1');
  await say('weather');
  expect(texts((await call('bob', 'receive', { agent: 'ip', session })).output)).toEqual(['alarms/r1']);

  const changed = { kind: 'topic', from: 'board', member: [{ agent: 'ip', role: 'observer' }, { agent: 'noc' }] };
  expect((await put('alarms', { ...changed, qos: { 'max-rate': 7 } })).status).toBe(204);
  expect(await read('admin', session)).toMatchObject({ qos: { 'max-rate': 7, 'when-full': 'lag' } });
  expect(await members(session)).toEqual({
    ...{ board: 'joined coordinator', ip: 'joined observer', optics: 'removed speaker', noc: 'joined speaker' },
  });

  expect((await rig.http('admin', 'DELETE', `${SESSIONS}/standing=alarms`)).status).toBe(204);
  expect(await read('admin', session)).toMatchObject({ state: 'closed', 'close-reason': 'closed' });
});

it('another kind is another session; another leader leads the same one', async () => {
  await register(rig, 'admin', 'second');
  await put('kinds', { kind: 'group', from: 'board', member: [{ agent: 'ip' }] });
  const { session } = await standing('kinds');
  await put('kinds', { kind: 'group', from: 'second', member: [{ agent: 'ip' }] });
  expect((await standing('kinds')).session).toBe(session);
  expect(await members(session)).toEqual({
    ...{ board: 'removed speaker', second: 'joined coordinator', ip: 'joined speaker' },
  });
  await put('kinds', { kind: 'topic', from: 'second', member: [{ agent: 'ip' }] });
  const after = (await standing('kinds')).session;
  expect(after).not.toBe(session);
  expect(await read('admin', session)).toMatchObject({ state: 'closed' });
  expect(await members(after)).toEqual({ second: 'joined coordinator', ip: 'joined speaker' });
});

it('an agent that is missing joins when it is registered, and the session is opened when its leader is', async () => {
  await put('later', { kind: 'group', from: 'third', member: [{ agent: 'ip' }, { agent: 'unborn' }] });
  expect(await standing('later')).toMatchObject({
    missing: ['ip', 'unborn'],
    problem: 'agent "third", which leads the session, is not registered',
  });
  await register(rig, 'admin', 'third');
  await expect.poll(async () => (await standing('later')).missing).toEqual(['unborn']);
  const { session } = await standing('later');
  await register(rig, 'bob', 'unborn');
  await expect.poll(async () => (await standing('later')).missing).toBeUndefined();
  expect(await members(session)).toMatchObject({ third: 'joined coordinator', unborn: 'joined speaker' });
});

it('a member that leaves is not put back; what is configured is changed by configuration only', async () => {
  await put('kept', { kind: 'group', from: 'board', member: [{ agent: 'ip' }, { agent: 'optics' }] });
  const { session } = await standing('kept');
  const refused = { output: { 'error-app-tag': 'standing', 'error-message': expect.stringContaining("name='kept'") } };
  expect(await act('admin', session, 'close', { agent: 'board' })).toMatchObject({ status: 412, ...refused });
  expect(await act('admin', session, 'close', {})).toMatchObject(refused);
  expect(await act('admin', session, 'set', { agent: 'board', goal: 'x' })).toMatchObject(refused);
  expect(await act('admin', session, 'leave', { agent: 'board' })).toMatchObject(refused);
  expect(await act('admin', session, 'remove', { agent: 'board', member: 'ip' })).toMatchObject(refused);
  const invite = { agent: 'board', member: [{ agent: 'ip', role: 'observer' }] };
  expect(await act('admin', session, 'invite', invite)).toMatchObject(refused);
  expect(await act('carol', session, 'leave', { agent: 'optics' })).toMatchObject({ status: 204 });
  expect(await act('admin', session, 'invite', { agent: 'board', member: [{ agent: 'noc' }] })).toMatchObject({
    status: 200,
  });
  const entry = { kind: 'group', from: 'board', member: [{ agent: 'ip' }, { agent: 'optics' }] };
  await put('kept', { ...entry, retention: { days: 3 } });
  expect(await members(session)).toEqual({
    ...{ board: 'joined coordinator', ip: 'joined speaker', optics: 'left speaker', noc: 'joined speaker' },
  });
  expect(await standing('kept')).toMatchObject({ missing: ['optics'] });
  await put('kept', { ...entry, member: [{ agent: 'ip' }] });
  await put('kept', entry);
  expect(await members(session)).toMatchObject({ optics: 'joined speaker' });
});

it('nobody configures a session for an agent for which it may not act', async () => {
  const answer = await put('stolen', { kind: 'group', from: 'noc', member: [{ agent: 'ip' }] });
  expect(answer.status).toBe(403);
  expect(JSON.parse(answer.body)['ietf-restconf:errors'].error[0]).toMatchObject({
    'error-tag': 'access-denied',
    'error-message': 'user "admin" may not speak as agent "noc": name an agent of yours in "from"',
  });
  // The agent is registered by another user after the commit.
  await put('early', { kind: 'group', from: 'hers', member: [] });
  await register(rig, 'carol', 'hers');
  await expect
    .poll(async () => (await standing('early')).problem)
    .toContain('user "admin" may not speak as agent "hers"');
  expect((await standing('early')).session).toBeUndefined();
});

it('a confirmed commit that is not confirmed takes its sessions back', async () => {
  await put('tried', { kind: 'group', from: 'board', member: [{ agent: 'ip' }] });
  const { session } = await standing('tried');
  const client = await rig.openNetconf('admin');
  const xmlns = 'xmlns="urn:yangent:params:xml:ns:yang:yangent-sessions"';
  const edited = await client.ask(
    `<edit-config><target><candidate/></target><config><sessions ${xmlns}>
      <standing><name>tried</name><member xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="delete"><agent>ip</agent></member>
        <member><agent>optics</agent></member></standing>
      <standing><name>trial</name><kind>group</kind><from>board</from></standing></sessions></config></edit-config>`,
  );
  expect(edited).toContain('<ok/>');
  expect(await client.ask('<commit><confirmed/></commit>')).toContain('<ok/>');
  expect(await members(session)).toMatchObject({ ip: 'removed speaker', optics: 'joined speaker' });
  const trial = (await standing('trial')).session;
  expect(await client.ask('<cancel-commit/>')).toContain('<ok/>');
  client.close();
  expect(await members(session)).toMatchObject({ ip: 'joined speaker', optics: 'removed speaker' });
  expect(await standing('tried')).toMatchObject({ session });
  expect((await standing('tried')).owner).toBeUndefined();
  expect(await read('admin', trial)).toMatchObject({ state: 'closed' });
});

it('a node that starts goes on with its sessions, and does what a crash after a commit left to do', async () => {
  const data = mkdtempSync(join(tmpdir(), 'yangent-standing-'));
  const first = await startTestNode({ data });
  const https = new Https(first, 'admin', first.password);
  for (const id of ['board', 'other']) {
    const body = JSON.stringify({ 'yangent-agents:input': description(id) });
    expect((await https.send('POST', '/restconf/operations/yangent-agents:register', { body })).status).toBe(200);
  }
  const entry = (name: string) => ({ name, kind: 'group', from: 'board', member: [{ agent: 'other' }] });
  const body = JSON.stringify({ 'yangent-sessions:sessions': { standing: [entry('stays'), entry('begins')] } });
  expect((await https.send('PATCH', SESSIONS, { body })).status).toBe(204);
  const found = async (from: Https): Promise<Plain> => {
    const answer = await from.send('GET', `${SESSIONS}?depth=3`);
    const { session } = JSON.parse(answer.body)['yangent-sessions:sessions'];
    return Object.fromEntries(session.map(({ id, standing, state }: Plain) => [`${standing} ${state}`, id]));
  };
  const before = await found(https);
  https.close();
  await first.stop();
  // The session of an entry that is deleted; that of `begins` is not opened yet.
  const database = new Database(join(data, 'yangent.db'));
  for (const table of [
    "agent_session set standing = 'ends' where standing",
    "agent_session_standing set name = 'ends' where name",
  ])
    database.exec(`update ${table} = 'begins'`);
  database.close();
  const second = await startTestNode({ data });
  const again = new Https(second, 'admin', second.password);
  expect(await found(again)).toEqual({
    'stays open': before['stays open'],
    'ends closed': before['begins open'],
    'begins open': expect.any(String),
  });
  const answer = await again.send('GET', `${SESSIONS}/standing=begins`);
  const [begins] = JSON.parse(answer.body)['yangent-sessions:standing'];
  expect([begins.missing, begins.problem]).toEqual([undefined, undefined]);
  again.close();
  await second.stop();
  rmSync(data, { recursive: true, force: true });
});
