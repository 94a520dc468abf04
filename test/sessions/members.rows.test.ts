/** Members of sessions come and go; what they may do follows from their roles. */
import { describe, expect, it } from 'vitest';
import { type Plain, register, type User } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, group, say, receive, drain, read } = useSessionsRig();

const states = async (session: string): Promise<Plain> =>
  Object.fromEntries(
    (await read('admin', session)).member.map(({ agent, state, role }: Plain) => [agent, `${state} ${role}`]),
  );

/** The configuration of what an agent accepts. */
const accepts = async (agent: string, sessions: string) => {
  const answer = await rig.http('admin', 'PATCH', `/restconf/data/yangent-agents:agents/agent=${agent}`, {
    'yangent-agents:agent': [{ id: agent, execution: { accepts: { sessions } } }],
  });
  expect(answer.status).toBe(204);
};

/** Returns the reports about a session that a user gets: the change, and the member. */
async function told(user: User, session: string): Promise<string[]> {
  const reader = await rig.openNetconf(user);
  const since = '<startTime>2026-01-01T00:00:00Z</startTime>';
  await reader.ask(
    `<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0">${since}</create-subscription>`,
  );
  const all: string[] = [];
  for (let event = ''; !event.includes('replayComplete'); event = await reader.receive()) all.push(event);
  reader.close();
  const ours = all.filter((event) => event.includes(session));
  return ours.map(
    (event) => /<change>(.*?)<\/change>(?:.*<member><agent>(.*?)<)?/s.exec(event)?.slice(1).join(' ') ?? event,
  );
}

describe('an invitation', () => {
  it('is answered by an agent that wants to be asked, which reads only what comes after it joined', async () => {
    await register(rig, 'bob', 'asked');
    await accepts('asked', 'ask');
    const session = await group('asked');
    expect(await states(session)).toEqual({ noc: 'joined coordinator', asked: 'invited speaker' });
    await say('noc', session, 'before');
    expect(await call('bob', 'send', { from: 'asked', session, content: 'hello' })).toMatchObject({
      output: { 'error-app-tag': 'not-joined' },
    });
    expect(await say('noc', session, 'for you', { to: ['asked'] })).toMatchObject({
      status: 400,
      output: { 'error-message': expect.stringContaining('once it has joined: send this again then') },
    });
    const heard = (await call('bob', 'history', { agent: 'asked', session })).output.message;
    expect(heard).toMatchObject([{ sequence: '2', membership: { agent: 'asked', state: 'invited' } }]);
    expect(await act('bob', session, 'join', { agent: 'asked' })).toMatchObject({
      output: { state: 'joined', sequence: '4' },
    });
    await say('noc', session, 'after');
    expect(texts((await call('bob', 'receive', { agent: 'asked', session })).output)).toEqual(['after']);
    expect(texts((await call('bob', 'history', { agent: 'asked', session })).output)).toEqual(['before', 'after']);
  });

  it('is declined once, and can come again', async () => {
    const session = await group('asked');
    expect(await act('bob', session, 'decline', { agent: 'asked' })).toMatchObject({ status: 204 });
    expect(await act('bob', session, 'decline', { agent: 'asked' })).toMatchObject({ status: 204 });
    expect(await states(session)).toMatchObject({ asked: 'declined speaker' });
    expect(await act('bob', session, 'join', { agent: 'asked' })).toMatchObject({ status: 403 });
    const again = await act('alice', session, 'invite', {
      agent: 'noc',
      member: [{ agent: 'asked', role: 'observer' }],
    });
    expect(again.output.member).toEqual([{ agent: 'asked', state: 'invited' }]);
    await act('bob', session, 'join', { agent: 'asked' });
    expect(await states(session)).toMatchObject({ asked: 'joined observer' });
    expect(await call('bob', 'send', { from: 'asked', session, content: 'I say' })).toMatchObject({ status: 403 });
  });

  it('IOA-7.4-c: gives a present member another role, which all are told; only the coordinator may', async () => {
    const session = await group('ip', 'optics');
    const invite = (user: User, agent: string, role: string, member: string) =>
      act(user, session, 'invite', { agent, member: [{ agent: member, role }] });
    expect(await invite('alice', 'noc', 'observer', 'ip')).toMatchObject({
      output: { member: [{ agent: 'ip', state: 'joined' }] },
    });
    expect(await say('ip', session, 'I say')).toMatchObject({ status: 403 });
    expect(await invite('carol', 'optics', 'source', 'ip')).toMatchObject({
      status: 403,
      output: { 'error-message': expect.stringContaining('its coordinator may change it') },
    });
    await invite('carol', 'optics', 'observer', 'ip');
    await invite('carol', 'optics', 'observer', 'noc');
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'ip' }] });
    expect(await states(session)).toEqual({
      noc: 'joined coordinator',
      ip: 'joined observer',
      optics: 'joined speaker',
    });
    const { message } = await receive('optics', { session });
    expect(message).toMatchObject([{ membership: { agent: 'ip', state: 'joined', role: 'observer' } }]);
  });

  it('does not reach an agent that takes none', async () => {
    await register(rig, 'bob', 'quiet');
    await accepts('quiet', 'none');
    expect(await call('alice', 'open', { from: 'noc', kind: 'group', member: [{ agent: 'quiet' }] })).toMatchObject({
      output: { 'error-tag': 'operation-failed', 'error-app-tag': 'not-accepted' },
    });
  });

  it('names agents that there are, once, and no second coordinator', async () => {
    const refused = async (member: Plain) =>
      (await call('alice', 'open', { from: 'noc', kind: 'group', member })).output['error-message'];
    expect(await refused([{ agent: 'nobody' }])).toContain('there is no such agent here that you may find');
    expect(await refused([{ agent: 'noc' }])).toContain('more than once, or it is the one that invites');
    expect(await refused([{ agent: 'ip', role: 'coordinator' }])).toContain('give speaker, observer or source');
  });
});

