/** Messages that expire before they are given out are counted for those that did not get them. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Plain, User } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import { useSessionsRig } from './sessions-rig.js';

const { rig, open, group, say, receive, acknowledge, read } = useSessionsRig();

/** Returns a time after a moment, and waits until it is over. The time of the node is that of this test. */
const soon = (milliseconds = 1_500) => new Date(Date.now() + milliseconds).toISOString();
const over = (expires: string) => expect.poll(() => Date.now() > Date.parse(expires), { timeout: 10_000 }).toBe(true);

const ip = async (session: string) =>
  (await read('bob', session)).member.find(({ agent }: Plain) => agent === 'ip') as Plain;

async function inbox(user: User, path: string): Promise<EventStream> {
  const login = { user, password: `the password of ${user}` };
  const stream = await EventStream.open(rig.node, `${path}/restconf/streams/inbox/json`, login);
  onTestFinished(() => stream.close());
  return stream;
}

/** Reads the stream up to a message. @returns its sequence and the contents of the session before it */
async function heard(stream: EventStream, session: string, content: string): Promise<{ at: number; before: string[] }> {
  const before: string[] = [];
  for (;;) {
    const { value } = (await stream.next()) ?? {};
    if (!value) throw new Error('the stream has ended');
    if (value.session !== session) continue;
    if (value.content === content) return { at: Number(value.sequence), before };
    if (value.content !== undefined) before.push(value.content);
  }
}

describe('messages that expired before a stream wrote them', () => {
  it('are counted once when their member acknowledges, however many of its streams passed over them', async () => {
    const session = await group('ip', 'optics');
    const expires = soon();
    await say('noc', session, 'one', { expires });
    await say('noc', session, 'of optics alone', { expires, to: ['optics'] });
    await say('ip', session, 'its own', { expires });
    await say('noc', session, 'two', { expires });
    await over(expires);
    const streams = [await inbox('bob', '/agents/ip'), await inbox('bob', '')];
    await say('noc', session, 'three');
    const [first, second] = await Promise.all(streams.map((stream) => heard(stream, session, 'three')));
    expect([first?.before, second?.before]).toEqual([[], []]);
    expect(await ip(session)).toMatchObject({ expired: '0' });
    expect(await acknowledge('ip', session, first?.at ?? 0)).toMatchObject({ status: 204 });
    expect(await ip(session)).toMatchObject({ acknowledged: String(first?.at), expired: '2' });
    await receive('ip', { session });
    await say('noc', session, 'four');
    const { at } = await heard(streams[0] as EventStream, session, 'four');
    await acknowledge('ip', session, at);
    expect(await ip(session)).toMatchObject({ expired: '2', missed: '0' });
  });

  it('are those that it skipped for a member that lags, too', async () => {
    const more = { member: [{ agent: 'ip' }], qos: { 'max-backlog': 2, 'when-full': 'lag' } };
    const session = await open('group', more);
    const expires = soon();
    for (const content of ['one', 'two']) await say('noc', session, content, { expires });
    for (const content of ['three', 'four', 'five']) await say('noc', session, content);
    await over(expires);
    const { at, before } = await heard(await inbox('bob', '/agents/ip'), session, 'five');
    expect(before).toEqual([]);
    await acknowledge('ip', session, at);
    expect(await ip(session)).toMatchObject({ missed: '2', expired: '2' });
  });
});

describe('messages that a stream wrote in time', () => {
  it('are not counted when they expire before they are acknowledged', async () => {
    const session = await group('ip');
    const stream = await inbox('bob', '/agents/ip');
    const expires = soon();
    await say('noc', session, 'in time', { expires });
    await heard(stream, session, 'in time');
    await over(expires);
    await say('noc', session, 'later');
    expect((await receive('ip', { session })).message).toMatchObject([{ content: 'later' }]);
    const { at } = await heard(stream, session, 'later');
    await acknowledge('ip', session, at);
    expect(await ip(session)).toMatchObject({ acknowledged: String(at), expired: '0' });
  });
});
