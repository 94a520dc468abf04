import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type EventLog, eventMigrations, openEventLog } from '../../src/events/index.js';
import { noteCapabilities, serverMigrations } from '../../src/server/index.js';
import { openStore, type Store } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';

let store: Store;
let events: EventLog;
afterEach(async () => {
  await events.close();
  await store.close();
});

async function logged(): Promise<unknown[]> {
  const found: unknown[] = [];
  const stop = new AbortController();
  const log = events.subscribe({
    stream: 'NETCONF',
    startTime: '2020-01-01T00:00:00Z',
    signal: stop.signal,
    accepts: () => true,
  });
  for await (const item of log) {
    if (item.kind !== 'event') break;
    found.push(item.event.value);
  }
  stop.abort();
  return found;
}

describe('a change of capabilities', () => {
  it('is logged at the start that brings it', async () => {
    store = await openStore({
      file: join(temporaryFolder(), 'x.db'),
      migrations: [...eventMigrations, ...serverMigrations],
    });
    events = await openEventLog(store);
    await noteCapabilities(store, events, ['urn:a', 'urn:b?x=1', 'urn:c']);
    await noteCapabilities(store, events, ['urn:a', 'urn:b?x=1', 'urn:c']);
    expect(await logged()).toEqual([]);
    await noteCapabilities(store, events, ['urn:a', 'urn:b?x=2', 'urn:d']);
    expect(await logged()).toEqual([
      {
        'changed-by': { server: [null] },
        'added-capability': ['urn:d'],
        'deleted-capability': ['urn:c'],
        'modified-capability': ['urn:b?x=2'],
      },
    ]);
  });
});
