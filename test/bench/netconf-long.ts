/** NETCONF on long lists: one edit that loads them, what one entry costs, and the memory that the whole list takes. */
import type { NetconfClient } from '../../src/clients/index.js';
import { type Bench, type Figure, median } from './figure.js';
import { configurationXml } from './interfaces.js';
import { peakMegabytes } from './memory.js';
import { figureOf, figuresOf, longCases } from './netconf-cases.js';
import {
  connectOwn,
  connectPeer,
  type OwnServer,
  type PeerServer,
  startAgain,
  startOwn,
  startPeer,
} from './netconf-servers.js';

/** Those of 20 tell what one entry costs in a list that is not long. */
const LENGTHS = [20, 10_000];
/** Longer than netconfd can be asked for in reasonable time. */
const LONGEST = 100_000;
const LOADS = 3;

export const netconfLongBench: Bench = async (directory) => [
  ...(await beside(directory)),
  ...(await alone(`${directory}/${LONGEST}`, LONGEST)),
];

interface Pair {
  readonly entries: number;
  readonly own: OwnServer;
  readonly peer: PeerServer | undefined;
}

/** The lists are loaded over NETCONF, and then used, here and there: the short one and the long one in turn, each in nodes of its own. */
async function beside(directory: string): Promise<readonly Figure[]> {
  const pairs: Pair[] = [];
  try {
    for (const entries of LENGTHS) {
      pairs.push({ entries, own: await startOwn(`${directory}/${entries}`, 0), peer: await startPeer('running') });
    }
    const figures: Figure[] = [];
    for (const { entries, own, peer } of pairs) {
      figures.push(await loaded(await connectOwn(own), peer && (await connectPeer(peer)), entries));
    }
    for (const index of longCases(0).keys()) {
      const cases = pairs.flatMap(({ entries, own, peer }) => {
        const one = longCases(entries)[index];
        return one ? [{ ...one, entries, own: own.server, peer: peer?.server }] : [];
      });
      figures.push(...(await figuresOf(cases)));
    }
    return figures;
  } finally {
    for (const { own, peer } of pairs) {
      await peer?.rig.stop();
      await own.process.end('SIGTERM');
    }
  }
}

/** Milliseconds of the edit that makes the whole list. */
async function loaded(own: NetconfClient, peer: NetconfClient | undefined, entries: number): Promise<Figure> {
  const runs: number[] = [];
  const rates: number[] = [];
  for (let n = 1; n <= LOADS; n += 1) {
    runs.push(await load(own, entries));
    if (peer) rates.push(await load(peer, entries));
    if (n < LOADS) for (const client of peer ? [own, peer] : [own]) await clear(client);
  }
  await Promise.all([own.close(), peer?.close()]);
  return {
    what: `NETCONF edit that creates ${entries.toLocaleString('en')}`,
    value: median(runs),
    unit: 'ms',
    runs,
    peer: rates.length > 0 ? { name: 'netconfd', value: median(rates), runs: rates } : undefined,
  };
}

async function load(client: NetconfClient, entries: number): Promise<number> {
  const config = configurationXml(entries);
  const begun = performance.now();
  await client.editConfig({ target: 'running', config });
  return performance.now() - begun;
}

async function clear(client: NetconfClient): Promise<void> {
  const config =
    '<interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces" xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="remove"/>';
  await client.editConfig({ target: 'running', config });
}

/** One entry of a list, and the whole of it, read by a node that has been started anew: what reading it in took is given back by then. */
async function alone(directory: string, entries: number): Promise<readonly Figure[]> {
  const first = await startOwn(directory, entries);
  await first.process.end('SIGTERM');
  const own = await startAgain(directory);
  try {
    const figures: Figure[] = [];
    const [getAll, ...ofOne] = longCases(entries);
    if (getAll) {
      const peak = peakMegabytes(own.process.pid);
      figures.push(await figureOf({ ...getAll, entries, own: own.server }, 1));
      figures.push({ what: `NETCONF ${getAll.what}: memory above idle, fresh node`, value: peak(), unit: 'MB' });
    }
    for (const one of ofOne) figures.push(await figureOf({ ...one, entries, own: own.server }));
    return figures;
  } finally {
    await own.process.end('SIGTERM');
  }
}
