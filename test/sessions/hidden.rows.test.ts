/** What sessions do not tell: to those who went, to those who stand outside, and to callers at the endpoint of another agent. */
import { describe, expect, it } from 'vitest';
import { register } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, group, say, read } = useSessionsRig();

describe('a member that was removed', () => {
  it('sees neither who is in nor how many messages there are, and still sees itself', async () => {
    const session = await group('ip', 'optics');
    expect((await read('carol', session)).member).toHaveLength(3);
    await act('alice', session, 'remove', { agent: 'noc', member: 'optics' });
    await say('noc', session, 'without optics');
    const seen = await read('carol', session);
    expect(seen).toMatchObject({ id: session, state: 'open', member: [{ agent: 'optics', state: 'removed' }] });
    expect(seen).not.toHaveProperty('coordinator');
    expect(seen).not.toHaveProperty('last-sequence');
    expect((await read('bob', session)).member).toHaveLength(3);
  });
});

describe('where members are hidden, an agent', () => {
  it('is not told that another of its name was a member before it', async () => {
    await register(rig, 'bob', 'short');
    const session = await open('topic', { qos: { history: 'all' } });
    await act('bob', session, 'join', { agent: 'short' });
    await rig.operation('bob', 'yangent-agents:deregister', { id: 'short' });
    await register(rig, 'carol', 'short');
    const { output } = await act('carol', session, 'join', { agent: 'short' });
    const past = await call('carol', 'history', { agent: 'short', session });
    expect(past.output.message).toMatchObject([{ sequence: output.sequence, membership: { agent: 'short' } }]);
  });
});

describe('a caller that waits', () => {
  it('gets nothing of the next owner of its agent', async () => {
    await register(rig, 'bob', 'brief');
    const session = await group('brief');
    const still = call('bob', 'receive', { agent: 'brief', wait: 60 });
    // The answer to a later request of bob: by then the node waits.
    await call('bob', 'history', { agent: 'brief', session });
    await rig.operation('bob', 'yangent-agents:deregister', { id: 'brief' });
    await register(rig, 'carol', 'brief');
    const next = await group('brief');
    await say('noc', next, 'for the brief of carol');
    expect(await still).toMatchObject({ status: 403, output: { 'error-tag': 'access-denied' } });
    expect(texts((await call('carol', 'receive', { agent: 'brief', session: next })).output)).toEqual([
      'for the brief of carol',
    ]);
  });
});

describe('an operator at the endpoint of an agent', () => {
  it('is this agent, and reads and ends no session of others; at the endpoint of the node it does', async () => {
    await register(rig, 'admin', 'desk');
    const session = await group('ip');
    await say('noc', session, 'not for desk');
    const history = (root: string) =>
      rig.http('admin', 'POST', `${root}/restconf/operations/yangent-sessions:history`, {
        'yangent-sessions:input': { session },
      });
    expect((await history('')).body).toContain('not for desk');
    const atDesk = await history('/agents/desk');
    expect(atDesk.body).toContain(`there is no session \\"${session}\\" of yours`);
    expect(atDesk).toMatchObject({ status: 409 });
    expect(await history('/agents/ip')).toMatchObject({ status: 403 });
  });
});

describe('the initiator of a session', () => {
  it('is told to its members; where they are hidden to itself, the coordinator and operators', async () => {
    await register(rig, 'bob', 'starter');
    const opened = async (kind: string) =>
      (await call('bob', 'open', { from: 'starter', kind, member: [{ agent: 'noc' }, { agent: 'optics' }] })).output.id;
    const shown = async (session: string) =>
      Promise.all(
        (['bob', 'alice', 'carol', 'admin'] as const).map(async (user) => (await read(user, session)).initiator),
      );
    const [talk, topic] = [await opened('group'), await opened('topic')];
    expect(await shown(talk)).toEqual(['starter', 'starter', 'starter', 'starter']);
    expect(await shown(topic)).toEqual(['starter', undefined, undefined, 'starter']);
    await act('bob', topic, 'leave', { agent: 'starter' });
    // The speaker that joined first leads now.
    expect(await shown(topic)).toEqual(['starter', 'starter', undefined, 'starter']);
  });

  it('is not told when another agent has its identifier', async () => {
    await register(rig, 'bob', 'first');
    const open = { from: 'first', kind: 'group', member: [{ agent: 'optics' }] };
    const session = (await call('bob', 'open', open)).output.id;
    await rig.operation('bob', 'yangent-agents:deregister', { id: 'first' });
    expect((await read('carol', session)).initiator).toBe('first');
    await register(rig, 'alice', 'first');
    expect(await read('carol', session)).not.toHaveProperty('initiator');
  });
});
