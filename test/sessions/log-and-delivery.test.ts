/** Sessions of agents: messages in one order, given out, acknowledged, and read again. */
import { describe, expect, it } from 'vitest';
import { type Plain, register, type User } from '../rows/agents-rig.js';
import { SESSIONS_XML, texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, group, say, receive, acknowledge, drain, read } = useSessionsRig();

describe('a group', () => {
  let session: string;

  it('is opened with its members, which are told', async () => {
    session = await group('ip', 'optics');
    const given = await receive('ip');
    expect(given.message).toEqual([
      {
        session,
        sequence: '3',
        id: expect.any(String),
        type: 'yangent-sessions:membership',
        at: expect.any(String),
        membership: { agent: 'optics', state: 'joined', role: 'speaker' },
      },
    ]);
    await acknowledge('ip', session, 3);
    await drain('optics');
  });

  it('gives every message its number, and gives it to all others', async () => {
    expect(await say('noc', session, 'R1-R2 is down')).toMatchObject({
      status: 200,
      output: { session, sequence: '4' },
    });
    expect(await say('ip', session, 'looking', { id: 'm-1' })).toMatchObject({ output: { id: 'm-1', sequence: '5' } });
    expect(texts(await receive('optics'))).toEqual(['R1-R2 is down', 'looking']);
    expect(texts(await receive('ip'))).toEqual(['R1-R2 is down']);
    expect(await drain('noc')).toEqual(['looking']);
  });

  it('does not give what is lent to another caller, until it is acknowledged', async () => {
    expect(await receive('optics')).toEqual({});
    expect(await acknowledge('optics', session, 5)).toMatchObject({ status: 204 });
    expect(await receive('optics')).toEqual({});
    await say('noc', session, 'and now?');
    expect(texts(await receive('optics'))).toEqual(['and now?']);
    await acknowledge('optics', session, 6);
    await acknowledge('ip', session, 4);
    expect(await drain('ip')).toEqual(['and now?']);
  });

  it('gives what is not acknowledged again, and says so', async () => {
    await say('noc', session, 'twice');
    expect((await receive('ip', { 'redeliver-after': 1 })).message).toMatchObject([{ content: 'twice' }]);
    const again = await receive('ip', { wait: 5 });
    expect(again.message).toMatchObject([{ content: 'twice', redelivered: true }]);
    await acknowledge('ip', session, Number(again.message[0].sequence));
    await drain('optics');
  });

  it('wakes a caller that waits', async () => {
    const waiting = receive('optics', { wait: 30 });
    await say('noc', session, 'wake up');
    expect(texts(await waiting)).toEqual(['wake up']);
    await drain('ip');
  });

  it('stores a message that is sent again once, and refuses another under its identifier', async () => {
    const first = await say('ip', session, 'once', { id: 'same' });
    expect(await say('ip', session, 'once', { id: 'same' })).toEqual(first);
    expect(await say('ip', session, 'twice', { id: 'same' })).toMatchObject({
      status: 409,
      output: { 'error-tag': 'data-exists' },
    });
  });

  it('waits for the answer to a request', async () => {
    const asked = say('noc', session, 'how long?', { type: 'request', wait: 30 });
    let question: Plain;
    for (;;) {
      question = (await receive('ip', { wait: 30 })).message?.find((m: Plain) => m.content === 'how long?');
      if (question) break;
    }
    await acknowledge('ip', session, Number(question.sequence));
    await say('ip', session, 'an hour', { type: 'response', 'in-reply-to': question.sequence });
    expect(await asked).toMatchObject({
      output: { reply: { content: 'an hour', from: 'ip', 'in-reply-to': question.sequence } },
    });
  });

  it('is read again by history, the newest first or from a number on', async () => {
    const all = await call('bob', 'history', { agent: 'ip', session, type: ['yangent-sessions:discussion'] });
    expect(texts(all.output)).toEqual(['R1-R2 is down', 'looking', 'and now?', 'twice', 'wake up', 'once']);
    const last = await call('bob', 'history', { agent: 'ip', session, limit: 1, from: 'noc' });
    expect(texts(last.output)).toEqual(['how long?']);
    const first = await call('bob', 'history', { agent: 'ip', session, after: '0', limit: 1 });
    expect(first.output.message[0].sequence).toBe('1');
    const next = await call('bob', 'history', { agent: 'ip', session, after: '4', limit: 2 });
    expect(texts(next.output)).toEqual(['looking', 'and now?']);
  });

  it('takes no word of one that is not in, nor of another user for its agent, and says nothing of itself to them', async () => {
    await register(rig, 'carol', 'stranger');
    const missing = await call('carol', 'send', {
      from: 'stranger',
      session: session.replace(/^./, '0'),
      content: 'x',
    });
    expect(missing.output['error-tag']).toBe('data-missing');
    for (const name of ['send', 'receive', 'history'] as const) {
      const from = name === 'send' ? { from: 'stranger', content: 'hello' } : { agent: 'stranger' };
      const { status, output } = await call('carol', name, { ...from, session });
      expect({ name, status, tag: output['error-tag'] }).toEqual({ name, status: 409, tag: 'data-missing' });
    }
    expect(await call('carol', 'send', { from: 'noc', session, content: 'I am noc' })).toMatchObject({
      status: 403,
      output: { 'error-tag': 'access-denied' },
    });
    const { body } = await rig.http('carol', 'GET', `/restconf/data/yangent-sessions:sessions/session=${session}`);
    expect(body).toContain(session);
    await act('carol', session, 'leave', { agent: 'optics' });
    expect(await say('optics', session, 'still here')).toMatchObject({ output: { 'error-app-tag': 'not-joined' } });
  });

  it('refuses what no role says, to nobody, and answers to nothing', async () => {
    expect(await say('ip', session, 'won', { type: 'voting-result', 'in-reply-to': '4' })).toMatchObject({
      status: 403,
      output: {
        'error-message': expect.stringContaining('discussion, request, response, proposal, vote, task-assignment only'),
      },
    });
    expect(await say('noc', session, 'x', { to: ['nobody'] })).toMatchObject({ status: 400 });
    expect(await say('noc', session, 'x', { type: 'vote' })).toMatchObject({
      output: { 'error-tag': 'missing-element' },
    });
    expect(await say('noc', session, 'x', { type: 'response', 'in-reply-to': '999' })).toMatchObject({
      output: { 'error-tag': 'invalid-value' },
    });
    expect(await say('noc', session, 'x', { type: 'membership' })).toMatchObject({
      output: { 'error-tag': 'invalid-value' },
    });
    expect(await acknowledge('ip', session, 9999)).toMatchObject({ output: { 'error-tag': 'invalid-value' } });
  });

  it('is the same over NETCONF', async () => {
    await say('noc', session, 'over <NETCONF>');
    const reply = await rig.netconf('bob', `<receive xmlns="${SESSIONS_XML}"><agent>ip</agent></receive>`);
    expect(reply).toContain('over &lt;NETCONF&gt;');
    expect(reply).toContain(`<session>${session}</session>`);
  });

  it('is closed by its coordinator, takes nothing then, and is still read', async () => {
    expect(await act('bob', session, 'close', { agent: 'ip' })).toMatchObject({ status: 403 });
    expect(await act('alice', session, 'close', { agent: 'noc' })).toMatchObject({ status: 204 });
    expect(await say('ip', session, 'too late')).toMatchObject({ output: { 'error-app-tag': 'closed' } });
    expect((await call('bob', 'history', { agent: 'ip', session, limit: 1 })).status).toBe(200);
  });
});

