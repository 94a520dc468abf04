/** The source of a subscription: the tail in memory when it reaches back far enough, else the log, page by page. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Store } from '../store/index.js';
import { EVENT_COLUMNS, recordOf } from './event-table.js';
import { countOfPage, PAGE, type Page, PageCache, type PageEntry, type StoredPage } from './page-cache.js';
import type { Tail } from './tail.js';

/** Maximum cached pages of the log, in pages and in octets of content. */
const CACHE = { pages: 64, octets: 4_000_000 };

/** Milliseconds after which a reader that waits for a time checks the clock again. */
const LONGEST_WAIT = 60_000;

export class EventSource {
  readonly #store: Store;
  readonly #tail: Tail;
  readonly #waiting = new Set<() => void>();
  readonly #pages = new PageCache(CACHE.pages, CACHE.octets);
  /** The last event deleted from the log. */
  #trimmed: number;
  #closed = false;
  #turns: Promise<void> = Promise.resolve();

  constructor(store: Store, tail: Tail, trimmed: number) {
    this.#store = store;
    this.#tail = tail;
    this.#trimmed = trimmed;
  }

  get head(): number {
    return this.#tail.head;
  }

  get trimmed(): number {
    return this.#trimmed;
  }

  get closed(): boolean {
    return this.#closed;
  }

  trimmedThrough(sequence: number): void {
    this.#trimmed = Math.max(this.#trimmed, sequence);
  }

  /** Wakes all waiting readers, because there may be new events. */
  wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  close(): void {
    this.#closed = true;
    this.wake();
  }

  /** Resolves at the next `wake`, when `signal` is aborted, or at the time `until` (milliseconds since 1970). */
  wait(signal: AbortSignal, until: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      // A longer wait is done in parts, so that a clock set forward is noticed.
      if (until !== undefined)
        timer = setTimeout(wake, Math.min(Math.max(until - Date.now(), 1), LONGEST_WAIT)).unref();
      signal.addEventListener('abort', wake);
      this.#waiting.add(wake);
      if (signal.aborted) wake();
    });
  }

  /** Returns the next events of `stream` after `cursor` and up to `last`. */
  async page(stream: string, cursor: number, last: number): Promise<Page> {
    return this.#tail.reaches(cursor)
      ? this.#fromTail(stream, cursor, last)
      : await this.#fromLog(stream, cursor, last);
  }

  #fromTail(stream: string, cursor: number, last: number): Page {
    const through = Math.min(last, cursor + PAGE);
    const found: PageEntry[] = [];
    for (let sequence = cursor + 1; sequence <= through; sequence++) {
      const entry = this.#tail.get(sequence, stream);
      if (entry !== undefined) found.push(entry);
    }
    const events = found.slice(0, countOfPage(found.map(([, , octets]) => octets)));
    return { events, through: events.length < found.length ? (events.at(-1)?.[0] ?? through) : through };
  }

  async #fromLog(stream: string, cursor: number, last: number): Promise<Page> {
    await this.#turn();
    const { events, through } = await this.#pages.get(stream, cursor, () => this.#load(stream, cursor));
    if (through <= last) return { events, through };
    return { events: events.filter(([sequence]) => sequence <= last), through: last };
  }

  /** Resolves for one reader per turn of the event loop: a thousand replays must not block other work. */
  #turn(): Promise<void> {
    this.#turns = this.#turns.then(nextTurn);
    return this.#turns;
  }

  /**
   * Loads a page. A full page ends at a multiple of its size if possible, so that readers with different starts soon need the
   * same pages. The sizes are read first: content that does not fit in the page is not read.
   */
  async #load(stream: string, cursor: number): Promise<StoredPage> {
    const { head } = this;
    const behind = this.#store.reads.selectFrom('event').where('stream', '=', stream).where('sequence', '>', cursor);
    const sizes = await behind
      .select(['sequence', sql<number>`octet_length(value)`.as('octets')])
      .where('sequence', '<=', head)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    const fitting = sizes.slice(0, countOfPage(sizes.map(({ octets }) => octets)));
    const isFull = fitting.length < sizes.length || sizes.length === PAGE;
    const end = isFull ? (fitting.at(-1)?.sequence ?? head) : head;
    const aligned = end - (end % PAGE);
    const through = isFull && aligned > cursor ? aligned : end;
    const rows = await behind.select(EVENT_COLUMNS).where('sequence', '<=', through).orderBy('sequence').execute();
    const octetsOf = new Map(sizes.map(({ sequence, octets }) => [sequence, octets]));
    const events = rows.map((row): PageEntry => [row.sequence, recordOf(row), octetsOf.get(row.sequence) ?? 0]);
    return { events, through, isFull, octets: events.reduce((sum, [, , octets]) => sum + octets, 0) };
  }
}
