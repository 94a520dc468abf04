/** Dynamic subscriptions of the core (RFC 8639): what their receivers are given, however slow, and what they cost. */
import { afterEach, describe, expect, it } from 'vitest';
import { decodeJson, encodeJson, toValue } from '../../src/data/index.js';
import type { Caller, EventDelivery, Subscription, SubscriptionLimits } from '../../src/server/index.js';
import { encodeEvent } from '../../src/wire/index.js';
import { until } from '../until.js';
import { admin, BOX, caller, guest, makeRig, type Rig } from './rig.js';

const SN = 'ietf-subscribed-notifications';

let rig: Rig;
afterEach(() => rig.close());

async function start(limits: Partial<SubscriptionLimits> = {}): Promise<void> {
  rig = await makeRig({}, ':memory:', BOX, { subscriptions: limits });
}

let lastSession = 0;
interface Session extends Caller {
  readonly close: () => void;
}
function session(principal = admin): Session {
  const controller = new AbortController();
  lastSession += 1;
  const own = { session: lastSession, protocol: 'netconf' as const, signal: controller.signal };
  return { ...caller(principal), ...own, close: () => controller.abort() };
}

const alarms = (...ids: number[]) =>
  rig.store.transact((tx) => rig.events.append(tx, ...ids.map((id) => ({ name: 'acme-box:alarm', value: { id } }))));

async function invoke(who: Caller, rpc: string, input: object): Promise<Record<string, unknown>> {
  const operation = rig.schema.rpcs.get(`${SN}:${rpc}`);
  if (!operation) throw new Error(`no rpc ${rpc}`);
  const tree = decodeJson(
    operation.input,
    Object.fromEntries(Object.entries(input).map(([name, value]) => [`${SN}:${name}`, value])),
    { schema: rig.schema },
  );
  const output = await rig.server.invoke(who, { operation, path: [], input: tree });
  return output ? toValue(output) : {};
}

async function establish(who: Caller, more: object = {}): Promise<Subscription> {
  const output = await invoke(who, 'establish-subscription', { stream: 'NETCONF', ...more });
  const made = rig.server.dynamicSubscriptions.find(who, Number(output.id));
  if (!made) throw new Error('there is no subscription');
  return made;
}

/** A receiver that takes one message at a time. */
function receiver(subscription: Subscription, who: Caller) {
  const messages = subscription.messages(who.signal)[Symbol.asyncIterator]();
  const take = async (): Promise<EventDelivery | undefined> => {
    const { done, value } = await messages.next();
    return done ? undefined : value[0];
  };
  const text = (message: EventDelivery | undefined) =>
    message ? `${message.node.name} ${encodeJson(message.notification)}` : 'end';
  return { take, next: async () => text(await take()) };
}

const listed = async (who: Caller = caller()) => {
  const tree = await rig.server.read(who, { content: 'all', selection: 'all' });
  const value = toValue(tree)[`${SN}:subscriptions`];
  return JSON.stringify(value ?? {});
};

describe('an event with many subscribers', () => {
  it('is decoded, filtered and encoded once for all of them', async () => {
    await start();
    const filter = { 'stream-xpath-filter': '/acme-box:alarm[acme-box:id > 1]' };
    const receivers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const who = session();
        return receiver(await establish(who, filter), who);
      }),
    );
    await alarms(1, 2);
    const [first, ...others] = await Promise.all(receivers.map((each) => each.take()));
    if (!first) throw new Error('nothing came');
    expect(encodeEvent(first, 'json')).toContain('"acme-box:alarm":{"id":2}');
    for (const other of others) expect(other).toBe(first);
  });
});

