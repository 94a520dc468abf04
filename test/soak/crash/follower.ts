/** Reads the event stream over all lives of the node, each time from where it was broken off. */
import { RestconfClient, type RestconfEvent } from '../../../src/clients/index.js';
import type { ServeProcess } from '../../support/serve.js';
import { isTransport } from './assigner.js';
import type { CrashRecord } from './record.js';

/** The location of the stream, asked of the node once: finding it again costs a request that a crash may break. */
const STREAM = '/restconf/streams/NETCONF/json';

/** Follows until the node is gone or `stop` is aborted. */
export async function follow(life: ServeProcess, record: CrashRecord, stop: AbortSignal): Promise<void> {
  const client = new RestconfClient({ url: life.url, username: 'admin', password: life.password });
  try {
    const options = { lastEventId: record.events.at(-1)?.id ?? '0', maxRetries: 0, signal: stop };
    for await (const event of client.events(STREAM, options)) record.event(event);
  } catch (error) {
    if (!isTransport(error)) record.faults.push(`event stream: ${error}`);
  } finally {
    client.close();
  }
}

/** The whole stream up to the last event that was read. */
export async function replay(life: ServeProcess, record: CrashRecord): Promise<readonly RestconfEvent[]> {
  const last = record.events.reduce((highest, { id }) => Math.max(highest, Number(id)), 0);
  const client = new RestconfClient({ url: life.url, username: 'admin', password: life.password });
  const replayed: RestconfEvent[] = [];
  try {
    if (last === 0) return replayed;
    for await (const event of client.events(STREAM, { lastEventId: '0', maxRetries: 0 })) {
      replayed.push(event);
      if (Number(event.id) >= last) break;
    }
    return replayed;
  } finally {
    client.close();
  }
}
