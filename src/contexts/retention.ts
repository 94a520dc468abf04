/** Removes old context items and data parameters: `/yangent-contexts:retention`. */
import type { Logger } from 'pino';
import { retentionTime, type Store, type Tx, unhurried } from '../store/index.js';
import type { KnownTasks, Needed } from './known-tasks.js';
import type { OldRows } from './record/old-rows.js';

export interface RetentionOptions {
  readonly store: Store;
  readonly items: Aging;
  readonly params: Aging & {
    /** Frees identifiers of parameters that were removed before `time`. */
    forgetFormer(tx: Tx, time: number): Promise<void>;
  };
  /** Returns the present maximum ages. */
  readonly ages: () => Ages;
  readonly tasks: Pick<KnownTasks, 'needed'>;
  /** Deletes the bytes of deleted parameters. */
  readonly sweep: () => Promise<void>;
  readonly log: Logger;
}

/** Milliseconds for which items and data are kept; 0: forever. */
export interface Ages {
  readonly item: number;
  readonly data: number;
}

/** Rows with a maximum age. */
interface Aging {
  /** Deletes old rows. @returns the key after which to continue; undefined: there are no more */
  removeBefore(tx: Tx, o: OldRows): Promise<number | string | undefined>;
}

/** Milliseconds between two removals. */
const INTERVAL = 60 * 60 * 1000;
/** Number of rows checked in one transaction. It is small, so that other transactions do not wait long. */
const STEP = 500;

export class Retention {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #stopped = new AbortController();

  constructor(private readonly o: RetentionOptions) {}

  ages(): Ages {
    return this.o.ages();
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), INTERVAL).unref();
    this.#look();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Removes rows older than their maximum age at `now` (milliseconds since 1970). */
  async forget(now: number): Promise<void> {
    const { item, data } = this.ages();
    const needed = await this.o.tasks.needed();
    if (item > 0) await this.#remove(this.o.items, now - item, needed);
    if (data > 0) await this.#remove(this.o.params, now - data, needed);
    const { params, store } = this.o;
    if (item > 0) await store.transact((tx) => params.forgetFormer(tx, now - item));
    await this.o.sweep();
  }

  #look(): void {
    this.#running ??= this.forget(retentionTime())
      .catch((error: unknown) =>
        this.o.log.error({ err: error }, 'old context could not be removed; it is tried again'),
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #remove(rows: Aging, time: number, needed: Needed): Promise<void> {
    let after: number | string | undefined;
    const step = async () => {
      const from = after;
      const { store } = this.o;
      after = await store.relieving(() =>
        store.transact((tx) => rows.removeBefore(tx, { time, limit: STEP, after: from, needed })),
      );
      return after !== undefined;
    };
    await unhurried(step, this.#stopped.signal);
  }
}
