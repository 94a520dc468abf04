/** How long context items and data parameters are kept: `/yangent-contexts:retention`. */
import type { Logger } from 'pino';
import { isMembers, numberOf } from '../agents/index.js';
import { nodeToValue } from '../data/index.js';
import type { Running } from '../datastore/index.js';
import type { Store, Tx } from '../store/index.js';

export interface RetentionOptions {
  readonly store: Store;
  readonly items: Aging;
  readonly params: Aging;
  readonly running: Pick<Running, 'tree'>;
  /** Removes the bytes of what has been forgotten. */
  readonly sweep: () => Promise<void>;
  readonly log: Logger;
}

/** Rows that grow old. */
interface Aging {
  removeBefore(tx: Tx, time: number, limit: number): Promise<number>;
}

const NODE = 'yangent-contexts:retention';
const DAY = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = { item: 90, data: 30 };
/** Milliseconds between two looks for what is old. */
const INTERVAL = 60 * 60 * 1000;
/** Rows removed in one transaction: others must not wait long for theirs. */
const STEP = 500;

export class Retention {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(private readonly o: RetentionOptions) {}

  /** Milliseconds that items and data are kept; 0: for ever. */
  ages(): { readonly item: number; readonly data: number } {
    const node = this.o.running.tree.children.get(NODE);
    const value = node === undefined ? undefined : nodeToValue(node);
    const days = isMembers(value) ? value : {};
    return {
      item: (numberOf(days, 'item-age') ?? DEFAULT_DAYS.item) * DAY,
      data: (numberOf(days, 'data-age') ?? DEFAULT_DAYS.data) * DAY,
    };
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), INTERVAL).unref();
    this.#look();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Forgets what is older than its age at `now`, in milliseconds since 1970. */
  async forget(now: number): Promise<void> {
    const { item, data } = this.ages();
    if (item > 0) await this.#remove(this.o.items, now - item);
    if (data > 0) await this.#remove(this.o.params, now - data);
    await this.o.sweep();
  }

  #look(): void {
    this.#running ??= this.forget(Date.now())
      .catch((error: unknown) =>
        this.o.log.error({ err: error }, 'old context could not be removed; it is tried again'),
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #remove(rows: Aging, before: number): Promise<void> {
    for (let removed = STEP; removed === STEP && !this.#stopped; ) {
      removed = await this.o.store.transact((tx) => rows.removeBefore(tx, before, STEP));
    }
  }
}
