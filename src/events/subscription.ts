/**
 * One reader of a stream. It has a cursor and reads when the next item is requested, so a slow reader needs no memory. A
 * reader that is too far behind is dropped.
 */
import type { EventRecord, SubscriptionItem } from './event.js';
import type { EventSource } from './event-source.js';
import { parseTime } from './event-time.js';

/**
 * Reserves memory for the octets of an event while the reader holds it; called before the event is yielded. Returns a
 * function that releases it; undefined when there is no memory left, which drops the reader.
 */
export type HoldEvent = (octets: number) => (() => void) | undefined;

const nothingHeld = () => {};

export interface SubscriptionOptions {
  readonly source: EventSource;
  readonly stream: string;
  /** Returns the sequence number behind which it starts. */
  readonly cursor: () => Promise<number>;
  /** Microseconds since 1970; only for a replay. */
  readonly start?: number;
  /** Returns microseconds since 1970; read again before each use. */
  readonly stop: () => number | undefined;
  readonly accepts: (event: EventRecord) => boolean;
  readonly hold?: HoldEvent;
  /** Called with the number of an event once the reader has taken all that it wants up to this one. */
  readonly passed?: (event: number) => void;
  readonly signal?: AbortSignal;
  readonly maxBehind: number;
  /** Milliseconds that a reader this far behind may take for one event. */
  readonly patience: number;
}

/** Starts at once: yields everything committed from now on, even when the first item is requested later. */
export function subscription(o: SubscriptionOptions): AsyncIterableIterator<SubscriptionItem> {
  const ending = new AbortController();
  const abort = () => ending.abort();
  o.signal?.addEventListener('abort', abort, { once: true });
  if (o.signal?.aborted) abort();
  const finish = () => {
    o.signal?.removeEventListener('abort', abort);
    ending.abort();
  };
  const items = read(o, o.source.head, ending.signal, finish);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => items.next(),
    // `return` of a generator would wait for the pending item; the abort ends that wait.
    async return() {
      finish();
      await items.return(undefined);
      return { done: true, value: undefined };
    },
  };
}

async function* read(
  o: SubscriptionOptions,
  begun: number,
  signal: AbortSignal,
  finish: () => void,
): AsyncGenerator<SubscriptionItem, undefined, undefined> {
  const { source, stream } = o;
  let catchingUp = true;
  // Later events belong to the subscription even when the clock is set back before the start.
  const wanted = (event: EventRecord) =>
    isWithin(event, catchingUp ? o.start : undefined, o.stop()) && o.accepts(event);
  try {
    let cursor = await o.cursor();
    if (cursor > begun) return yield { kind: 'dropped', reason: 'unknown-cursor' };
    while (!signal.aborted) {
      const page = await source.page(stream, cursor, catchingUp ? begun : source.head);
      if (cursor < source.trimmed) return yield { kind: 'dropped', reason: 'expired' };
      for (const [sequence, event, octets] of page.events) {
        cursor = sequence;
        if (!wanted(event)) continue;
        const release = o.hold === undefined ? nothingHeld : o.hold(octets);
        if (!release) return yield { kind: 'dropped', reason: 'no-room' };
        const given = performance.now();
        try {
          yield { kind: 'event', event };
        } finally {
          release();
        }
        if (signal.aborted) return;
        // A late reader that continues to read costs only pages of the log; only a reader that stops is dropped.
        const isBehind = !catchingUp && source.head - cursor > o.maxBehind;
        if (isBehind && performance.now() - given >= o.patience) return yield { kind: 'dropped', reason: 'too-slow' };
      }
      cursor = page.through;
      o.passed?.(cursor);
      if (catchingUp && cursor >= begun) {
        catchingUp = false;
        if (o.start !== undefined) yield { kind: 'replay-complete' };
      }
      if (cursor < source.head) continue;
      const stop = o.stop();
      if (stop !== undefined && Date.now() * 1_000 >= stop) return yield { kind: 'stopped' };
      if (source.closed) return yield { kind: 'dropped', reason: 'closed' };
      await source.wait(signal, stop === undefined ? undefined : Math.ceil(stop / 1_000));
    }
  } finally {
    finish();
  }
}

function isWithin(event: EventRecord, start: number | undefined, stop: number | undefined): boolean {
  if (start === undefined && stop === undefined) return true;
  const time = parseTime(event.time);
  return (start === undefined || time >= start) && (stop === undefined || time <= stop);
}
