/**
 * Keeps room for deletions while the disk is full. The first transaction that finds it full releases the reserve. Then only
 * transactions that free space (`Store.relieving`) are accepted, until there is room for the reserve again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import type { StoreError } from './errors.js';
import { Reserve } from './reserve.js';
import type { Connection } from './statements.js';

const RESERVE = 8 << 20;
/** Maximum octets of the reserve that may become database pages when the write-ahead log is moved. */
const MOST_MOVED = 6 << 20;
/** Milliseconds between two checks for room. */
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

  /** Makes the reserve; missing room for it does not make the disk count as full. */
  start(): void {
    void this.#reserve.make();
  }

  get fault(): StoreError | undefined {
    return this.#fault;
  }

  /** Returns why a new transaction is refused; undefined when it is accepted. */
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

  /** Reports a transaction that found the disk full. */
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
    // During a transaction the log cannot be moved; a later check does it.
    if (this.connection.inTransaction) return;
    this.#moveLog();
    const removed = Number(this.connection.pragma('freelist_count')) * this.#pageSize();
    if (removed < RESERVE && !(await this.#reserve.make())) return;
    clearInterval(this.#timer);
    this.#fault = undefined;
    // Logged at the default level: an operator who read that the disk is full waits for this line.
    this.log?.warn({ file: this.file }, 'the disk has room again: everything is stored');
  }

  /** Moves the write-ahead log into the database when that needs little more room, which frees the log's file. */
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
