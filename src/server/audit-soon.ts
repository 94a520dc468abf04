/** Writes audit entries soon: those of what has no transaction of its own, several in one transaction. */
import type { Logger } from 'pino';
import { type AuditLog, AuditUnavailable, type RecordContent } from '../audit/index.js';
import type { EventInput, EventLog } from '../events/index.js';
import type { Store } from '../store/index.js';
import { gapRecord } from './audit-record.js';

/** The event and the record of one entry; an absent part is not written. */
export interface SoonEntry {
  readonly event?: EventInput;
  readonly record?: RecordContent;
  /** Called when it is stored, or could not be. Such an entry is not collected with others. */
  readonly settled?: () => void;
}

/** Maximum number of entries in one transaction. */
const BATCH = 256;
/** Milliseconds that entries are collected before they are written. Each write costs a disk flush, which also delays changes. */
const GATHERING = 20;
/** Maximum number of waiting entries; further ones are counted, and logged. */
const MAX_WAITING = 10_000;

export class SoonEntries {
  #waiting: SoonEntry[] = [];
  /** Entries that could not be written: the next transaction has their number. */
  #missing = 0;
  #writing: Promise<void> | undefined;
  /** Ends the collecting at once; absent when no entries are being collected. */
  #hurry: (() => void) | undefined;

  constructor(
    private readonly o: {
      readonly store: Store;
      readonly events: EventLog;
      readonly records?: AuditLog;
      readonly log: Logger;
    },
  ) {}

  add(entry: SoonEntry): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#missing += 1;
      entry.settled?.();
      return;
    }
    this.#waiting.push(entry);
    // Its transactions are not those of the operation that comes with the entry.
    this.#writing ??= this.o.store
      .apart(() => this.#write())
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Adds an entry, and resolves when it is stored, or could not be. */
  addNow(entry: Omit<SoonEntry, 'settled'>): Promise<void> {
    return new Promise((settled) => {
      this.add({ ...entry, settled });
      this.#hurry?.();
    });
  }

  async close(): Promise<void> {
    this.#hurry?.();
    await this.#writing;
    if (this.#missing > 0) await this.#store([]);
  }

  async #write(): Promise<void> {
    if (!this.#waiting.some(({ settled }) => settled)) await this.#collect();
    while (this.#waiting.length > 0) await this.#store(this.#waiting.splice(0, BATCH));
  }

  async #collect(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHERING);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#hurry = undefined;
  }

  async #store(batch: readonly SoonEntry[]): Promise<void> {
    const { store, events, records, log } = this.o;
    const missing = this.#missing;
    try {
      await store.transact(async (tx) => {
        const told = batch.flatMap(({ event }) => (event ? [event] : []));
        if (told.length > 0) await events.append(tx, ...told);
        if (missing > 0) records?.append(tx, gapRecord(missing));
        for (const { record } of batch) if (record) records?.append(tx, record);
      });
      this.#missing -= missing;
    } catch (error) {
      if (error instanceof AuditUnavailable && batch.length > 1) {
        // One of them cannot be written: the others can.
        for (const entry of batch) await this.#store([entry]);
        return;
      }
      this.#missing += batch.length;
      log.error({ err: error, entries: batch.length }, 'audit: entries could not be stored; they are in this log');
    }
    for (const { settled } of batch) settled?.();
  }
}
