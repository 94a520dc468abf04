/** One subscriber who does not read, among others who do (RFC 5277): over SSH. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RawNetconf } from '../support/raw-netconf.js';
import { B, type BoxNode, startBox } from './box.js';

const SUBSCRIBE = `<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><filter><alarm ${B}/></filter></create-subscription>`;
const EVENTS = 3_000;
const TEXT = 'x'.repeat(2_000);
/** Milliseconds; node and readers share this process, which may stand still for a while on a busy machine. */
const PATIENCE = 2_000;

let node: BoxNode;
beforeAll(async () => {
  node = await startBox({ limits: { readers: { maxBehind: 100, patience: PATIENCE } } });
});
afterAll(() => node.stop());

async function subscribed(): Promise<RawNetconf> {
  const session = await node.session();
  expect(await session.ask(SUBSCRIBE)).toContain('<ok/>');
  return session;
}

/** The numbers of the alarms that come, up to as many as are asked for or a message that is no alarm, which is given last. */
async function heard(session: RawNetconf, most: number): Promise<unknown[]> {
  const all: unknown[] = [];
  while (all.length < most) {
    const message = await session.receive();
    const id = /<id>(\d+)<\/id>/.exec(message)?.[1];
    all.push(id === undefined ? message.replace(/<eventTime>[^<]*/, '<eventTime>') : Number(id));
    if (id === undefined) break;
  }
  return all;
}

it('who does not read is told that it is over, and the others get every event in order', async () => {
  const readers = [await subscribed(), await subscribed(), await subscribed()];
  const silent = await subscribed();
  silent.channel.pause();
  const reading = readers.map((reader) => heard(reader, EVENTS));
  for (let from = 0; from < EVENTS; from += 100) {
    const ids = Array.from({ length: 100 }, (_, index) => from + index);
    await Promise.all(ids.map((id) => node.rig.node.notify('acme-box:alarm', { id, text: TEXT })));
  }
  const expected = Array.from({ length: EVENTS }, (_, id) => id);
  for (const all of await Promise.all(reading)) expect(all).toEqual(expected);

  await new Promise((resolve) => setTimeout(resolve, PATIENCE + 100));
  silent.channel.resume();
  const all = await heard(silent, EVENTS);
  const notice = all.pop();
  expect(notice).toBe(
    '<notification xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><eventTime></eventTime><notificationComplete xmlns="urn:ietf:params:xml:ns:netmod:notification"/></notification>',
  );
  expect(all).toEqual(expected.slice(0, all.length));
  expect(all.length).toBeLessThan(EVENTS);
});
