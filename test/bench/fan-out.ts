/** One event, many subscribers: of configuration changes beside netconfd, over RESTCONF, and with one who does not read. */
import { join } from 'node:path';
import { startNetconfd } from '../interop/netconfd-rig.js';
import { peer } from '../peers.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { burst } from './burst.js';
import { type Bench, type Figure, median } from './figure.js';
import { serveInterfaces } from './interfaces.js';
import type { Edited, EditorsOptions } from './load/editors.js';
import type { NetconfLogin } from './load/netconf-channel.js';
import type { NetconfSubscribersOptions } from './load/netconf-subscribers.js';
import type { Sequence } from './load/sequence.js';
import type { SseSubscribersOptions } from './load/sse-subscribers.js';
import { SteeredLoad } from './load/steered.js';
import type { AllReceived } from './load/tally.js';

const SUBSCRIBERS = 50;
const EDITORS = 8;
const EDITS = 150;
/** Interfaces of each editor. */
const ENTRIES = 10;
const ROUNDS = 3;
const EVENTS = EDITORS * EDITS;

const entry = (number: number | string, text: string) =>
  `<interface><name>port${number}</name><description>${text}</description><type>ianaift:ethernetCsmacd</type></interface>`;
const edit = (entries: string) =>
  '<edit-config><target><running/></target><config>' +
  '<interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces" xmlns:ianaift="urn:ietf:params:xml:ns:yang:iana-if-type">' +
  `${entries}</interfaces></config></edit-config>`;
/** All entries are there before they are edited, so that every edit is about one of them and nothing else. */
const ALL = edit(Array.from({ length: EDITORS * ENTRIES }, (_, number) => entry(number, 'new')).join(''));
/** What an event of such an edit says of its target. */
const SEQUENCE: Sequence = { pattern: 'port(\\d+)', writers: EDITORS, size: ENTRIES };
const CONFIG_CHANGE = 'ietf-netconf-notifications:netconf-config-change';

export const fanOutBench: Bench = async (directory) => [
  ...(await configChanges(join(directory, 'changes'))),
  ...(await burst(join(directory, 'burst'))),
];

async function configChanges(directory: string): Promise<readonly Figure[]> {
  const node = await startServe({ data: directory, args: serveInterfaces(directory) });
  try {
    const own = loginOf(node);
    const rates: { own: number; sse: number; theirs?: number }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      rates.push({
        own: await deliveriesPerSecond(own, () => netconfSubscribers(own)),
        theirs: await ofNetconfd(),
        sse: await deliveriesPerSecond(own, () => sseSubscribers(node)),
      });
    }
    const theirs = rates.flatMap((rate) => rate.theirs ?? []);
    const named = theirs.length > 0 ? { name: 'netconfd', value: median(theirs), runs: theirs } : undefined;
    const figure = (what: string, runs: readonly number[]) => ({
      what: `configuration changes to ${SUBSCRIBERS} ${what}`,
      value: median(runs),
      unit: 'deliveries/s',
      runs,
    });
    return [
      {
        ...figure(
          'NETCONF sessions',
          rates.map((rate) => rate.own),
        ),
        peer: named,
      },
      figure(
        'RESTCONF streams',
        rates.map((rate) => rate.sse),
      ),
    ];
  } finally {
    await node.end('SIGTERM');
  }
}

/** From the first edit until the last subscriber has the last event. */
async function deliveriesPerSecond(login: NetconfLogin, subscribe: () => SteeredLoad): Promise<number> {
  const each = { edits: EDITS, operation: edit(entry('{entry}', '{n} of this run')), entries: ENTRIES };
  const editors = new SteeredLoad('editors.ts', {
    ...{ login, sessions: EDITORS, prepare: ALL },
    ...each,
  } satisfies EditorsOptions);
  await editors.next();
  const subscribers = subscribe();
  await subscribers.next();
  editors.tell('edit');
  const { begun } = await editors.next<Edited>();
  const { deliveries, at } = await subscribers.next<AllReceived>();
  await Promise.all([editors.end(), subscribers.end()]);
  return (deliveries * 1_000) / (at - begun);
}

function netconfSubscribers(login: NetconfLogin): SteeredLoad {
  const options = { login, subscribers: SUBSCRIBERS, silent: 0, events: EVENTS, sequence: SEQUENCE };
  return new SteeredLoad('netconf-subscribers.ts', options satisfies NetconfSubscribersOptions);
}

function sseSubscribers({ url, password }: ServeProcess): SteeredLoad {
  const options = { url, password, username: 'admin', subscribers: SUBSCRIBERS, events: EVENTS };
  const wanted = { name: CONFIG_CHANGE, sequence: SEQUENCE };
  return new SteeredLoad('sse-subscribers.ts', { ...options, ...wanted } satisfies SseSubscribersOptions);
}

function loginOf({ netconf: { host, port }, password }: ServeProcess): NetconfLogin {
  return { host, port, username: 'admin', password };
}

/** Undefined where it is not installed. A fresh one each time: a second round did not come to its end. */
async function ofNetconfd(): Promise<number | undefined> {
  if (!peer('netconfd') || !peer('sshd') || !peer('libyuma-base')) return undefined;
  const { host, port, user: username, privateKey, stop } = await startNetconfd();
  const login = { host, port, username, privateKey, pause: 50 };
  try {
    return await deliveriesPerSecond(login, () => netconfSubscribers(login));
  } finally {
    await stop();
  }
}