describe('a request to open a session', () => {
  it('is done once for each request-id of a user', async () => {
    const input = { from: 'noc', kind: 'group', 'request-id': 'r-1', member: [{ agent: 'ip' }] };
    const first = await call('alice', 'open', input);
    expect(await call('alice', 'open', input)).toEqual(first);
  });
});

describe('a member that goes', () => {
  it('is followed, as coordinator, by the speaker that joined first; the last one closes the session', async () => {
    const session = await group('ip', 'optics');
    await act('alice', session, 'leave', { agent: 'noc' });
    expect(await states(session)).toEqual({
      noc: 'left speaker',
      ip: 'joined coordinator',
      optics: 'joined speaker',
    });
    expect(await read('bob', session)).toMatchObject({ coordinator: 'ip', state: 'open' });
    await act('bob', session, 'leave', { agent: 'ip' });
    await act('carol', session, 'leave', { agent: 'optics' });
    expect(await read('admin', session)).toMatchObject({ state: 'closed', 'close-reason': 'empty' });
  });

  it('reads what was said while it was in, and no more', async () => {
    const session = await group('ip', 'optics');
    await say('noc', session, 'all hear this');
    await act('carol', session, 'leave', { agent: 'optics' });
    await say('noc', session, 'without optics');
    expect(texts((await call('carol', 'history', { agent: 'optics', session })).output)).toEqual(['all hear this']);
    expect((await call('carol', 'receive', { agent: 'optics', session })).output['error-app-tag']).toBe('not-joined');
  });

  it('comes back by invitation only when it was removed', async () => {
    const session = await open('group', { admission: 'node', member: [{ agent: 'ip' }, { agent: 'optics' }] });
    expect(await act('bob', session, 'remove', { agent: 'ip', member: 'optics' })).toMatchObject({ status: 403 });
    expect(await act('alice', session, 'remove', { agent: 'noc', member: 'optics', reason: 'too loud' })).toMatchObject(
      {
        status: 204,
      },
    );
    expect(await act('carol', session, 'join', { agent: 'optics' })).toMatchObject({ status: 403 });
    expect(await act('bob', session, 'leave', { agent: 'ip' })).toMatchObject({ status: 204 });
    expect(await act('bob', session, 'join', { agent: 'ip' })).toMatchObject({ output: { state: 'joined' } });
    const { message } = await receive('noc', { session });
    expect(message).toContainEqual(
      expect.objectContaining({
        membership: { agent: 'optics', state: 'removed', role: 'speaker', reason: 'too loud' },
      }),
    );
  });

  it('has its role when it comes back by itself', async () => {
    const session = await open('group', { admission: 'node', member: [{ agent: 'ip', role: 'observer' }] });
    await act('bob', session, 'leave', { agent: 'ip' });
    await act('bob', session, 'join', { agent: 'ip' });
    expect(await states(session)).toMatchObject({ ip: 'joined observer' });
    expect(await say('ip', session, 'I say')).toMatchObject({ status: 403 });
  });

  it('leaves its sessions when its agent is deleted, and the next agent with its name has none of them', async () => {
    await register(rig, 'bob', 'brief');
    const session = await group('brief', 'ip');
    await say('noc', session, 'for brief alone', { to: ['brief'] });
    expect((await call('bob', 'send', { from: 'brief', session, content: 'I was here' })).status).toBe(200);
    expect((await rig.operation('bob', 'yangent-agents:deregister', { id: 'brief' })).status).toBeLessThan(300);
    await register(rig, 'carol', 'brief');
    expect((await call('carol', 'history', { agent: 'brief', session })).output['error-tag']).toBe('data-missing');
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'brief' }] });
    const past = await call('carol', 'history', { agent: 'brief', session });
    expect(texts(past.output)).toEqual(['I was here']);
    expect(texts((await call('alice', 'history', { agent: 'noc', session, from: 'brief' })).output)).toEqual([
      'I was here',
    ]);
  });
});

