/** An event log for a test, and what the tests do with it again and again. */
import {
  type EventInput,
  type EventLog,
  type EventLogOptions,
  eventMigrations,
  openEventLog,
  type SubscriptionItem,
} from '../../src/events/index.js';
import { openStore, type Store } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';

export interface Opened {
  readonly store: Store;
  readonly log: EventLog;
}

export async function openLog(o: EventLogOptions = {}, file = ':memory:'): Promise<Opened> {
  const store = await openStore({ file, migrations: eventMigrations });
  const log = await openEventLog(store, o);
  cleanUp(async () => {
    await log.close();
    await store.close();
  });
  return { store, log };
}

/** Appends an event that carries `n`. */
export function report({ store, log }: Opened, n: number, more: Partial<EventInput> = {}): Promise<void> {
  return store.transact((tx) => log.append(tx, { name: 'acme:event', value: { n }, ...more }));
}

/** The next `count` items, each as its number or its kind. */
export async function take(items: AsyncIterator<SubscriptionItem>, count: number): Promise<unknown[]> {
  const taken: unknown[] = [];
  while (taken.length < count) {
    const next = await items.next();
    taken.push(next.done === true ? 'done' : brief(next.value));
    if (next.done === true) break;
  }
  return taken;
}

/** An event as the number it carries, another item as its kind (and reason). */
export function brief(item: SubscriptionItem): unknown {
  if (item.kind === 'event') return (item.event.value as { n: number }).n;
  return item.kind === 'dropped' ? `dropped: ${item.reason}` : item.kind;
}

export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
