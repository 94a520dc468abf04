/** The stream `inbox` by subscriptions of NETCONF (RFC 5277) and dynamic ones (RFC 8639), and the rights that it needs. */
import { afterEach, expect, it } from 'vitest';
import type { Plain, User } from '../rows/agents-rig.js';
import { EventStream } from '../support/event-stream.js';
import type { RawNetconf } from '../support/raw-netconf.js';
import { useSessionsRig } from './sessions-rig.js';

const { rig, group, say, drain, acknowledge } = useSessionsRig();
const ESTABLISH = 'ietf-subscribed-notifications:establish-subscription';
const SN = 'urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications';
const closing: { close(): void }[] = [];
afterEach(() => {
  for (const each of closing.splice(0)) each.close();
});

async function netconf(user: User): Promise<RawNetconf> {
  const session = await rig.openNetconf(user);
  closing.push(session);
  return session;
}

/** Opens the stream of a subscription that was established over RESTCONF. */
async function attend(id: string): Promise<EventStream> {
  const login = { user: 'bob', password: 'the password of bob' };
  const stream = await EventStream.open(rig.node, `/restconf/subscriptions/${id}`, login);
  closing.push(stream);
  return stream;
}

async function establish(more: Plain = {}): Promise<EventStream> {
  const input = { stream: 'inbox', encoding: 'encode-json', ...more };
  const { status, output } = await rig.operation('bob', ESTABLISH, input);
  expect({ status, output }).toMatchObject({ status: 200 });
  return attend(output.id);
}

it('a subscription of NETCONF gets what waits and what is sent, and its session acknowledges it', async () => {
  const session = await group('ip');
  await say('noc', session, 'before');
  const client = await netconf('bob');
  const subscribe =
    '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><stream>inbox</stream></create-subscription>';
  expect(await client.ask(subscribe)).toContain('<ok/>');
  await say('noc', session, 'after');
  for (const [content, sequence] of [
    ['before', 3],
    ['after', 4],
  ]) {
    const text = await client.receive();
    expect(text).toContain(
      `<message xmlns="urn:yangent:params:xml:ns:yang:yangent-sessions"><session>${session}</session><for>ip</for><sequence>${sequence}</sequence>`,
    );
    expect(text).toContain(`<content>${content}</content>`);
  }
  expect(await acknowledge('ip', session, 4)).toMatchObject({ status: 204 });
});

it('a dynamic subscription of RESTCONF gets them, and only what its filter selects', async () => {
  const session = await group('ip');
  const filtered = await establish({ 'stream-xpath-filter': "/yangent-sessions:message[subject='links/r1']" });
  const all = await establish();
  await say('noc', session, 'one', { subject: 'links/r2' });
  await say('noc', session, 'two', { subject: 'links/r1' });
  expect((await filtered.take(1))[0]?.value.content).toBe('two');
  expect((await all.take(2)).map(({ value }) => value.content)).toEqual(['one', 'two']);
  await drain('ip');
});

it('a dynamic subscription ends at its stop time, and is deleted and killed', async () => {
  const stop = new Date(Date.now() + 1_500).toISOString();
  const stopping = await establish({ 'stop-time': stop });
  expect((await stopping.next())?.name).toBe('ietf-subscribed-notifications:subscription-terminated');
  expect(await stopping.next()).toBeUndefined();
  const client = await netconf('bob');
  const establishXml = `<establish-subscription xmlns="${SN}"><stream>inbox</stream></establish-subscription>`;
  const id = Number(/<id[^>]*>(\d+)</.exec(await client.ask(establishXml))?.[1]);
  const session = await group('ip');
  await say('noc', session, 'over NETCONF');
  expect(await client.receive()).toContain('<content>over NETCONF</content>');
  expect(await rig.operation('admin', 'ietf-subscribed-notifications:kill-subscription', { id })).toMatchObject({
    status: 204,
  });
  expect(await client.receive()).toContain('no-such-subscription');
  await drain('ip');
});

it('has no replay for a dynamic subscription', async () => {
  const answer = await rig.operation('bob', ESTABLISH, {
    ...{ stream: 'inbox', encoding: 'encode-json', 'replay-start-time': '2026-01-01T00:00:00Z' },
  });
  expect(answer).toMatchObject({
    status: 501,
    output: {
      'error-tag': 'operation-not-supported',
      'error-app-tag': 'ietf-subscribed-notifications:replay-unsupported',
    },
  });
});

it('ends when its user may not receive messages any more, and is no stream for it then', async () => {
  const login = { user: 'bob', password: 'the password of bob' };
  const stream = await EventStream.open(rig.node, '/restconf/streams/inbox/json', login);
  closing.push(stream);
  const session = await group('ip');
  await say('noc', session, 'one');
  expect((await stream.take(1))[0]?.value.content).toBe('one');
  const rule = { name: 'message', 'module-name': 'yangent-sessions', 'notification-name': 'message', action: 'deny' };
  const nacm = {
    groups: { group: [{ name: 'talkers', 'user-name': ['bob'] }] },
    'rule-list': [{ name: 'no-inbox', group: ['talkers'], rule: [rule] }],
  };
  const path = '/restconf/data/ietf-netconf-acm:nacm';
  expect((await rig.http('admin', 'PATCH', path, { 'ietf-netconf-acm:nacm': nacm })).status).toBe(204);
  await say('noc', session, 'two');
  expect(await stream.next()).toBeUndefined();
  expect(stream.comments).toContain('dropped: denied');
  await expect(EventStream.open(rig.node, '/restconf/streams/inbox/json', login)).rejects.toThrow('404');
  await rig.http('admin', 'DELETE', `${path}/rule-list=no-inbox`);
  const again = await EventStream.open(rig.node, '/restconf/streams/inbox/json', login);
  closing.push(again);
  expect((await again.take(2)).map(({ value }) => value.content)).toEqual(['one', 'two']);
});
