/** Dynamic subscriptions over NETCONF (RFC 8639, RFC 8640), as literal requests, replies and notifications over SSH. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RawNetconf } from '../support/raw-netconf.js';
import { until } from '../until.js';
import { type BoxNode, edit, outcome, startBox } from './box.js';

const SN = 'urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications';
const NOTIFICATION = 'urn:ietf:params:xml:ns:netconf:notification:1.0';
const GUEST = { user: 'guest', password: 'guest-password' };

let node: BoxNode;
const sessions: RawNetconf[] = [];
beforeAll(async () => {
  node = await startBox();
  const user = [{ name: GUEST.user, password: `$0$${GUEST.password}` }];
  await node.rig.node.edit({ 'yangent-access:access': { user } });
});
afterAll(() => node.stop());
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close();
  const watch = await RawNetconf.open(node.rig);
  await until(
    () => watch.ask(subscriptions),
    (reply) => !reply.includes('<subscription>'),
  );
  watch.close();
});

async function open(login?: typeof GUEST): Promise<RawNetconf> {
  const session = await RawNetconf.open(node.rig, '1.1', login);
  sessions.push(session);
  return session;
}

const alarm = (id: number) => node.rig.node.notify('acme-box:alarm', { id });
const rpc = (name: string, content: string) => `<${name} xmlns="${SN}">${content}</${name}>`;
const establish = (terms = '') => rpc('establish-subscription', `<stream>NETCONF</stream>${terms}`);
const only = (id: number) =>
  `<stream-subtree-filter><alarm xmlns="urn:acme:box"><id>${id}</id></alarm></stream-subtree-filter>`;
const alarms = '<stream-subtree-filter><alarm xmlns="urn:acme:box"/></stream-subtree-filter>';
const subscriptions = `<get><filter><subscriptions xmlns="${SN}"/></filter></get>`;
const filters = (content: string) => edit('running', `<filters xmlns="${SN}">${content}</filters>`);
const named = (id: number) =>
  `<stream-filter><name>mine</name><stream-xpath-filter>/acme-box:alarm[acme-box:id = ${id}]</stream-xpath-filter></stream-filter>`;

function idOf(reply: string): number {
  const [, id] = new RegExp(`<rpc-reply[^>]*><id xmlns="${SN}">(\\d+)</id></rpc-reply>`).exec(reply) ?? [];
  if (id === undefined) throw new Error(`no subscription was made: ${reply}`);
  return Number(id);
}

/** The notification without its envelope, whose time is another each time. */
async function event(session: RawNetconf): Promise<string> {
  const message = await session.receive();
  const envelope = `<notification xmlns="${NOTIFICATION}"><eventTime>\\d{4}-[^<]*Z</eventTime>(.*)</notification>`;
  return new RegExp(`^${envelope}$`).exec(message)?.[1] ?? `no notification: ${message}`;
}
const alarmOf = (id: number) => `<alarm xmlns="urn:acme:box"><id>${id}</id></alarm>`;
const change = (name: string, content: string) => `<${name} xmlns="${SN}">${content}</${name}>`;
const reason = (name: string) => `<reason xmlns:sn="${SN}">sn:${name}</reason>`;

/** The error of a reply, as RFC 8640 §7 has it. */
const error = (tag: string, identity: string, structure: string) =>
  `<error-type>application</error-type><error-tag>${tag}</error-tag><error-severity>error</error-severity>` +
  `<error-app-tag>ietf-subscribed-notifications:${identity}</error-app-tag>.*` +
  `<error-info><${structure} xmlns="${SN}">${reason(identity)}`;

