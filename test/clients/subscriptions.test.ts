/** Dynamic subscriptions through both clients, against the node. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  connectNetconf,
  type NetconfClient,
  type RestconfClient,
  type RestconfEvent,
  restconfClient,
} from '../../src/clients/index.js';
import { elementsOf, textOf } from '../../src/data/index.js';
import type { Notification } from '../../src/wire/index.js';
import { B, startBox } from '../netconf/box.js';

let node: Awaited<ReturnType<typeof startBox>>;
let netconf: NetconfClient;
let restconf: RestconfClient;
beforeAll(async () => {
  node = await startBox();
  const { netconf: address, password, url, certificate } = node.rig;
  netconf = await connectNetconf({
    ...address,
    username: 'admin',
    password,
  });
  restconf = restconfClient({ url, username: 'admin', password, ca: readFileSync(certificate, 'utf8') });
});
afterAll(async () => {
  await netconf?.close();
  restconf?.close();
  await node?.stop();
});

const alarm = (id: number, text: string) => node.rig.node.notify('acme-box:alarm', { id, text });

/** What is in an alarm; the name of any other event. */
function told({ event }: Notification): string {
  if (event.name !== 'alarm') return event.name;
  return elementsOf(event)
    .map((each) => textOf(each))
    .join(' ');
}

const seen = ({ name, value }: RestconfEvent): unknown => (name === 'acme-box:alarm' ? value : name);

async function next<T>(events: AsyncIterator<T, void>): Promise<T> {
  const { value } = await events.next();
  if (!value) throw new Error('there are no more events');
  return value;
}

const ALARMS = { xpath: '/b:alarm', namespaces: { b: 'urn:acme:box' } };

it('over NETCONF: established with a filter, modified, deleted', async () => {
  const notifications = netconf.notifications()[Symbol.asyncIterator]();
  const { id } = await netconf.establishSubscription({
    filter: { xpath: '/b:alarm[b:id < 10]', namespaces: { b: 'urn:acme:box' } },
  });
  expect(id).toBeGreaterThan(0);
  await alarm(20, 'not wanted');
  await alarm(1, 'wanted');
  expect(told(await next(notifications))).toBe('1 wanted');
  await netconf.modifySubscription(id, { filter: { subtree: `<alarm ${B}><id>20</id></alarm>` } });
  expect(told(await next(notifications))).toBe('subscription-modified');
  await alarm(2, 'not wanted any more');
  await alarm(20, 'wanted now');
  expect(told(await next(notifications))).toBe('20 wanted now');
  await netconf.deleteSubscription(id);
  await expect(netconf.deleteSubscription(id)).rejects.toMatchObject({ tag: 'invalid-value' });
});

it('over NETCONF: a replay, and where it ends', async () => {
  const start = new Date().toISOString();
  await alarm(5, 'before');
  const client = await connectNetconf({ ...node.rig.netconf, username: 'admin', password: node.rig.password });
  await client.establishSubscription({ stream: 'NETCONF', replayStartTime: start, filter: ALARMS });
  const notifications = client.notifications()[Symbol.asyncIterator]();
  expect(told(await next(notifications))).toBe('5 before');
  expect(told(await next(notifications))).toBe('replay-completed');
  await client.close();
});

it('over RESTCONF: established with a filter, modified, read, deleted', async () => {
  const subscription = await restconf.establishSubscription({ filter: { xpath: '/acme-box:alarm[acme-box:id < 10]' } });
  expect(subscription.path).toMatch(/^\/restconf\/subscriptions\/\d+$/);
  const events = restconf.subscriptionEvents(subscription);
  const first = next(events);
  await attended(subscription.id);
  await alarm(20, 'not wanted');
  await alarm(1, 'wanted');
  expect(seen(await first)).toEqual({ id: 1, text: 'wanted' });
  await restconf.modifySubscription(subscription.id, { filter: { subtree: { 'acme-box:alarm': { id: 20 } } } });
  expect(seen(await next(events))).toBe('ietf-subscribed-notifications:subscription-modified');
  await alarm(20, 'wanted now');
  expect(seen(await next(events))).toEqual({ id: 20, text: 'wanted now' });
  await restconf.deleteSubscription(subscription.id);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

it('an administrator kills the subscription of another session, whatever its protocol', async () => {
  const notifications = netconf.notifications()[Symbol.asyncIterator]();
  const first = next(notifications);
  const { id } = await netconf.establishSubscription({ filter: ALARMS });
  await restconf.killSubscription(id);
  expect(told(await first)).toBe('subscription-terminated');
  const { id: other, path } = await restconf.establishSubscription();
  await netconf.killSubscription(other);
  await expect(next(restconf.subscriptionEvents({ path }))).rejects.toMatchObject({ status: 404 });
});

it('a resource says what may be done with it, and the server which operations it has', async () => {
  const { allow, acceptPatch } = await restconf.options('/acme-box:box');
  expect(allow).toEqual(expect.arrayContaining(['GET', 'PUT', 'PATCH', 'DELETE']));
  expect(acceptPatch).toContain('application/yang-patch+json');
  expect(await restconf.operations()).toContain('ietf-subscribed-notifications:establish-subscription');
});

it('a resource that has not changed since a time is not sent again', async () => {
  await restconf.patch('/', { 'ietf-restconf:data': { 'acme-box:box': { name: 'b' } } });
  const { lastModified } = await restconf.get('/acme-box:box');
  expect(lastModified).toBeDefined();
  expect((await restconf.get('/acme-box:box', { ifModifiedSince: lastModified })).status).toBe(304);
  const long = 'Thu, 01 Jan 1970 00:00:00 GMT';
  await expect(
    restconf.patch('/acme-box:box', { 'acme-box:box': { name: 'c' } }, { ifUnmodifiedSince: long }),
  ).rejects.toMatchObject({ status: 412 });
});

/** Resolves when the server counts a reader of the subscription. */
async function attended(id: number): Promise<void> {
  const path = `/ietf-subscribed-notifications:subscriptions/subscription=${id}/receivers`;
  for (;;) {
    const { value } = await restconf.get(path);
    if (JSON.stringify(value).includes('"state":"active"')) return;
  }
}
