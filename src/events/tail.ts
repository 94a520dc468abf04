/**
 * The newest part of the log in memory, shared by all who read live, so that a thousand subscribers cost no query.
 * Bounded in events and in text; who is further back reads the log itself.
 */
import type { EventRecord } from './event.js';
import { type EventRow, recordOf } from './event-table.js';
import type { PageEntry } from './page-cache.js';

interface Entry {
  readonly row: EventRow;
  /** Made when first wanted, then the same for every reader. */
  record: EventRecord | undefined;
}

export class Tail {
  readonly #slots: (Entry | undefined)[];
  readonly #maxText: number;
  #text = 0;
  #first: number;
  #head: number;

  /** `head` is the sequence number of the last event committed so far. */
  constructor(head: number, maxEvents: number, maxText: number) {
    this.#slots = new Array(maxEvents);
    this.#maxText = maxText;
    this.#head = head;
    this.#first = head + 1;
  }

  /** The last event committed. */
  get head(): number {
    return this.#head;
  }

  /** Whether every event after this one is here. */
  reaches(sequence: number): boolean {
    return sequence + 1 >= this.#first;
  }

  /** Adds the next event in commit order. */
  push(row: EventRow): void {
    // Events that another writer put between are only in the log, and so is all before them.
    if (row.sequence !== this.#head + 1) while (this.#first <= this.#head) this.#forgetFirst();
    if (this.#head + 1 - this.#first === this.#slots.length) this.#forgetFirst();
    if (this.#first > this.#head) this.#first = row.sequence;
    this.#head = row.sequence;
    this.#slots[this.#slot(row.sequence)] = { row, record: undefined };
    this.#text += row.value.length;
    while (this.#text > this.#maxText && this.#first < this.#head) this.#forgetFirst();
  }

  /** The event with this number if it is of `stream`; to be asked only where `reaches` holds for the number before it. */
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