describe('dynamic subscriptions over NETCONF', () => {
  it('carry the notifications that a subtree filter selects', async () => {
    const session = await open();
    idOf(await session.ask(establish(only(2))));
    await alarm(1);
    await alarm(2);
    expect(await event(session)).toBe(alarmOf(2));
  });

  it('carry the notifications for which an XPath expression is true, with the prefixes of the request', async () => {
    const session = await open();
    const filter = '<stream-xpath-filter xmlns:b="urn:acme:box">/b:alarm[b:id &gt; 2]</stream-xpath-filter>';
    const id = idOf(await session.ask(establish(filter)));
    await alarm(2);
    await alarm(3);
    expect(await event(session)).toBe(alarmOf(3));
    expect(await session.ask(subscriptions)).toContain(
      `<subscription><id>${id}</id><stream-xpath-filter xmlns:box="urn:acme:box">/box:alarm[box:id &gt; 2]</stream-xpath-filter><stream>NETCONF</stream>`,
    );
  });

  it('are several on one session, each with an id of its own', async () => {
    const session = await open();
    const first = idOf(await session.ask(establish(only(1))));
    const second = idOf(await session.ask(establish(only(2))));
    expect(second).toBeGreaterThan(first);
    await alarm(1);
    expect(await event(session)).toBe(alarmOf(1));
    expect(outcome(await session.ask(rpc('delete-subscription', `<id>${first}</id>`)))).toBe('ok');
    await alarm(1);
    await alarm(2);
    expect(await event(session)).toBe(alarmOf(2));
  });

  it('are listed with their terms, their receiver and what was sent to it', async () => {
    const session = await open();
    const id = idOf(await session.ask(establish(`${only(2)}<stop-time>2099-01-01T00:00:00Z</stop-time>`)));
    await alarm(1);
    await alarm(2);
    await event(session);
    expect(await session.ask(subscriptions)).toMatch(
      new RegExp(
        `<subscription><id>${id}</id>${only(2)}<stream>NETCONF</stream><stop-time>2099-01-01T00:00:00Z</stop-time>` +
          `<encoding xmlns:sn="${SN}">sn:encode-xml</encoding><receivers><receiver><name>admin@127.0.0.1</name>` +
          '<sent-event-records>1</sent-event-records><excluded-event-records>[1-9]\\d*</excluded-event-records>' +
          '<state>active</state></receiver></receivers></subscription>',
      ),
    );
  });

  it('replay what was logged, and say when that is done', async () => {
    await alarm(41);
    const session = await open();
    const reply = await session.ask(
      establish(`${only(41)}<replay-start-time>2001-01-01T00:00:00Z</replay-start-time>`),
    );
    const [, id] = /<id [^>]*>(\d+)<\/id>/.exec(reply) ?? [];
    expect(reply).toMatch(/<replay-start-time-revision [^>]*>20[2-9]\d-/);
    expect(await event(session)).toBe(alarmOf(41));
    expect(await event(session)).toBe(change('replay-completed', `<id>${id}</id>`));
    await alarm(41);
    expect(await event(session)).toBe(alarmOf(41));
  });

  it('end at their stop time', async () => {
    const session = await open();
    const stop = new Date(Date.now() + 300).toISOString();
    const id = idOf(await session.ask(establish(`${alarms}<stop-time>${stop}</stop-time>`)));
    expect(await event(session)).toBe(
      change('subscription-terminated', `<id>${id}</id>${reason('no-such-subscription')}`),
    );
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(stop));
    expect(await session.ask(subscriptions)).not.toContain('<subscription>');
  });

  it('refuse times that make no sense', async () => {
    const session = await open();
    const future = '<replay-start-time>2099-01-01T00:00:00Z</replay-start-time>';
    const past = '<stop-time>2001-01-01T00:00:00Z</stop-time>';
    expect(await session.ask(establish(future))).toMatch(
      /<error-tag>invalid-value<.*<bad-element>replay-start-time<\/bad-element>/,
    );
    expect(await session.ask(establish(past))).toMatch(/<error-tag>invalid-value<.*<bad-element>stop-time</);
    expect(await session.ask(rpc('establish-subscription', '<stream>nope</stream>'))).toMatch(
      /<error-tag>invalid-value<.*there is no event stream 'nope'; there is NETCONF, audit/,
    );
  });

  it('are modified from a point on that the receiver is told', async () => {
    const session = await open();
    const id = idOf(await session.ask(establish(only(1))));
    session.send('');
    const modify = rpc('modify-subscription', `<id>${id}</id>${only(2)}`);
    const answers = [await session.ask(modify), await session.receive()];
    expect(answers.filter((each) => each.includes('<ok/>'))).toHaveLength(1);
    expect(answers.find((each) => each.includes('<notification'))).toContain(
      change(
        'subscription-modified',
        `<id>${id}</id>${only(2)}<stream>NETCONF</stream><encoding xmlns:sn="${SN}">sn:encode-xml</encoding>`,
      ),
    );
    await alarm(1);
    await alarm(2);
    expect(await event(session)).toBe(alarmOf(2));
  });

  it('take a new stop time at once', async () => {
    const session = await open();
    const id = idOf(await session.ask(establish(`${alarms}<stop-time>2099-01-01T00:00:00Z</stop-time>`)));
    const stop = `<stop-time>${new Date(Date.now() + 200).toISOString()}</stop-time>`;
    await session.ask(rpc('modify-subscription', `<id>${id}</id>${alarms}${stop}`));
    await session.receive();
    expect(await event(session)).toBe(
      change('subscription-terminated', `<id>${id}</id>${reason('no-such-subscription')}`),
    );
  });

  it('belong to the session that established them', async () => {
    const session = await open();
    const other = await open();
    const id = idOf(await session.ask(establish(alarms)));
    expect(await other.ask(rpc('delete-subscription', `<id>${id}</id>`))).toMatch(
      new RegExp(error('invalid-value', 'no-such-subscription', 'delete-subscription-error-info')),
    );
    expect(await other.ask(rpc('modify-subscription', `<id>${id}</id>${alarms}`))).toMatch(
      new RegExp(error('invalid-value', 'no-such-subscription', 'modify-subscription-stream-error-info')),
    );
  });

  it('are killed by administrators only, and their receivers are told', async () => {
    const session = await open(GUEST);
    const id = idOf(await session.ask(establish(alarms)));
    const kill = rpc('kill-subscription', `<id>${id}</id>`);
    expect(outcome(await session.ask(kill))).toBe('access-denied');
    const admin = await open();
    expect(outcome(await admin.ask(kill))).toBe('ok');
    expect(await event(session)).toBe(
      change('subscription-terminated', `<id>${id}</id>${reason('no-such-subscription')}`),
    );
    expect(await admin.ask(kill)).toMatch(
      new RegExp(error('invalid-value', 'no-such-subscription', 'delete-subscription-error-info')),
    );
  });

  it('show and give a subscriber what he may see', async () => {
    const admin = await open();
    idOf(await admin.ask(establish(alarms)));
    const guest = await open(GUEST);
    expect(await guest.ask(subscriptions)).not.toContain('<subscription>');
    const id = idOf(await guest.ask(establish(alarms)));
    expect(await guest.ask(subscriptions)).toContain(`<subscription><id>${id}</id>`);
    await node.rig.node.notify('acme-box:alarm', { id: 7 }, { users: ['admin'] });
    await alarm(8);
    expect(await event(guest)).toBe(alarmOf(8));
    expect(await event(admin)).toBe(alarmOf(7));
    expect(await guest.ask(rpc('establish-subscription', '<stream>audit</stream>'))).toMatch(/no event stream 'audit'/);
  });

  it('end with their session', async () => {
    const session = await open();
    const admin = await open();
    idOf(await session.ask(establish(alarms)));
    expect(await admin.ask(subscriptions)).toContain('<subscription>');
    await session.ask('<close-session/>');
    await until(
      () => admin.ask(subscriptions),
      (reply) => !reply.includes('<subscription>'),
    );
  });

  it.each([
    ['an XPath expression that is none', '<stream-xpath-filter>/x[</stream-xpath-filter>'],
    ['a prefix that stands for no module', '<stream-xpath-filter xmlns:no="urn:no">/no:x</stream-xpath-filter>'],
    ['a subtree filter that is text', '<stream-subtree-filter>alarm</stream-subtree-filter>'],
  ])('refuse %s with a hint', async (_what, filter) => {
    const session = await open();
    expect(await session.ask(establish(filter))).toMatch(
      new RegExp(
        `${error('invalid-value', 'filter-unsupported', 'establish-subscription-stream-error-info')}<filter-failure-hint>[^<]+</filter-failure-hint>`,
      ),
    );
  });

  it('are in XML', async () => {
    const session = await open();
    expect(await session.ask(establish('<encoding>encode-json</encoding>'))).toMatch(
      new RegExp(error('invalid-value', 'encoding-unsupported', 'establish-subscription-stream-error-info')),
    );
  });

  it('are at most so many on one session', async () => {
    const session = await open();
    for (let n = 0; n < 64; n += 1) idOf(await session.ask(establish(only(1_000))));
    expect(await session.ask(establish(alarms))).toMatch(
      new RegExp(error('resource-denied', 'insufficient-resources', 'establish-subscription-stream-error-info')),
    );
    const other = await open();
    idOf(await other.ask(establish(alarms)));
  });
});

