/** An agent that wants to be asked hears of its invitation itself, by each way in which it reads, and of nothing else before it joined. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Plain, register } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import { SESSIONS_XML, texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, say, read } = useSessionsRig();
const streams: EventStream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
beforeAll(() => register(rig, 'bob', 'shy', { execution: { accepts: { sessions: 'ask' } } }));

const invite = (kind = 'group', more: Plain = {}) => open(kind, { member: [{ agent: 'shy' }], ...more });
const receive = async (more: Plain = {}): Promise<Plain> =>
  (await call('bob', 'receive', { agent: 'shy', ...more })).output ?? {};
const acknowledge = (session: string, through: number) =>
  call('bob', 'acknowledge', { agent: 'shy', position: [{ session, through: String(through) }] });
/** Answers all that waits, so that the next test begins with nothing. */
const declineIn = async (session: string) =>
  expect(await act('bob', session, 'decline', { agent: 'shy' })).toMatchObject({ status: 204 });
const invitation = (session: string, sequence = '2') => ({
  ...{ session, sequence, id: expect.any(String), type: 'yangent-sessions:membership', at: expect.any(String) },
  membership: { agent: 'shy', state: 'invited', role: 'speaker' },
});
async function inbox(lastEventId?: string): Promise<EventStream> {
  const login = { user: 'bob', password: 'the password of bob', ...(lastEventId ? { lastEventId } : {}) };
  const stream = await EventStream.open(rig.node, '/agents/shy/restconf/streams/inbox/json', login);
  streams.push(stream);
  return stream;
}

describe('an invited agent', () => {
  it('is given its invitation by receive, also while it waits, and nothing of what is said meanwhile', async () => {
    const waiting = receive({ wait: 60 });
    // The answer to a later request of bob: by then the node waits.
    await call('bob', 'receive', { agent: 'ip' });
    const session = await invite();
    expect(await waiting).toEqual({ message: [invitation(session)] });
    await say('noc', session, 'among us');
    expect(await receive()).toEqual({});
    expect(await acknowledge(session, 3)).toMatchObject({
      status: 400,
      output: { 'error-message': expect.stringContaining('message 3 of session') },
    });
    expect(await acknowledge(session, 2)).toMatchObject({ status: 204 });
    expect(await receive()).toEqual({});
    expect((await call('bob', 'history', { agent: 'shy', session })).output).toEqual({
      message: [{ ...invitation(session), session: undefined }],
    });
    expect(await act('bob', session, 'join', { agent: 'shy' })).toMatchObject({ output: { sequence: '4' } });
    await say('noc', session, 'welcome');
    expect(texts(await receive())).toEqual(['welcome']);
    await acknowledge(session, 5);
    await act('bob', session, 'leave', { agent: 'shy' });
  });

  it('gets it again until it is acknowledged, and no more once it answered', async () => {
    const session = await invite();
    expect(await receive({ 'redeliver-after': 1 })).toEqual({ message: [invitation(session)] });
    expect(await receive({ wait: 30 })).toEqual({ message: [{ ...invitation(session), redelivered: true }] });
    await declineIn(session);
    expect(await receive()).toEqual({});
    expect(await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'shy' }] })).toMatchObject({
      output: { member: [{ agent: 'shy', state: 'invited' }] },
    });
    expect(await receive()).toEqual({ message: [invitation(session, '4')] });
    await declineIn(session);
  });

  it('is invited anew when its role changes before it answered', async () => {
    const session = await invite();
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'shy', role: 'observer' }] });
    const { message } = await receive();
    expect(message).toMatchObject([
      { sequence: '3', membership: { agent: 'shy', state: 'invited', role: 'observer' } },
    ]);
    await declineIn(session);
  });

  it('is not given the invitation to a session that was closed, nor what it has of an earlier time there', async () => {
    const session = await invite();
    await act('bob', session, 'join', { agent: 'shy' });
    await act('bob', session, 'leave', { agent: 'shy' });
    await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'shy' }] });
    await act('alice', session, 'close', { agent: 'noc' });
    expect(await receive()).toEqual({});
    expect(await receive()).toEqual({});
  });

  it('hears it over NETCONF', async () => {
    const session = await invite();
    const given = await rig.netconf('bob', `<receive xmlns="${SESSIONS_XML}"><agent>shy</agent></receive>`);
    expect(given).toContain(`<session>${session}</session><sequence>2</sequence>`);
    expect(given).toContain('<membership><agent>shy</agent><state>invited</state><role>speaker</role></membership>');
    await declineIn(session);
  });

  it('hears it in the stream inbox, whose next event is what comes after it joined', async () => {
    const before = await invite();
    const stream = await inbox();
    const later = await invite();
    expect(await stream.take(2)).toEqual(
      [before, later].map((session) => ({
        id: `${session}:2`,
        name: 'yangent-sessions:message',
        value: invitation(session),
      })),
    );
    await say('noc', before, 'among us');
    await act('bob', before, 'join', { agent: 'shy' });
    await say('noc', before, 'welcome');
    expect(await stream.take(1)).toMatchObject([{ id: `${before}:5`, value: { content: 'welcome' } }]);
    expect((await read('admin', later)).member).toContainEqual(
      expect.objectContaining({ agent: 'shy', delivered: '2', acknowledged: '1' }),
    );
    stream.close();
    // The stream wrote both invitations before this event.
    const again = await inbox(`${before}:5`);
    await say('noc', before, 'more');
    expect(await again.take(1)).toMatchObject([{ id: `${before}:6`, value: { content: 'more' } }]);
    expect((await read('admin', later)).member).toContainEqual(
      expect.objectContaining({ agent: 'shy', delivered: '2', acknowledged: '2' }),
    );
    await act('bob', before, 'leave', { agent: 'shy' });
    await declineIn(later);
  });

  it('sees who is in and what for, but neither the floor, the tasks nor how much was said', async () => {
    const session = (
      await call('alice', 'open', {
        ...{ from: 'noc', kind: 'team', goal: 'why', member: [{ agent: 'ip' }, { agent: 'shy' }] },
        'turn-taking': { 'min-members': 2 },
      })
    ).output.id;
    const seen = await read('bob', session);
    expect(seen).toMatchObject({ goal: 'why', coordinator: 'noc' });
    await rig.http('admin', 'PATCH', '/restconf/data/yangent-agents:agents/agent=ip', {
      'yangent-agents:agent': [{ id: 'ip', execution: { accepts: { sessions: 'node' } } }],
    });
    const { body } = await rig.http(
      'bob',
      'GET',
      `/agents/shy/restconf/data/yangent-sessions:sessions/session=${session}`,
    );
    const [own] = JSON.parse(body)['yangent-sessions:session'];
    expect(own.member.map(({ agent }: Plain) => agent)).toEqual(['ip', 'noc', 'shy']);
    for (const name of ['floor', 'task', 'last-sequence', 'conclusion']) expect(own).not.toHaveProperty(name);
    await declineIn(session);
  });
});
