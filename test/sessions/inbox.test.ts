/** The stream `inbox`: messages are written to callers that stay connected, over RESTCONF and NETCONF. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Plain, register, type User } from '../rows/agents-rig.js';
import { EventStream, type SentEvent } from '../support/event-stream.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, group, say, receive, acknowledge, drain, read } = useSessionsRig();
const streams: EventStream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

/** Opens the stream at the node, or at the endpoint of an agent. */
async function inbox(user: User, o: { at?: string; lastEventId?: string; query?: string } = {}): Promise<EventStream> {
  const { at, lastEventId, query = '' } = o;
  const path = `${at === undefined ? '' : `/agents/${at}`}/restconf/streams/inbox/json${query}`;
  const login = user === 'admin' ? {} : { user, password: `the password of ${user}` };
  const stream = await EventStream.open(rig.node, path, { ...login, ...(lastEventId ? { lastEventId } : {}) });
  streams.push(stream);
  return stream;
}

const contents = (events: readonly SentEvent[]): string[] => events.flatMap(({ value }) => value.content ?? []);
/** Reads events of the stream up to the message with this text. */
async function until(stream: EventStream, content: string): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  for (;;) {
    const event = await stream.next();
    if (!event) throw new Error(`the stream ended before "${content}": ${JSON.stringify(events)}`);
    events.push(event);
    if (event.value.content === content) return events;
  }
}
const positionOf = async (user: User, session: string, agent: string): Promise<Plain> =>
  (await read(user, session)).member.find((member: Plain) => member.agent === agent);

describe('the stream inbox', () => {
  it('is a stream of the node and of each agent, without replay', async () => {
    for (const root of ['', '/agents/ip']) {
      const { body } = await rig.http(
        'bob',
        'GET',
        `${root}/restconf/data/ietf-restconf-monitoring:restconf-state/streams`,
      );
      expect(JSON.parse(body)['ietf-restconf-monitoring:streams'].stream).toContainEqual({
        name: 'inbox',
        description: 'Messages of the sessions of your agents, from where they acknowledged them on',
        'replay-support': false,
        access: ['xml', 'json'].map((encoding) => ({
          encoding,
          location: `${rig.node.url}${root}/restconf/streams/inbox/${encoding}`,
        })),
      });
    }
    await expect(inbox('bob', { query: '?start-time=2026-01-01T00:00:00Z' })).rejects.toThrow(
      "the event stream 'inbox' has no replay: subscribe to it without a start time",
    );
  });

  it('begins at the position of the agent, and goes on with what is sent', async () => {
    const session = await group('ip');
    await say('noc', session, 'before');
    const stream = await inbox('bob', { at: 'ip' });
    await say('noc', session, 'after', { subject: 'links/r1', tag: ['optical'] });
    await say('ip', session, 'my own');
    const events = await stream.take(2);
    expect(events).toEqual([
      {
        id: `${session}:3`,
        name: 'yangent-sessions:message',
        value: {
          ...{ session, sequence: '3', id: expect.any(String), type: 'yangent-sessions:discussion', from: 'noc' },
          ...{ at: expect.any(String), content: 'before', 'media-type': 'text/plain' },
        },
      },
      {
        id: `${session}:4`,
        name: 'yangent-sessions:message',
        value: {
          ...{ session, sequence: '4', id: expect.any(String), type: 'yangent-sessions:discussion', from: 'noc' },
          ...{ at: expect.any(String), content: 'after', 'media-type': 'text/plain' },
          ...{ subject: 'links/r1', tag: ['optical'] },
        },
      },
    ]);
    await say('noc', session, 'at last');
    expect(contents(await stream.take(1))).toEqual(['at last']);
    expect(await acknowledge('ip', session, 6)).toMatchObject({ status: 204 });
    expect(await acknowledge('ip', session, 7)).toMatchObject({ status: 400 });
    await drain('noc');
  });

  it('gives each message once at the node, for all agents of the caller that get it', async () => {
    await register(rig, 'bob', 'ip2');
    const session = await group('ip', 'ip2');
    await drain('ip');
    await call('bob', 'acknowledge', { agent: 'ip2', position: [{ session, through: '3' }] });
    const stream = await inbox('bob');
    await say('noc', session, 'to both');
    await say('noc', session, 'to one', { to: ['ip2'] });
    await say('ip', session, 'from the other');
    expect((await stream.take(3)).map(({ value }) => [value.content, value.for])).toEqual([
      ['to both', ['ip', 'ip2']],
      ['to one', ['ip2']],
      ['from the other', ['ip2']],
    ]);
    await act('bob', session, 'leave', { agent: 'ip2' });
    await drain('ip');
  });

  it('tells of sessions that the agent joins while it is connected', async () => {
    const stream = await inbox('bob', { at: 'ip' });
    const session = await group('optics');
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'ip' }] });
    await say('noc', session, 'welcome');
    expect(contents(await stream.take(1))).toEqual(['welcome']);
    await drain('ip');
  });

  it('gives all messages to each stream of an agent, and lends them beside', async () => {
    const session = await group('ip');
    const [one, two] = [await inbox('bob', { at: 'ip' }), await inbox('bob', { at: 'ip' })];
    await say('noc', session, 'for all');
    expect(contents([...(await one.take(1)), ...(await two.take(1))])).toEqual(['for all', 'for all']);
    expect(texts(await receive('ip', { session }))).toEqual(['for all']);
    expect(await receive('ip', { session })).toEqual({});
    await acknowledge('ip', session, 3);
    expect(await receive('ip', { session })).toEqual({});
  });
});