describe('a session that reads nothing', () => {
  it('keeps no other waiting', async () => {
    const lazy = await open();
    const busy = await open();
    idOf(await lazy.ask(establish(alarms)));
    idOf(await busy.ask(establish(alarms)));
    // More than the windows of the lazy one take.
    const text = 'x'.repeat(100_000);
    for (let id = 1; id <= 60; id += 1) {
      await node.rig.node.notify('acme-box:alarm', { id, text });
      expect(await event(busy)).toContain(`<id>${id}</id>`);
    }
  });
});

describe('create-subscription and establish-subscription', () => {
  it('do not share a session', async () => {
    const create = `<create-subscription xmlns="${NOTIFICATION}"><filter>${alarmOf(1_000)}</filter></create-subscription>`;
    const old = await open();
    expect(outcome(await old.ask(create))).toBe('ok');
    expect(outcome(await old.ask(establish()))).toBe('operation-not-supported');
    const session = await open();
    const id = idOf(await session.ask(establish(only(1_000))));
    expect(outcome(await session.ask(create))).toBe('operation-not-supported');
    await session.ask(rpc('delete-subscription', `<id>${id}</id>`));
    expect(outcome(await session.ask(create))).toBe('ok');
  });
});

describe('configured stream filters', () => {
  it('are referred to by name; subscribers hear of their changes and of their end', async () => {
    const admin = await open();
    expect(outcome(await admin.ask(filters(named(5))))).toBe('ok');
    const session = await open();
    const id = idOf(await session.ask(establish('<stream-filter-name>mine</stream-filter-name>')));
    await alarm(4);
    await alarm(5);
    expect(await event(session)).toBe(alarmOf(5));
    expect(outcome(await admin.ask(filters(named(4))))).toBe('ok');
    expect(await event(session)).toBe(
      change(
        'subscription-modified',
        `<id>${id}</id><stream-filter-name>mine</stream-filter-name><stream>NETCONF</stream><encoding xmlns:sn="${SN}">sn:encode-xml</encoding>`,
      ),
    );
    await alarm(5);
    await alarm(4);
    expect(await event(session)).toBe(alarmOf(4));
    await admin.ask(filters('<stream-filter nc:operation="delete"><name>mine</name></stream-filter>'));
    expect(await event(session)).toBe(
      change('subscription-terminated', `<id>${id}</id>${reason('filter-unavailable')}`),
    );
  });

  it('may have the prefixes that are in scope in the edit', async () => {
    const admin = await open();
    const declared = named(7)
      .replaceAll('acme-box:', 'b:')
      .replace('<stream-xpath-filter>', '<stream-xpath-filter xmlns:b="urn:acme:box">');
    expect(outcome(await admin.ask(filters(declared)))).toBe('ok');
    const session = await open();
    idOf(await session.ask(establish('<stream-filter-name>mine</stream-filter-name>')));
    await alarm(6);
    await alarm(7);
    expect(await event(session)).toBe(alarmOf(7));
    const read = `<get-config><source><running/></source><filter><filters xmlns="${SN}"/></filter></get-config>`;
    expect(await admin.ask(read)).toContain(
      '<stream-xpath-filter xmlns:box="urn:acme:box">/box:alarm[box:id = 7]</stream-xpath-filter>',
    );
  });

  it('are refused where they could not be used, and so are names that lead nowhere', async () => {
    const admin = await open();
    const bad = named(1).replaceAll('acme-box:', 'nobody:');
    expect(await admin.ask(filters(bad))).toMatch(/<error-tag>invalid-value<.*the prefix 'nobody' is not declared/);
    expect(await admin.ask(establish('<stream-filter-name>other</stream-filter-name>'))).toMatch(
      /<error-tag>data-missing<.*<error-app-tag>instance-required</,
    );
  });
});

describe('configured subscriptions', () => {
  it('are not taken', async () => {
    const admin = await open();
    const content = `<subscriptions xmlns="${SN}"><subscription><id>1</id><stream>NETCONF</stream><receivers><receiver><name>x</name></receiver></receivers></subscription></subscriptions>`;
    expect(outcome(await admin.ask(edit('running', content)))).toBe('operation-not-supported');
  });
});
