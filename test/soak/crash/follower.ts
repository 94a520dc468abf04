/** Reads the event stream over all lives of the node, each time from where it was broken off. */
import { RestconfClient } from '../../../src/clients/index.js';
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
