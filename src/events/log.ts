/** The event log: durable, in commit order, replayable (RFC 5277 §2, §3.3). */
import type { Logger } from 'pino';
import type { Observable } from 'rxjs';
import type { Store, Tx } from '../store/index.js';
import { EventLogError } from './errors.js';
import { DEFAULT_STREAM, type EventInput, type EventRecord, type EventStream, type SubscriptionItem } from './event.js';
import { EventSource } from './event-source.js';
import { EVENT_COLUMNS, type EventRow, recordOf } from './event-table.js';
import { formatTime, now, parseTime } from './event-time.js';
import { observeItems } from './observe.js';
import { DEFAULT_RETENTION, type Retention, trim } from './retention.js';
import { type HoldEvent, subscription } from './subscription.js';
import { Tail } from './tail.js';

export interface SubscribeOptions {
  readonly stream: string;
  /** Start behind the event with this id, e.g. an SSE `Last-Event-ID`. Wins over `startTime`. */
  readonly after?: string;
  /** RFC 3339: replay the events since then, then continue live. */
  readonly startTime?: string;
  /** RFC 3339: end then, without later events. A function may return changing times; call `refresh` after a change. */
  readonly stopTime?: string | (() => string | undefined);
  /** True for events that the reader may see and wants; the others are skipped. */
  readonly accepts?: (event: EventRecord) => boolean;
  /** Counts the memory of the reader. Default: no limit. */
  readonly hold?: HoldEvent;
  /** Called with the number of an event once the reader has taken all that it wants up to this one. */
  readonly passed?: (event: number) => void;
  /** Ends the subscription without a last item. */
  readonly signal?: AbortSignal;
  /** Maximum number of events that a live reader may be behind; a reader beyond it that reads nothing for `patience` is dropped. */
  readonly maxBehind?: number;
  /** Milliseconds. Default: five seconds. */
  readonly patience?: number;
}

export interface ReadOptions {
  readonly stream: string;
  readonly after?: string;
  /** RFC 3339: only events of this time or later. */
  readonly from?: string;
  readonly limit: number;
}

export interface EventLog {
  /** Writes at least one event, in the transaction of the change that it reports; readers are woken after the commit. */
  append(tx: Tx, ...events: readonly EventInput[]): Promise<void>;
  /** Returns the number of the last event of all streams at the start of this transaction. */
  head(tx: Tx): Promise<number>;
  /** Returns one page of a stream in commit order. Raises `EventLogError`: `unknown-stream`, `unknown-cursor`, `invalid-time`. */
  read(o: ReadOptions): Promise<readonly EventRecord[]>;
  /**
   * Returns the events of a stream from now on, or from a time or an event in the past, in commit order without gaps or
   * duplicates. Raises `EventLogError` at once: `unknown-stream`, `invalid-time`, `start-in-future`, `stop-before-start`,
   * `unknown-cursor`. All later problems are items.
   */
  subscribe(o: SubscribeOptions): AsyncIterableIterator<SubscriptionItem>;
  /** Works as `subscribe`, as an Observable of events: completes at the stop time, fails with `EventLogError` when dropped. */
  observe(o: SubscribeOptions): Observable<EventRecord>;
  streams(): readonly EventStream[];
  /** Makes every subscription read its stop time again. */
  refresh(): void;
  /** Applies the retention now; it also runs every minute. */
  trim(): Promise<void>;
  /** Ends all subscriptions; does not close the store. */
  close(): Promise<void>;
}

export interface EventLogOptions {
  readonly retention?: Partial<Retention>;
  /** Streams in addition to `NETCONF`. */
  readonly streams?: readonly { readonly name: string; readonly description: string }[];
  /** Limits of the memory for live readers: events, and characters of their content. */
  readonly tail?: { readonly events?: number; readonly text?: number };
  /** Limits after which a reader that reads nothing is dropped, unless `subscribe` gives its own. */
  readonly readers?: Partial<ReaderLimits>;
  /** Raises the fault of an event that does not fit its model. Default: events are not checked. */
  readonly check?: (event: EventInput) => void;
  /** True: an event that does not fit is refused, together with the change that it reports. Default: it is logged and skipped. */
  readonly strict?: boolean;
  readonly log?: Logger;
}