describe('a receiver that takes nothing', () => {
  it('keeps nobody waiting', async () => {
    await start();
    const [lazy, busy] = [session(), session()];
    receiver(await establish(lazy), lazy);
    const other = receiver(await establish(busy), busy);
    for (let id = 1; id <= 100; id += 1) {
      await alarms(id);
      expect(await other.next()).toBe(`alarm {"id":${id}}`);
    }
  });

  it('is told that it missed events, and goes on with what is new', async () => {
    await start({ maxBehind: 10, patience: 0 });
    const who = session();
    const subscription = await establish(who);
    const slow = receiver(subscription, who);
    await alarms(1);
    expect(await slow.next()).toBe('alarm {"id":1}');
    await alarms(...Array.from({ length: 40 }, (_, index) => index + 2));
    expect([await slow.next(), await slow.next()]).toEqual([
      `subscription-suspended {"id":${subscription.id},"reason":"${SN}:unsupportable-volume"}`,
      `subscription-resumed {"id":${subscription.id}}`,
    ]);
    await alarms(99);
    expect(await slow.next()).toBe('alarm {"id":99}');
  });

  it('loses its subscription in the end, and finds out when it comes back', async () => {
    await start({ stallTime: 50 });
    const who = session();
    const subscription = await establish(who);
    const stuck = receiver(subscription, who);
    await alarms(1, 2);
    expect(await stuck.next()).toBe('alarm {"id":1}');
    await until(listed, (list) => !list.includes('NETCONF'));
    expect(await stuck.next()).toBe(
      `subscription-terminated {"id":${subscription.id},"reason":"${SN}:suspension-timeout"}`,
    );
    expect(await stuck.next()).toBe('end');
  });
});

describe('a subscription', () => {
  it('that nobody attends to is not kept', async () => {
    await start({ unattended: 50 });
    const who: Caller = { ...caller(), protocol: 'restconf' };
    const subscription = await establish(who);
    expect(await listed()).toContain('NETCONF');
    await until(listed, (list) => !list.includes('NETCONF'));
    expect(rig.server.dynamicSubscriptions.find(who, subscription.id)).toBeUndefined();
  });

  it('begins when it is established, not when it is attended to', async () => {
    await start();
    const who: Caller = { ...caller(), protocol: 'restconf' };
    const subscription = await establish(who);
    await alarms(1);
    expect(await receiver(subscription, who).next()).toBe('alarm {"id":1}');
  });

  it('ends with its session, while it waits and while it does not', async () => {
    await start();
    const who = session();
    const waiting = receiver(await establish(who), who).next();
    await establish(who);
    who.close();
    expect(await waiting).toBe('end');
    expect(await listed()).toBe('{}');
  });

  it('has an id that none had before, restarts included', async () => {
    await start();
    const ids = new Set<number>();
    for (let n = 0; n < 5; n += 1) {
      const who = session();
      ids.add((await establish(who)).id);
      who.close();
    }
    expect(ids.size).toBe(5);
  });

  it('has no place in the node itself', async () => {
    await start();
    await expect(establish(caller())).rejects.toMatchObject({ tag: 'operation-not-supported' });
  });

  it('of the node is one of at most so many', async () => {
    await start({ total: 2, perUser: 1 });
    const over = (who: typeof admin): Caller => ({ ...caller(who), protocol: 'restconf' });
    await establish(over(admin));
    const refused = { tag: 'resource-denied', appTag: `${SN}:insufficient-resources` };
    await expect(establish(over(admin))).rejects.toMatchObject(refused);
    await establish(over(guest));
    await expect(establish(session())).rejects.toMatchObject(refused);
  });

  it('takes no filter that is too long', async () => {
    await start({ filterText: 20 });
    await expect(
      establish(session(), { 'stream-xpath-filter': '/acme-box:alarm[acme-box:id = 1]' }),
    ).rejects.toMatchObject({
      appTag: `${SN}:filter-unsupported`,
      message: 'the filter cannot be used',
    });
  });

  it('can be deleted while its receiver waits', async () => {
    await start();
    const who = session();
    const subscription = await establish(who);
    const waiting = receiver(subscription, who).next();
    await invoke(who, 'delete-subscription', { id: subscription.id });
    expect(await waiting).toBe('end');
  });
});