describe('a direct session', () => {
  it('is opened by the first message, and taken by the next', async () => {
    const first = await call('alice', 'send', { from: 'noc', to: ['ip'], content: 'between us', id: 'd-1' });
    expect(first).toMatchObject({ status: 200, output: { id: 'd-1' } });
    const { session } = first.output;
    const answer = await call('bob', 'send', { from: 'ip', to: ['noc'], content: 'yes' });
    expect(answer.output.session).toBe(session);
    expect(await call('alice', 'send', { from: 'noc', to: ['ip'], content: 'between us', id: 'd-1' })).toEqual(first);
    expect(texts(await receive('ip', { session }))).toEqual(['between us']);
    expect((await call('alice', 'open', { from: 'noc', kind: 'direct', member: [{ agent: 'ip' }] })).output.id).toBe(
      session,
    );
    expect(await act('alice', session, 'invite', { agent: 'noc', member: [{ agent: 'optics' }] })).toMatchObject({
      output: { 'error-app-tag': 'bad-transition' },
    });
  });
});

describe('a topic', () => {
  it('ANF-9.3-a CUI-1.2-b: gives each subscriber what its filter and its profile let pass, and hides the subscribers from one another', async () => {
    const session = await open('topic', { name: 'alarms' });
    expect(
      (await act('bob', session, 'join', { agent: 'ip', filter: ['alarms/+/r1', 'news/#'] })).output,
    ).toMatchObject({
      state: 'joined',
    });
    await act('carol', session, 'join', { agent: 'optics', 'by-profile': true });
    await say('noc', session, 'r1 in the north', { subject: 'alarms/north/r1' });
    await say('noc', session, 'r2 in the north', { subject: 'alarms/north/r2' });
    await say('noc', session, 'some news', { subject: 'news' });
    await say('noc', session, 'a link', { subject: 'alarms/north/r3', tag: ['diagnose-link'] });
    await say('noc', session, 'for you', { subject: 'alarms/north/r4', to: ['optics'] });
    expect(texts(await receive('ip', { session }))).toEqual(['r1 in the north', 'some news']);
    expect(texts(await receive('optics', { session }))).toEqual(['a link', 'for you']);
    const members = async (user: User) => (await read(user, session)).member.map(({ agent }: Plain) => agent);
    expect(await members('bob')).toEqual(['ip']);
    expect(await members('alice')).toEqual(['ip', 'noc', 'optics']);
    const past = await call('bob', 'history', { agent: 'ip', session });
    expect(texts(past.output)).toEqual(['r1 in the north', 'some news']);
  });

  it('lets a subscriber that never reads go on with the newer half, and tells it once how much it missed', async () => {
    const session = await open('topic', { qos: { 'max-backlog': 10 } });
    await act('bob', session, 'join', { agent: 'ip' });
    for (let number = 1; number <= 25; number += 1)
      expect(await say('noc', session, `n${number}`)).toMatchObject({ status: 200 });
    const given = await receive('ip', { session });
    expect(texts(given)).toEqual(['n21', 'n22', 'n23', 'n24', 'n25']);
    expect(given.gap).toEqual([{ session, count: '20', through: '22' }]);
    await acknowledge('ip', session, 27);
    await say('noc', session, 'n26');
    const next = await receive('ip', { session });
    expect(texts(next)).toEqual(['n26']);
    expect(next.gap).toBeUndefined();
  });
});