export type ReaderLimits = Required<Pick<SubscribeOptions, 'maxBehind' | 'patience'>>;

/** Columns of an inserted event; the table assigns its sequence. */
const WRITTEN = ['time', 'stream', 'name', 'value', 'path', 'audience'] as const;
const ONE_ROW = `(${WRITTEN.map(() => '?').join(', ')})`;
/** Number of events that one statement writes. */
const TOGETHER = 100;
const TRIM_INTERVAL = 60_000;
export const DEFAULT_READER_LIMITS: ReaderLimits = { maxBehind: 10_000, patience: 5_000 };
const DEFAULT_DESCRIPTION = 'All events of this node that the reader may see';

interface StreamState {
  readonly description: string;
  readonly created: number;
}

/** Opens the log in a store that was opened with `eventMigrations`; one log per store. */
export async function openEventLog(store: Store, o: EventLogOptions = {}): Promise<EventLog> {
  const streams = await declareStreams(store, [
    { name: DEFAULT_STREAM, description: DEFAULT_DESCRIPTION },
    ...(o.streams ?? []),
  ]);
  const bounds = await store.reads
    .selectFrom('event')
    .select(({ fn }) => [fn.min('sequence').as('first'), fn.max('sequence').as('last')])
    .executeTakeFirst();
  const tail = new Tail(bounds?.last ?? 0, o.tail?.events ?? 2_048, o.tail?.text ?? 4_000_000);
  const source = new EventSource(store, tail, (bounds?.first ?? 1) - 1);
  const log = new DurableEventLog(store, source, tail, streams, { ...DEFAULT_RETENTION, ...o.retention }, o);
  await log.loadAged();
  return log;
}

class DurableEventLog implements EventLog {
  readonly #o: EventLogOptions;
  readonly #store: Store;
  readonly #source: EventSource;
  readonly #tail: Tail;
  readonly #streams: ReadonlyMap<string, StreamState>;
  readonly #retention: Retention;
  readonly #readers: ReaderLimits;
  readonly #timer: NodeJS.Timeout;
  #aged: ReadonlyMap<string, number> = new Map();
  #trimming: Promise<void> | undefined;
  readonly #closing = new AbortController();
  /** Events of running transactions that are not written yet. */
  readonly #waiting = new WeakMap<Tx, Omit<EventRow, 'sequence'>[]>();

