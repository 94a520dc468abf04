/** Subscriptions as rxjs Observables. */
import { Observable } from 'rxjs';
import { EventLogError } from './errors.js';
import type { EventRecord, SubscriptionItem } from './event.js';

/** Returns an Observable; each subscriber has its own subscription, which ends when it unsubscribes or `signal` is aborted. */
export function observeItems(
  subscribe: (signal: AbortSignal) => AsyncIterable<SubscriptionItem>,
  signal: AbortSignal | undefined,
): Observable<EventRecord> {
  return new Observable<EventRecord>((subscriber) => {
    const ending = new AbortController();
    const either = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
    const pass = async () => {
      for await (const item of subscribe(either)) {
        switch (item.kind) {
          case 'event':
            subscriber.next(item.event);
            break;
          case 'dropped':
            throw new EventLogError('dropped', `the subscription was ended by the event log: ${item.reason}`);
          case 'replay-complete':
          case 'stopped':
            break;
          default:
            item satisfies never;
        }
      }
    };
    pass().then(
      () => subscriber.complete(),
      (error: unknown) => subscriber.error(error),
    );
    return () => ending.abort();
  });
}
