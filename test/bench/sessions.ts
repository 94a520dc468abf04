/** A thousand NETCONF sessions over SSH that have nothing to do, and how soon after its start a node greets the first. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServe } from '../support/serve.js';
import { type Bench, type Figure, median } from './figure.js';
import type { Asked, IdleSessionsOptions, Opened } from './load/idle-sessions.js';
import { SteeredLoad } from './load/steered.js';
import { residentKilobytes } from './resident.js';

const SESSIONS = 1_000;
const AT_ONCE = 16;
/** Milliseconds after which what a handshake leaves behind has been collected, and memory given back. */
const SETTLE = 20_000;
const STARTS = 5;

export const sessionsBench: Bench = async (directory) => {
  const data = join(directory, 'data');
  await (await startServe({ data })).end('SIGTERM');
  return [...(await firstHello(data)), ...(await idleSessions(data))];
};

/** From the start of the process until a client that comes as soon as it listens has the hello. */
async function firstHello(data: string): Promise<readonly Figure[]> {
  const times: number[] = [];
  for (let start = 1; start <= STARTS; start++) {
    const node = await startServe({ data });
    const load = openSessions(node, 1, 1);
    // The load process is started when the node is ready, so its own start does not count.
    const { milliseconds } = await load.next<Opened>();
    times.push(node.startup + milliseconds);
    await load.end();
    await node.end('SIGTERM');
  }
  return [{ what: 'first hello after a start', value: median(times), unit: 'ms', runs: times }];
}

async function idleSessions(data: string): Promise<readonly Figure[]> {
  const node = await startServe({ data });
  try {
    // Code and buffers that the first sessions need belong to the node, not to the sessions.
    const first = openSessions(node, AT_ONCE, AT_ONCE);
    await first.next<Opened>();
    await first.end();
    await pause(SETTLE);
    const before = residentKilobytes(node.pid);
    const load = openSessions(node, SESSIONS, AT_ONCE);
    const { milliseconds } = await load.next<Opened>();
    const atOnce = residentKilobytes(node.pid);
    await pause(SETTLE);
    const settled = residentKilobytes(node.pid);
    load.tell('ask');
    const { answered } = await load.next<Asked>();
    if (answered !== SESSIONS) throw new Error(`${answered} of ${SESSIONS} sessions answer`);
    await load.end();
    const each = (kilobytes: number) => (kilobytes - before) / SESSIONS;
    return [
      { what: `${SESSIONS} sessions opened`, value: milliseconds, unit: 'ms' },
      { what: 'memory of a session, just opened', value: each(atOnce), unit: 'kB' },
      { what: `memory of a session, after ${SETTLE / 1_000} s`, value: each(settled), unit: 'kB' },
    ];
  } finally {
    await node.end('SIGTERM');
  }
}

function openSessions(
  { netconf: { host, port }, password }: { netconf: { host: string; port: number }; password: string },
  sessions: number,
  atOnce: number,
): SteeredLoad {
  const login = { host, port, username: 'admin', password };
  return new SteeredLoad('idle-sessions.ts', { login, sessions, atOnce } satisfies IdleSessionsOptions);
}