  constructor(
    store: Store,
    source: EventSource,
    tail: Tail,
    streams: ReadonlyMap<string, StreamState>,
    retention: Retention,
    o: EventLogOptions,
  ) {
    const { readers, log } = o;
    this.#o = o;
    this.#readers = { ...DEFAULT_READER_LIMITS, ...readers };
    this.#store = store;
    this.#source = source;
    this.#tail = tail;
    this.#streams = streams;
    this.#retention = retention;
    this.#timer = setInterval(() => {
      this.trim().catch((error: unknown) => log?.warn({ err: error }, 'events: the log could not be trimmed'));
    }, TRIM_INTERVAL).unref();
  }

  async append(tx: Tx, ...given: readonly EventInput[]): Promise<void> {
    const events = given.filter((event) => this.#fits(event));
    if (events.length === 0) return;
    const waiting = this.#waitingIn(tx);
    const before = waiting.length;
    for (const event of events) waiting.push(this.#rowOf(event));
    tx.afterRollback(() => {
      waiting.length = Math.min(waiting.length, before);
    });
  }

  /** Returns the events of a transaction that are written at its end, many by one statement. */
  #waitingIn(tx: Tx): Omit<EventRow, 'sequence'>[] {
    const known = this.#waiting.get(tx);
    if (known) return known;
    const made: Omit<EventRow, 'sequence'>[] = [];
    this.#waiting.set(tx, made);
    tx.beforeCommit(() => this.#write(tx, made));
    return made;
  }

  async #write(tx: Tx, waiting: Omit<EventRow, 'sequence'>[]): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, TOGETHER);
      const values = rows.map(() => ONE_ROW).join(', ');
      const last = await tx.insert(
        `insert into event (${WRITTEN.join(', ')}) values ${values}`,
        rows.flatMap((row) => WRITTEN.map((column) => row[column])),
      );
      // No other writer inserts meanwhile, so the numbers have no gaps.
      const numbered = rows.map((row, index) => ({ ...row, sequence: last - rows.length + 1 + index }));
      tx.afterCommit(() => {
        for (const row of numbered) this.#tail.push(row);
        this.#source.wake();
      });
    }
  }

  async head(tx: Tx): Promise<number> {
    await this.#write(tx, this.#waitingIn(tx));
    const [row] = await tx.query<{ readonly last: number | null }>('select max(sequence) as last from event', []);
    return Number(row?.last ?? 0);
  }

  async read(o: ReadOptions): Promise<readonly EventRecord[]> {
    let query = this.#store.reads.selectFrom('event').select(EVENT_COLUMNS).where('stream', '=', this.#known(o.stream));
    if (o.after !== undefined) query = query.where('sequence', '>', parseCursor(o.after));
    if (o.from !== undefined) query = query.where('time', '>=', parseTime(o.from));
    const rows = await query.orderBy('sequence').limit(o.limit).execute();
    return rows.map(recordOf);
  }

  subscribe(o: SubscribeOptions): AsyncIterableIterator<SubscriptionItem> {
    const stream = this.#known(o.stream);
    const start = o.startTime === undefined ? undefined : parseTime(o.startTime);
    const stop = stopOf(o.stopTime);
    const stopNow = stop();
    if (start !== undefined && start > now() + 1_000) {
      throw new EventLogError(
        'start-in-future',
        `the start time ${o.startTime} lies in the future; a replay begins in the past`,
      );
    }
    if (start !== undefined && stopNow !== undefined && stopNow <= start) {
      throw new EventLogError(
        'stop-before-start',
        `the stop time ${formatTime(stopNow)} is not later than the start time ${o.startTime}`,
      );
    }
    return subscription({
      source: this.#source,
      stream,
      cursor: this.#beginning(stream, o.after, start),
      start,
      stop,
      accepts: o.accepts ?? (() => true),
      hold: o.hold,
      passed: o.passed,
      signal: o.signal,
      maxBehind: o.maxBehind ?? this.#readers.maxBehind,
      patience: o.patience ?? this.#readers.patience,
    });
  }

  observe(o: SubscribeOptions): Observable<EventRecord> {
    return observeItems((signal) => this.subscribe({ ...o, signal }), o.signal);
  }

  streams(): readonly EventStream[] {
    return [...this.#streams].map(([name, { description, created }]) => {
      const aged = this.#aged.get(name);
      return {
        name,
        description,
        replay: true,
        logCreated: formatTime(created),
        ...(aged === undefined ? {} : { logAged: formatTime(aged) }),
      };
    });
  }

  refresh(): void {
    this.#source.wake();
  }

  async trim(): Promise<void> {
    const trimmed = (sequence: number) => this.#source.trimmedThrough(sequence);
    this.#trimming ??= trim(this.#store, this.#retention, trimmed, this.#closing.signal)
      .then(() => this.loadAged())
      .finally(() => {
        this.#trimming = undefined;
      });
    await this.#trimming;
  }

  async loadAged(): Promise<void> {
    const rows = await this.#store.reads.selectFrom('event_stream').select(['name', 'aged']).execute();
    this.#aged = new Map(rows.flatMap(({ name, aged }) => (aged === null ? [] : [[name, aged] as const])));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    this.#source.close();
    await this.#trimming?.catch(() => {}); // its error went to the caller of trim()
  }

  /** Checks an event. A faulty event is reported here, while its origin is still known. */
  #fits(event: EventInput): boolean {
    const { check, strict, log } = this.#o;
    try {
      check?.(event);
      return true;
    } catch (error) {
      if (strict) throw error;
      log?.error({ err: error, notification: event.name }, 'a notification does not fit its model and is not told');
      return false;
    }
  }

  #rowOf(event: EventInput): Omit<EventRow, 'sequence'> {
    return {
      stream: this.#known(event.stream ?? DEFAULT_STREAM),
      time: event.time === undefined ? now() : parseTime(event.time),
      name: event.name,
      value: JSON.stringify(event.value ?? {}),
      path: event.path ?? null,
      audience: event.audience === undefined ? null : JSON.stringify(event.audience),
    };
  }

  #known(stream: string): string {
    if (this.#streams.has(stream)) return stream;
    const names = [...this.#streams.keys()].join(', ');
    throw new EventLogError('unknown-stream', `there is no event stream '${stream}'; there is ${names}`);
  }

  /** Returns the start of a subscription. A live one starts at the current end of the log, not at the request of its first item. */
  #beginning(stream: string, after: string | undefined, start: number | undefined): () => Promise<number> {
    const { head, trimmed } = this.#source;
    if (after !== undefined) {
      const cursor = parseCursor(after);
      requireKept(cursor, { head, trimmed });
      return async () => cursor;
    }
    if (start === undefined) return async () => head;
    return async () => {
      const row = await this.#store.reads
        .selectFrom('event')
        .select(({ fn }) => fn.min('sequence').as('first'))
        .where('stream', '=', stream)
        .where('time', '>=', start)
        .where('sequence', '<=', head)
        .executeTakeFirst();
      return Math.max(row?.first == null ? head : row.first - 1, trimmed);
    };
  }
}

