/**
 * Keeps room for removing while the disk is full: at the first transaction that finds it full the reserve is given up, and from
 * then on only those that free space (`Store.relieving`) are taken, until there is room for the reserve again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import type { StoreError } from './errors.js';
import { Reserve } from './reserve.js';
import type { Connection } from './statements.js';

const RESERVE = 8 << 20;
/** Octets of the reserve that may become pages of the database when the write-ahead log is moved into it. */
const MOST_MOVED = 6 << 20;
/** Milliseconds between two looks for room. */
const LOOK_EVERY = 1_000;

const relief = new AsyncLocalStorage<true>();

export class FullDisk {
  readonly #reserve: Reserve;
  #fault: StoreError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly file: string,
    private readonly log: Logger | undefined,
  ) {
    this.#reserve = new Reserve(file, RESERVE);
  }

  /** Makes the reserve; a disk without room for it is not full for that. */
  start(): void {
    void this.#reserve.make();
  }

  get fault(): StoreError | undefined {
    return this.#fault;
  }

  /** Returns why a transaction that begins here is refused; undefined when it is taken. */
  refusal(): StoreError | undefined {
    return relief.getStore() ? undefined : this.#fault;
  }

  /** See `Store.requireRoom`. */
  requireRoom(): void {
    if (this.#fault) throw this.#fault;
  }

  /** See `Store.relieving`. */
  relieving<T>(work: () => T): T {
    return this.#fault ? relief.run(true, work) : work();
  }

  /** A transaction found the disk full. */
  met(fault: StoreError): void {
    if (this.#fault) return;
    this.#fault = fault;
    this.#reserve.giveUp();
    this.log?.error({ file: this.file }, `${fault.message}. Only requests that remove or cancel are taken until then`);
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    }, LOOK_EVERY).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#reserve.settled();
  }

  async #look(): Promise<void> {
    // In the midst of a transaction the log cannot be moved; there is another look.
    if (this.connection.inTransaction) return;
    this.#moveLog();
    const removed = Number(this.connection.pragma('freelist_count')) * this.#pageSize();
    if (removed < RESERVE && !(await this.#reserve.make())) return;
    clearInterval(this.#timer);
    this.#fault = undefined;
    // At the level at which a node logs by default: an operator who read that the disk is full waits for this line.
    this.log?.warn({ file: this.file }, 'the disk has room again: everything is stored');
  }

  /** Frees what the write-ahead log takes, where the database needs little more for it. */
  #moveLog(): void {
    try {
      const pages = Number(this.connection.pragma('page_count')) * this.#pageSize();
      if (pages - statSync(this.file).size <= MOST_MOVED) this.connection.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      this.log?.warn({ err: error, file: this.file }, 'store: the write-ahead log could not be moved');
    }
  }

  #pageSize(): number {
    return Number(this.connection.pragma('page_size'));
  }
}
