/** Messages that expire before they are given out are counted for those that did not get them. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Plain, User } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import { artifact, useBytesRig } from './bytes-rig.js';

const { rig, call, open, group, say, receive, acknowledge, read, put, text } = useBytesRig();

/** Returns a time after a moment. The time of the node is that of this test. */
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

describe('a message that expires', () => {
  it('is given out until then, is counted for those that did not get it, and is still read by history', async () => {
    const session = await group('ip', 'optics');
    expect(await say('noc', session, 'x', { expires: '2020-01-01T00:00:00Z' })).toMatchObject({
      output: { 'error-tag': 'invalid-value' },
    });
    expect(await say('noc', session, 'x', { expires: '2020-13-45T00:00:00Z' })).toMatchObject({
      output: { 'error-tag': 'invalid-value' },
    });
    await put('short', 'for a moment');
    const expires = soon(4_000);
    await say('noc', session, 'for ip alone', { to: ['ip'], expires });
    await say('noc', session, 'for a moment', { expires, ...artifact('short') });
    await say('noc', session, 'for long');
    const early = await receive('ip', { session, max: 3 });
    expect(early.message.map(({ content }: Plain) => content)).toEqual([undefined, 'for ip alone', 'for a moment']);
    await over(expires);
    const late = await receive('optics', { session });
    expect(late.message.map(({ content }: Plain) => content)).toEqual(['for long']);
    const again = await receive('optics', { session });
    expect(again).toEqual({});
    const counts = async () =>
      Object.fromEntries((await read('alice', session)).member.map((each: Plain) => [each.agent, each.expired]));
    expect(await counts()).toEqual({ noc: '0', ip: '0', optics: '1' });
    const past = await call('carol', 'history', { agent: 'optics', session, limit: 2 });
    expect(past.output.message.map(({ content }: Plain) => content)).toEqual(['for a moment', 'for long']);
    expect(await text('carol', 'short')).toBe('for a moment');
    await acknowledge('optics', session, 7);
    await acknowledge('ip', session, 6);
    await receive('ip', { session });
    expect(await counts()).toEqual({ noc: '0', ip: '0', optics: '1' });
  });
});

describe('messages that expired before a slow member read them', () => {
  it('hold up no sender, and are counted once', async () => {
    const session = await open('group', { member: [{ agent: 'ip' }], qos: { 'max-backlog': 2 } });
    const expires = new Date(Date.now() + 2_000).toISOString();
    for (const content of ['one', 'two']) expect((await say('noc', session, content, { expires })).status).toBe(200);
    expect((await say('noc', session, 'three')).output['error-app-tag']).toBe('backlog-full');
    while (Date.now() <= Date.parse(expires)) await new Promise((done) => setTimeout(done, 50));
    expect((await say('noc', session, 'three')).status).toBe(200);
    const ip = async () => (await read('bob', session)).member.find(({ agent }: Plain) => agent === 'ip');
    expect(await ip()).toMatchObject({ acknowledged: '4', expired: '2', missed: '0' });
    expect((await receive('ip', { session })).message).toMatchObject([{ content: 'three' }]);
    expect(await ip()).toMatchObject({ delivered: '5', expired: '2' });
  });

  it('are those that are older than time-to-live, too', async () => {
    const session = await open('group', { member: [{ agent: 'ip' }, { agent: 'optics' }], qos: { 'time-to-live': 1 } });
    const { sequence } = (await say('noc', session, 'for a second')).output;
    await say('noc', session, 'for noc alone', { to: ['ip'] });
    const sent = Date.now();
    while (Date.now() < sent + 1_200) await new Promise((done) => setTimeout(done, 50));
    expect((await receive('optics', { session })).message).toBeUndefined();
    const optics = (await read('carol', session)).member.find(({ agent }: Plain) => agent === 'optics');
    expect(optics).toMatchObject({ delivered: String(Number(sequence) + 1), expired: '1' });
  });
});