async function declareStreams(
  store: Store,
  wanted: readonly { readonly name: string; readonly description: string }[],
): Promise<ReadonlyMap<string, StreamState>> {
  return store.transact(async (tx) => {
    for (const { name } of wanted) {
      await tx.sql
        .insertInto('event_stream')
        .values({ name, created: now(), aged: null })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    }
    const rows = await tx.sql.selectFrom('event_stream').select(['name', 'created']).execute();
    const created = new Map(rows.map((row) => [row.name, row.created]));
    return new Map(
      wanted.map(({ name, description }) => [name, { description, created: created.get(name) ?? now() }] as const),
    );
  });
}

/** Parses a fixed stop time at once, so that a wrong one is refused. */
function stopOf(time: SubscribeOptions['stopTime']): () => number | undefined {
  if (typeof time !== 'function') {
    const fixed = time === undefined ? undefined : parseTime(time);
    return () => fixed;
  }
  return () => {
    const text = time();
    return text === undefined ? undefined : parseTime(text);
  };
}

/**
 * Refuses to continue behind an event that the log never had (it was restored from a backup) or has deleted: no event would
 * follow.
 */
function requireKept(cursor: number, { head, trimmed }: { readonly head: number; readonly trimmed: number }): void {
  if (cursor <= head && cursor >= trimmed) return;
  const where =
    cursor > head ? `lies beyond the last event, ${head}: the log was restored or made anew` : 'is no longer kept';
  throw new EventLogError(
    'unknown-cursor',
    `the event '${cursor}' ${where}; subscribe without an event id to go on from now, or with a start time to see what is kept`,
  );
}

function parseCursor(id: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(id)) {
    throw new EventLogError('unknown-cursor', `'${id}' is not the id of an event of this log`);
  }
  return Number(id);
}