describe('the identifier of the last event', () => {
  it('acknowledges all that the stream wrote before, in every session', async () => {
    const [a, b] = [await group('ip'), await group('ip')];
    const stream = await inbox('bob', { at: 'ip' });
    await say('noc', a, 'a1');
    await say('noc', b, 'b1');
    await say('noc', a, 'a2');
    const events = [...(await until(stream, 'a1')), ...(await stream.take(2))];
    expect(contents(events)).toEqual(['a1', 'b1', 'a2']);
    stream.close();
    const again = await inbox('bob', { at: 'ip', lastEventId: events[1]?.id ?? '' });
    const [first] = await again.take(1);
    expect(first).toMatchObject({ id: `${a}:4`, value: { content: 'a2', redelivered: true } });
    expect(await positionOf('bob', a, 'ip')).toMatchObject({ acknowledged: '3', delivered: '4' });
    expect(await positionOf('bob', b, 'ip')).toMatchObject({ acknowledged: '3' });
    await drain('ip');
  });

  it('begins behind itself where it is lower than the position, which never goes back', async () => {
    const session = await group('ip');
    for (const text of ['one', 'two', 'three']) await say('noc', session, text);
    await drain('ip');
    const stream = await inbox('bob', { at: 'ip', lastEventId: `${session}:3` });
    expect(contents(await stream.take(2))).toEqual(['two', 'three']);
    expect(await positionOf('bob', session, 'ip')).toMatchObject({ acknowledged: '5' });
  });

  it('is refused where it is none, and ends the stream where the session never had it', async () => {
    const session = await group('ip');
    await expect(inbox('bob', { lastEventId: '12' })).rejects.toThrow(
      'is not the identifier of an event of the stream inbox: that is SESSION:SEQUENCE',
    );
    const stream = await inbox('bob', { lastEventId: `${session}:99` });
    expect(await stream.next()).toBeUndefined();
    expect(stream.comments).toContain('dropped: unknown-cursor');
    // Of a session that is not theirs, callers learn nothing.
    const strange = await inbox('carol', { lastEventId: `${session}:99` });
    const mine = await group('optics');
    await say('noc', mine, 'hello');
    expect(contents(await until(strange, 'hello'))).toContain('hello');
    await drain('optics');
    expect(await positionOf('bob', session, 'ip')).toMatchObject({ acknowledged: '2' });
  });

  it('moves nothing where a filter left out messages', async () => {
    const session = await group('ip');
    for (const text of ['one', 'two', 'three']) await say('noc', session, text);
    const query = `?filter=${encodeURIComponent("/yangent-sessions:message[content!='two']")}`;
    const stream = await inbox('bob', { at: 'ip', query });
    expect(contents(await until(stream, 'three'))).toEqual(['one', 'three']);
    stream.close();
    const again = await inbox('bob', { at: 'ip', query, lastEventId: `${session}:3` });
    expect(contents(await again.take(1))).toEqual(['three']);
    expect(await positionOf('bob', session, 'ip')).toMatchObject({ acknowledged: '2', delivered: '2' });
    expect(await acknowledge('ip', session, 5)).toMatchObject({ status: 400 });
    await drain('ip');
  });
});

