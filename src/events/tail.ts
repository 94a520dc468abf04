/**
 * The newest part of the log in memory, shared by all live readers, so that a thousand subscribers cost no query. Bounded in
 * events and in text. Readers further behind read the log itself.
 */
import type { EventRecord } from './event.js';
import { type EventRow, recordOf } from './event-table.js';
import type { PageEntry } from './page-cache.js';

interface Entry {
  readonly row: EventRow;
  /** Made at the first read, then shared by all readers. */
  record: EventRecord | undefined;
}

export class Tail {
  readonly #slots: (Entry | undefined)[];
  readonly #maxText: number;
  #text = 0;
  #first: number;
  #head: number;

  /** @param head sequence number of the last committed event */
  constructor(head: number, maxEvents: number, maxText: number) {
    this.#slots = new Array(maxEvents);
    this.#maxText = maxText;
    this.#head = head;
    this.#first = head + 1;
  }

  /** Number of the last committed event. */
  get head(): number {
    return this.#head;
  }

  /** True when every event after this one is in memory. */
  reaches(sequence: number): boolean {
    return sequence + 1 >= this.#first;
  }

  /** Adds the next event in commit order. */
  push(row: EventRow): void {
    // Events of another writer in between are only in the log, so the events before them are dropped too.
    if (row.sequence !== this.#head + 1) while (this.#first <= this.#head) this.#forgetFirst();
    if (this.#head + 1 - this.#first === this.#slots.length) this.#forgetFirst();
    if (this.#first > this.#head) this.#first = row.sequence;
    this.#head = row.sequence;
    this.#slots[this.#slot(row.sequence)] = { row, record: undefined };
    this.#text += row.value.length;
    while (this.#text > this.#maxText && this.#first < this.#head) this.#forgetFirst();
  }

  /** Returns the event with this number if it belongs to `stream`. Call it only when `reaches` is true for the number before. */
  get(sequence: number, stream: string): PageEntry | undefined {
    const entry = this.#slots[this.#slot(sequence)];
    if (entry === undefined || entry.row.sequence !== sequence || entry.row.stream !== stream) return undefined;
    entry.record ??= recordOf(entry.row);
    return [sequence, entry.record, entry.row.value.length];
  }

  #slot(sequence: number): number {
    return sequence % this.#slots.length;
  }

  #forgetFirst(): void {
    const slot = this.#slot(this.#first);
    this.#text -= this.#slots[slot]?.row.value.length ?? 0;
    this.#slots[slot] = undefined;
    this.#first += 1;
  }
}