describe('a member that is too far behind', () => {
  it('stops the sender by name, until it has gone on', async () => {
    const session = await open('group', { member: [{ agent: 'ip' }], qos: { 'max-backlog': 3 } });
    for (const text of ['a', 'b', 'c']) expect(await say('noc', session, text)).toMatchObject({ status: 200 });
    expect(await say('noc', session, 'd')).toMatchObject({
      status: 409,
      output: {
        'error-tag': 'resource-denied',
        'error-app-tag': 'backlog-full',
        'error-message': expect.stringContaining('agent "ip" has not acknowledged 3 messages'),
      },
    });
    const { message } = await receive('ip', { session, max: 1 });
    await acknowledge('ip', session, Number(message[0].sequence));
    expect(await say('noc', session, 'd')).toMatchObject({ status: 200 });
  });

  it('slows a member that sends faster than the terms allow', async () => {
    const session = await open('group', { member: [{ agent: 'ip' }], qos: { 'max-rate': 1 } });
    expect(await say('noc', session, 'one')).toMatchObject({ status: 200 });
    expect(await say('noc', session, 'two')).toMatchObject({ output: { 'error-app-tag': 'rate-limited' } });
  });
});

describe('hidden members', () => {
  it('are not found out by addressing, inviting, or a full backlog', async () => {
    const session = await open('group', {
      member: [{ agent: 'ip' }, { agent: 'optics' }],
      'show-members': false,
      qos: { 'max-backlog': 1 },
    });
    expect(await say('ip', session, 'are you in?', { to: ['optics'] })).toMatchObject({ status: 403 });
    expect(await act('bob', session, 'invite', { agent: 'ip', member: [{ agent: 'noc' }] })).toMatchObject({
      status: 403,
    });
    expect(await say('noc', session, 'one')).toMatchObject({ status: 200 });
    const { output } = await say('ip', session, 'two');
    expect(output['error-message']).toMatch(/^a member has not acknowledged 1 messages/);
    expect(texts(await receive('ip', { session }))).toEqual(['one']);
  });

  it('is still sent again once, when a receiver has left meanwhile', async () => {
    const session = await group('ip', 'optics');
    const first = await say('noc', session, 'for two', { id: 'two', to: ['ip', 'optics'] });
    await act('carol', session, 'leave', { agent: 'optics' });
    expect(await say('noc', session, 'for two', { id: 'two', to: ['ip', 'optics'] })).toEqual(first);
  });
});