describe('a session that is closed', () => {
  it('takes no answer to an invitation, and stays as it is', async () => {
    const session = await group('asked');
    await act('alice', session, 'close', { agent: 'noc' });
    const before = await read('admin', session);
    for (const answer of ['decline', 'join']) {
      expect(await act('bob', session, answer, { agent: 'asked' })).toMatchObject({
        status: 412,
        output: { 'error-app-tag': 'closed' },
      });
    }
    expect(await read('admin', session)).toEqual(before);
  });
});

describe('the terms', () => {
  it('follow from the kind, and are changed by the coordinator: what is not said stays', async () => {
    const session = await group('ip');
    expect(await read('bob', session)).toMatchObject({
      qos: { 'max-backlog': 10000, 'when-full': 'refuse', history: 'all' },
      admission: 'invite',
      'show-members': true,
      retention: { days: 30, messages: 100000 },
    });
    expect(await act('bob', session, 'set', { agent: 'ip', goal: 'mine' })).toMatchObject({ status: 403 });
    expect(
      await act('alice', session, 'set', { agent: 'noc', goal: 'mend R1', qos: { 'max-backlog': 5 } }),
    ).toMatchObject({
      status: 204,
    });
    expect(await read('bob', session)).toMatchObject({
      goal: 'mend R1',
      qos: { 'max-backlog': 5, 'when-full': 'refuse', history: 'all' },
      admission: 'invite',
    });
  });

  it('bound the members of a session and the sessions of a user', async () => {
    const most = (value: Plain) =>
      rig.http('admin', 'PATCH', '/restconf/data/yangent-sessions:sessions', { 'yangent-sessions:sessions': value });
    expect((await most({ 'max-members': 2 })).status).toBe(204);
    expect(
      await call('alice', 'open', { from: 'noc', kind: 'group', member: [{ agent: 'ip' }, { agent: 'optics' }] }),
    ).toMatchObject({ status: 409, output: { 'error-app-tag': 'too-many-members' } });
    expect((await most({ 'max-members': 10000, 'max-sessions-per-user': 1 })).status).toBe(204);
    expect(await call('alice', 'open', { from: 'noc', kind: 'group' })).toMatchObject({
      output: { 'error-app-tag': 'too-many-sessions' },
    });
    expect((await most({ 'max-sessions-per-user': 1000 })).status).toBe(204);
  });
});

describe('a direct session', () => {
  it('takes nobody else, whatever admission is asked for', async () => {
    await register(rig, 'alice', 'alone');
    const member = [{ agent: 'optics' }];
    const refused = { status: 400, output: { 'error-message': expect.stringContaining('direct session is invite') } };
    const input = { from: 'alone', kind: 'direct', member };
    expect(await call('alice', 'open', { ...input, admission: 'node' })).toMatchObject(refused);
    const { output } = await call('alice', 'open', input);
    expect(await act('alice', output.id, 'set', { agent: 'alone', admission: 'node' })).toMatchObject(refused);
    expect(await act('bob', output.id, 'join', { agent: 'ip' })).toMatchObject({ status: 404 });
  });
});

describe('what a session tells', () => {
  it('is reported to its coordinator and to the members concerned, to nobody else', async () => {
    const session = await group('ip');
    await act('bob', session, 'leave', { agent: 'ip' });
    expect(await told('alice', session)).toEqual(['opened ', 'member noc', 'member ip', 'member ip']);
    expect(await told('bob', session)).toEqual(['member ip', 'member ip']);
    expect(await told('carol', session)).toEqual([]);
  });

  it('is not reported to the user that opened it, once its agent has left', async () => {
    const session = await group('ip');
    await act('alice', session, 'leave', { agent: 'noc' });
    await act('bob', session, 'set', { agent: 'ip', goal: 'without noc' });
    await act('bob', session, 'close', { agent: 'ip' });
    expect(await told('alice', session)).toEqual(['opened ', 'member noc', 'member ip', 'member noc']);
    expect(await told('bob', session)).toEqual(['member ip', 'member ip', 'terms ', 'closed ']);
  });

  it('is not seen at the endpoint of another agent', async () => {
    const session = await group('ip');
    const get = `<get><filter type="subtree"><sessions xmlns="urn:yangent:params:xml:ns:yang:yangent-sessions"/></filter></get>`;
    expect(await rig.netconfAt('bob', 'ip', get)).toContain(session);
    await register(rig, 'bob', 'other');
    expect(await rig.netconfAt('bob', 'other', get)).not.toContain(session);
    expect(await drain('ip')).toEqual(expect.any(Array));
  });
});