describe('a reader that may read no more', () => {
  it('gets nothing after it has left, and what is said after it came back', async () => {
    const session = await group('ip', 'optics');
    await drain('ip');
    const stream = await inbox('bob', { at: 'ip' });
    await act('alice', session, 'remove', { agent: 'noc', member: 'ip' });
    await say('noc', session, 'behind its back');
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'ip' }] });
    await say('noc', session, 'welcome back');
    expect(contents(await stream.take(1))).toEqual(['welcome back']);
    await drain('ip');
  });

  it('gets nothing once its user may not speak for it any more', async () => {
    await register(rig, 'bob', 'lent');
    const session = await group('ip', 'lent');
    await drain('ip');
    await call('bob', 'acknowledge', { agent: 'lent', position: [{ session, through: '3' }] });
    const stream = await inbox('bob');
    await say('noc', session, 'one');
    expect((await stream.take(1))[0]?.value.for).toEqual(['ip', 'lent']);
    const owned = { 'yangent-agents:agent': [{ id: 'lent', owner: ['carol'] }] };
    expect((await rig.http('admin', 'PATCH', '/restconf/data/yangent-agents:agents/agent=lent', owned)).status).toBe(
      204,
    );
    await say('noc', session, 'two');
    expect((await stream.take(1))[0]?.value).toMatchObject({ content: 'two' });
    await drain('ip');
  });

  it('stays connected when a session is closed', async () => {
    const [a, b] = [await group('ip'), await group('ip')];
    const stream = await inbox('bob', { at: 'ip' });
    await say('noc', a, 'last words');
    await act('alice', a, 'close', { agent: 'noc' });
    await say('noc', b, 'still here');
    expect(contents(await stream.take(3))).toEqual(['last words', 'still here']);
    await drain('ip');
  });
});

it('a member that lags is told how many messages it missed, and is not behind by what was written to it', async () => {
  const session = await open('topic', { qos: { 'max-backlog': 4 } });
  await act('bob', session, 'join', { agent: 'ip' });
  for (let n = 1; n <= 6; n += 1) await say('noc', session, `news ${n}`);
  const stream = await inbox('bob', { at: 'ip' });
  const events = await stream.take(3);
  expect(events[0]).toEqual({
    id: '',
    name: 'yangent-sessions:gap',
    value: { session, count: '4', through: '6' },
  });
  expect(contents(events)).toEqual(['news 5', 'news 6']);
  for (let n = 7; n <= 20; n += 1) {
    await say('noc', session, `news ${n}`);
    expect(contents(await stream.take(1))).toEqual([`news ${n}`]);
  }
  expect(await acknowledge('ip', session, 22)).toMatchObject({ status: 204 });
  const { output } = await call('alice', 'history', { agent: 'noc', session, limit: 1 });
  expect(output.message[0].sequence).toBe('22');
  expect((await read('bob', session)).member).toMatchObject([{ agent: 'ip', missed: '4', acknowledged: '22' }]);
  await act('alice', session, 'set', { agent: 'noc', qos: { 'when-full': 'refuse' } });
  for (let n = 21; n <= 30; n += 1) {
    expect(await say('noc', session, `news ${n}`)).toMatchObject({ status: 200 });
    await stream.take(1);
  }
  stream.close();
});

it('a message that is kept in memory names data no more once they are deleted', async () => {
  const session = await group('ip');
  const stream = await inbox('bob', { at: 'ip' });
  expect((await rig.http('alice', 'PUT', '/data/kept', 'light is low', 'text/plain')).status).toBe(201);
  const artifact = [{ name: 'trace', 'data-param': 'kept' }];
  await say('noc', session, 'see the trace', { artifact });
  expect((await until(stream, 'see the trace')).at(-1)?.value.artifact).toEqual(artifact);
  expect((await rig.http('alice', 'DELETE', '/data/kept')).status).toBe(204);
  const later = await until(await inbox('bob', { at: 'ip', lastEventId: `${session}:1` }), 'see the trace');
  expect(later.at(-1)?.value.artifact).toEqual([{ name: 'trace' }]);
});
