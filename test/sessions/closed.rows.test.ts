/** Closed sessions in the stream inbox, and calls that name a session wrongly. */
import { expect, it, onTestFinished } from 'vitest';
import { register } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import { useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, group, say, drain } = useSessionsRig();

it('a stream gives what waits in closed sessions, once for all agents of its caller, and then goes on with open ones', async () => {
  await register(rig, 'bob', 'second');
  const read = await group('ip');
  await say('noc', read, 'read before');
  await act('alice', read, 'close', { agent: 'noc' });
  await drain('ip');
  const closed = await group('ip', 'second');
  await say('noc', closed, 'said before the end');
  await act('alice', closed, 'close', { agent: 'noc' });
  const live = await group('ip');
  const login = { user: 'bob', password: 'the password of bob' };
  const stream = await EventStream.open(rig.node, '/restconf/streams/inbox/json', login);
  onTestFinished(() => stream.close());
  await say('noc', live, 'still open');
  const heard: unknown[] = [];
  while (!heard.some((each) => JSON.stringify(each).includes('still open'))) {
    const { value } = (await stream.next()) ?? {};
    if (!value) throw new Error('the stream has ended');
    expect(value.session).not.toBe(read);
    if (value.content !== undefined) heard.push([value.session, value.content, value.for]);
  }
  expect(heard).toContainEqual([closed, 'said before the end', ['ip', 'second']]);
  expect(heard).toContainEqual([live, 'still open', ['ip']]);
  expect(heard).toHaveLength(2);
});

it('a stream goes on behind the last event in a closed session that its agent has acknowledged', async () => {
  const session = await group('ip');
  for (const content of ['one', 'two']) await say('noc', session, content);
  await act('alice', session, 'close', { agent: 'noc' });
  await drain('ip');
  const past = await call('bob', 'history', { agent: 'ip', session, limit: 9 });
  const { sequence } = past.output.message.find(({ content }: { content?: string }) => content === 'one');
  const login = { user: 'bob', password: 'the password of bob', lastEventId: `${session}:${sequence}` };
  const stream = await EventStream.open(rig.node, '/agents/ip/restconf/streams/inbox/json', login);
  onTestFinished(() => stream.close());
  expect((await stream.next())?.value).toMatchObject({ session, content: 'two' });
});

it('IOA-4.1-o: an agent reads with whom it has worked, in sessions that have ended as well, and nobody else does', async () => {
  const ended = await group('ip');
  await say('ip', ended, 'it was the fibre');
  await act('alice', ended, 'close', { agent: 'noc' });
  const withIp = async (user: 'alice' | 'carol') => {
    const path = '/restconf/data/yangent-sessions:sessions?fields=session(id;state;member(agent))';
    const { status, body } = await rig.http(user, 'GET', path);
    // A user without a session has no list of them.
    if (status === 404) return [];
    const { session: sessions } = JSON.parse(body)['yangent-sessions:sessions'];
    return sessions.filter(({ id }: { readonly id: string }) => id === ended);
  };
  expect(await withIp('alice')).toEqual([{ id: ended, state: 'closed', member: [{ agent: 'ip' }, { agent: 'noc' }] }]);
  expect(await withIp('carol')).toEqual([]);
});

it('a call with the name of a session says that the identifier is wanted', async () => {
  await open('group', { name: 'R1-R2' });
  expect(await call('alice', 'send', { from: 'noc', session: 'R1-R2', content: 'x' })).toMatchObject({
    status: 400,
    output: {
      'error-tag': 'invalid-value',
      'error-message': 'expected the identifier of a session, which has 36 characters, and not its name',
    },
  });
  const capitals = 'R199A5C2-7F3E-7D4B-9C1A-2B3C4D5E6F70';
  expect((await call('alice', 'send', { from: 'noc', session: capitals, content: 'x' })).output).toMatchObject({
    'error-message': 'expected the identifier of a session, which has 36 characters, and not its name',
  });
});

it('an operator, who sees all sessions, reads that an agent is no member; others read that there is no such session', async () => {
  await register(rig, 'admin', 'desk');
  const session = await group('ip');
  const none = '0199a5c2-7f3e-7d4b-9c1a-2b3c4d5e6f70';
  const said = async (user: 'admin' | 'carol', from: string, id: string) =>
    (await call(user, 'send', { from, session: id, content: 'x' })).output;
  expect(await said('admin', 'desk', session)).toMatchObject({
    'error-tag': 'data-missing',
    'error-message': `agent "desk" is no member of session "${session}"`,
  });
  for (const [user, from, id] of [
    ['admin', 'desk', none],
    ['carol', 'optics', session],
    ['carol', 'optics', none],
  ] as const)
    expect(await said(user, from, id)).toMatchObject({ 'error-message': `there is no session "${id}" of yours` });
});
