/** Sharing policies for messages: what is removed for a reader, in every way to read. */
import { describe, expect, it } from 'vitest';
import type { Plain, User } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import { NONE, useBytesRig } from './bytes-rig.js';

const { rig, call, open, group, say, receive, put, ways, text } = useBytesRig();

describe('a sharing policy', () => {
  const policies = async (policy: readonly Plain[]) => {
    const { status } = await rig.http('admin', 'PATCH', '/restconf/data', {
      'ietf-restconf:data': { 'yangent-contexts:sharing-policy': policy },
    });
    expect(status).toBe(204);
  };
  const unset = async (name: string) =>
    expect(await rig.http('admin', 'DELETE', `/restconf/data/yangent-contexts:sharing-policy=${name}`)).toMatchObject({
      status: 204,
    });
  const carried = {
    subject: 'staff',
    tag: ['people'],
    extension: '{"mail":"ann@example.com"}',
    artifact: [
      { name: 'note', value: 'write to ann@example.com' },
      { name: 'list', 'data-param': 'people' },
    ],
  };
  const last = async (user: User, agent: string, session: string, more: Plain = {}) =>
    (await call(user, 'history', { agent, session, limit: 1, ...more })).output?.message?.[0];

  it('that denies leaves a message empty for its reader, and gives no right to its data', async () => {
    const session = await group('ip', 'optics');
    await put('people', 'ann, ben');
    await policies([{ name: 'not-optics', from: ['noc'], to: ['optics'], action: 'deny' }]);
    const sent = await say('noc', session, 'mail ann@example.com', { id: 'm-1', ...carried });
    expect(sent).toMatchObject({ output: { withheld: 1 } });
    const { message } = await receive('optics', { session });
    expect(message.at(-1)).toEqual({
      ...{
        session,
        sequence: '4',
        id: 'm-1',
        type: 'yangent-sessions:discussion',
        from: 'noc',
        at: expect.any(String),
      },
      redacted: ['subject', 'tag', 'content', 'artifact', 'extension'],
    });
    expect(await last('carol', 'optics', session)).toMatchObject({ redacted: expect.anything() });
    expect(await last('carol', 'optics', session, { subject: 'staff' })).toBeUndefined();
    expect(await last('bob', 'ip', session, { subject: 'staff' })).toMatchObject({ content: 'mail ann@example.com' });
    expect(await ways('carol', 'people')).toEqual(NONE);
    expect(await text('bob', 'people')).toBe('ann, ben');
    const hidden = await open('topic', { member: [{ agent: 'optics' }, { agent: 'ip' }] });
    expect((await say('noc', hidden, 'x')).output.withheld).toBe(1);
    expect((await say('ip', hidden, 'x')).output.withheld).toBeUndefined();
    await policies([{ name: 'not-ip', from: ['ip'], action: 'deny' }]);
    expect((await say('ip', hidden, 'x')).output.withheld).toBeUndefined();
    expect((await say('ip', session, 'x', { to: ['noc'] })).output.withheld).toBe(1);
    await unset('not-ip');
    await unset('not-optics');
    expect((await say('noc', session, 'mail ann@example.com', { id: 'm-1', ...carried })).output).toEqual({
      ...{ session, id: 'm-1', sequence: '4', status: 'sequenced' },
    });
    expect(await last('carol', 'optics', session, { from: 'noc' })).toMatchObject(carried);
    expect(await text('carol', 'people')).toBe('ann, ben');
  });

  it('that redacts removes what it names, and data, which cannot be searched', async () => {
    const session = await group('ip');
    await put('people', 'ann, ben');
    await say('noc', session, 'mail ann@example.com', carried);
    await policies([{ name: 'no-mail', to: ['ip'], action: 'redact', redact: ['email'] }]);
    expect(await last('bob', 'ip', session)).toMatchObject({
      subject: 'staff',
      content: 'mail [redacted]',
      artifact: [{ name: 'note', value: 'write to [redacted]' }, { name: 'list' }],
      redacted: expect.arrayContaining(['email', 'data-param']),
    });
    expect((await last('bob', 'ip', session)).extension).not.toContain('ann@');
    expect((await last('alice', 'noc', session)).content).toBe('mail ann@example.com');
    await unset('no-mail');
    expect(await last('bob', 'ip', session)).toMatchObject(carried);
  });

  it('holds in the stream inbox: at the endpoint of an agent, at the node, and with a filter', async () => {
    const session = await group('ip', 'optics');
    await put('people', 'ann, ben');
    await policies([
      { name: 'no-mail', to: ['ip'], action: 'redact', redact: ['email'] },
      { name: 'not-optics', from: ['noc'], to: ['optics'], action: 'deny' },
    ]);
    const streams: EventStream[] = [];
    const inbox = async (user: User, path: string) => {
      const login = { user, password: `the password of ${user}` };
      streams.push(await EventStream.open(rig.node, `${path}/restconf/streams/inbox/json`, login));
      return streams.at(-1);
    };
    const heard = async (stream: EventStream | undefined): Promise<Plain> => {
      for (;;) {
        const event = await stream?.next();
        if (!event) throw new Error('the stream has ended');
        if (event.value.session === session && event.value.id === 'mail') return event.value;
      }
    };
    const stored = await inbox('bob', '/agents/ip');
    await say('noc', session, 'mail ann@example.com', { id: 'mail', ...carried });
    const all = [stored, await inbox('bob', '/agents/ip'), await inbox('bob', '')];
    for (const message of await Promise.all(all.map(heard))) {
      expect(message).toMatchObject({ content: 'mail [redacted]', redacted: expect.arrayContaining(['email']) });
      expect(JSON.stringify(message)).not.toMatch(/ann@|"people"\}/);
    }
    const denied = await heard(await inbox('carol', '/agents/optics'));
    expect(denied).toMatchObject({ redacted: ['subject', 'tag', 'content', 'artifact', 'extension'] });
    expect(JSON.stringify(denied)).not.toMatch(/ann|staff|people/);
    // A filter tells nothing of what was removed.
    const filter = encodeURIComponent(`/yangent-sessions:message[contains(content, 'ann@')]`);
    const path = `/agents/ip/restconf/streams/inbox/json?filter=${filter}`;
    const asked = await EventStream.open(rig.node, path, { user: 'bob', password: 'the password of bob' });
    streams.push(asked);
    await unset('no-mail');
    await say('noc', session, 'now ann@example.com', { id: 'later' });
    expect((await asked.next())?.value).toMatchObject({ id: 'later', content: 'now ann@example.com' });
    // What was given whole to some is not given from memory to those that may not read it.
    await policies([{ name: 'no-mail', to: ['ip'], action: 'redact', redact: ['email'] }]);
    expect((await heard(await inbox('bob', '/agents/ip'))).content).toBe('mail [redacted]');
    await unset('no-mail');
    await unset('not-optics');
    for (const stream of streams) stream.close();
  });

  it('holds for the answer to a request', async () => {
    const session = await group('ip');
    await policies([{ name: 'no-answer', from: ['ip'], to: ['noc'], action: 'deny' }]);
    const ask = { type: 'request', id: 'ask' };
    const { sequence } = (await say('noc', session, 'well?', ask)).output;
    await say('ip', session, 'I may not say', { type: 'response', 'in-reply-to': sequence });
    const { reply } = (await say('noc', session, 'well?', { ...ask, wait: 5 })).output;
    expect(reply).toMatchObject({ from: 'ip', 'in-reply-to': sequence, redacted: ['content'] });
    expect(reply.content).toBeUndefined();
    await unset('no-answer');
  });
});
