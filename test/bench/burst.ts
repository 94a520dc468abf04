/** 100,000 events to 50 subscribers, one of whom does not read: what becomes of the others, of him and of the node's memory. */
import { fileURLToPath } from 'node:url';
import { startServe } from '../support/serve.js';
import type { Figure } from './figure.js';
import type { EditorsOptions } from './load/editors.js';
import type { NetconfSubscribersOptions, SilentHeard } from './load/netconf-subscribers.js';
import { SteeredLoad } from './load/steered.js';
import type { AllReceived } from './load/tally.js';
import { residentKilobytes } from './resident.js';

const READERS = 49;
const EVENTS = 100_000;
/** Milliseconds between looks at the memory. */
const LOOK = 100;
const TICKS = fileURLToPath(new URL('ticks/', import.meta.url));
const EMIT = `<emit xmlns="urn:yangent:bench:ticks"><count>${EVENTS}</count></emit>`;

export async function burst(directory: string): Promise<readonly Figure[]> {
  const node = await startServe({
    data: directory,
    args: ['--yang', TICKS, '--plugin', `${TICKS}ticks.mjs`],
  });
  try {
    const login = { ...node.netconf, username: 'admin', password: node.password };
    const subscribers = new SteeredLoad('netconf-subscribers.ts', {
      ...{ login, subscribers: READERS, silent: 1, events: EVENTS },
      sequence: { pattern: '<n>(\\d+)</n>', writers: 1, size: EVENTS },
    } satisfies NetconfSubscribersOptions);
    await subscribers.next();
    const options = { login, sessions: 1, edits: 1, operation: EMIT, entries: 1 };
    const emitter = new SteeredLoad('editors.ts', options satisfies EditorsOptions);
    await emitter.next();
    const before = residentKilobytes(node.pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentKilobytes(node.pid));
    }, LOOK);
    emitter.tell('edit');
    const { begun, done } = await emitter.next<{ begun: number; done: number }>();
    const { deliveries, at } = await subscribers.next<AllReceived>();
    clearInterval(watch);
    subscribers.tell('read');
    const { events, notice } = await subscribers.next<SilentHeard>();
    await Promise.all([subscribers.end(), emitter.end()]);
    const what = `${EVENTS} events to ${READERS} sessions that read and one that does not`;
    return [
      { what: `${what}: to the readers`, value: (deliveries * 1_000) / (at - begun), unit: 'deliveries/s' },
      { what: '... stored', value: (EVENTS * 1_000) / (done - begun), unit: 'events/s' },
      { what: `... given to the other, then ${notice}`, value: events, unit: 'events' },
      { what: '... greatest growth of memory', value: (most - before) / 1024, unit: 'MB' },
    ];
  } finally {
    await node.end('SIGTERM');
  }
}
