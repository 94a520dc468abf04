/**
 * Group commit: waiting transactions run one by one inside one BEGIN .. COMMIT, each after the first in its own savepoint.
 * All callers are notified after the one commit. So they share the cost of making data durable.
 */
import type { Logger } from 'pino';
import { isBusy } from './busy.js';
import { messageOf, StoreError } from './errors.js';
import { explained } from './faults.js';
import type { FullDisk } from './full-disk.js';
import type { Connection } from './statements.js';
import type { GroupWork, StoreCounts, Tx } from './store.js';
import { type OpenTransaction, openTransaction } from './transaction.js';

export interface GroupCommitLimits {
  /** Maximum number of transactions in one commit. */
  readonly group: number;
  /** Milliseconds after which a group accepts no more transactions, so that other work runs. */
  readonly groupTime: number;
  /** Maximum number of waiting transactions. */
  readonly waiting: number;
  /** Milliseconds for the work of one transaction. It is only SQL; more time means a forbidden wait. */
  readonly workTime: number;
  /** Milliseconds to wait for another process that writes (a database shell). */
  readonly busyTime: number;
}

export const DEFAULT_LIMITS: GroupCommitLimits = {
  group: 256,
  groupTime: 20,
  waiting: 20_000,
  workTime: 30_000,
  busyTime: 5_000,
};

interface Job {
  /** Runs the caller's work; the returned function resolves the caller's promise. */
  readonly run: (tx: Tx) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/** Work that succeeded and waits for the commit. */
interface Done extends Pick<OpenTransaction, 'effects' | 'undoing' | 'groupWorks'> {
  readonly job: Job;
  readonly resolve: () => void;
}

const BUSY_PAUSE = 50;

export class GroupCommit {
  readonly #connection: Connection;
  readonly #file: string;
  readonly #limits: GroupCommitLimits;
  readonly #log: Logger | undefined;
  readonly #disk: FullDisk | undefined;
  readonly #queue: Job[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  #transactions = 0;
  #commits = 0;

  /** Why the last group was not stored, when the disk is the cause. */
  #fault: StoreError | undefined;

  /**
   * @param file named in errors
   * @param disk without it, each transaction finds a full disk anew
   */
  constructor(
    connection: Connection,
    file: string,
    limits: GroupCommitLimits,
    log: Logger | undefined,
    disk?: FullDisk,
  ) {
    this.#connection = connection;
    this.#file = file;
    this.#limits = limits;
    this.#log = log;
    this.#disk = disk;
  }

  /** See `Store.transact`. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) {
        reject(new StoreError('closed', 'the store is closed: no transaction can be made'));
        return;
      }
      const full = this.#disk?.refusal();
      if (full) {
        reject(full);
        return;
      }
      if (this.#queue.length >= this.#limits.waiting) {
        reject(
          new StoreError(
            'overloaded',
            `${this.#queue.length} transactions already wait for the store; try again later`,
          ),
        );
        return;
      }
      this.#queue.push({
        run: async (tx) => {
          const value = await work(tx);
          return () => resolve(value);
        },
        reject,
      });
      this.#running ??= this.#drain();
    });
  }

  /** See `Store.fault`. */
  fault(): StoreError | undefined {
    return this.#disk?.fault ?? this.#fault;
  }

  /** See `Store.counts`. */
  counts(): StoreCounts {
    return { transactions: this.#transactions, commits: this.#commits };
  }

  /** Refuses further transactions and waits for the accepted ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #drain(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        // All requests of the current turn of the event loop get into the same group.
        await new Promise((resolve) => setImmediate(resolve));
        await this.#group();
      }
    } finally {
      this.#running = undefined;
    }
  }

  async #group(): Promise<void> {
    try {
      await this.#begin();
    } catch (cause) {
      const error = this.#notStored('the store cannot begin a transaction', cause);
      for (const job of this.#queue.splice(0)) job.reject(error);
      return;
    }
    const done: Done[] = [];
    const until = performance.now() + this.#limits.groupTime;
    let lost: unknown;
    do {
      const job = this.#queue.shift();
      if (job === undefined) break;
      const finished = await this.#run(job, done.length === 0);
      if (finished !== undefined) done.push(finished);
      else if (done.length === 0) return;
      // Some errors (disk full, input/output) make SQLite roll back the whole transaction, not only the savepoint.
      if (!this.#connection.inTransaction)
        lost = this.fault() ?? new Error('an error in the group made SQLite roll it back');
    } while (lost === undefined && done.length < this.#limits.group && performance.now() < until);
    await this.#commit(done, lost);
  }

  async #begin(): Promise<void> {
    const until = performance.now() + this.#limits.busyTime;
    for (;;) {
      try {
        this.#connection.execute('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE));
    }
  }

  /**
   * Runs the work of one transaction; undefined when it failed and its caller was notified.
   *
   * @param alone true when no earlier work of the group must be kept: it needs no savepoint, and a failure ends the group
   */
  async #run(job: Job, alone: boolean): Promise<Done | undefined> {
    const transaction = openTransaction(this.#connection);
    try {
      if (!alone) this.#connection.execute('SAVEPOINT work');
      const work = async () => {
        const done = await job.run(transaction.tx);
        await transaction.finish();
        return done;
      };
      const resolve = await this.#withinTime(work());
      transaction.end();
      if (!alone) this.#connection.execute('RELEASE work');
      const { effects, undoing, groupWorks } = transaction;
      return { job, resolve, effects, undoing, groupWorks };
    } catch (error) {
      transaction.end();
      if (this.#connection.inTransaction) this.#connection.exec(alone ? 'ROLLBACK' : 'ROLLBACK TO work; RELEASE work');
      const fault = explained(error, this.#file);
      if (fault instanceof StoreError && fault.code === 'full') this.#note(fault);
      for (const effect of transaction.undoing.toReversed()) this.#effect(effect);
      job.reject(fault);
      return undefined;
    }
  }

  /**
   * Returns the work's promise; rejects when the work takes too long, because it waits for something other than SQL and
   * blocks all callers.
   */
  #withinTime<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(
          new StoreError(
            'timeout',
            `the work of a transaction did not end within ${this.#limits.workTime} ms: it may await its own SQL only, ` +
              'neither another transact() nor anything outside the store',
          ),
        );
      }, this.#limits.workTime);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  async #commit(done: readonly Done[], lost: unknown): Promise<void> {
    let failure = lost;
    const together = openTransaction(this.#connection);
    if (failure === undefined) {
      try {
        await this.#together(together, new Set(done.flatMap(({ groupWorks }) => [...groupWorks])));
        this.#connection.execute('COMMIT');
      } catch (error) {
        failure = error;
        if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      }
    }
    if (failure !== undefined) {
      const error = this.#notStored('the store could not commit', failure);
      this.#log?.error({ err: failure, transactions: done.length }, 'store: commit failed');
      for (const { undoing } of [...done, together].toReversed())
        for (const effect of undoing.toReversed()) this.#effect(effect);
      for (const { job } of done) job.reject(error);
      return;
    }
    this.#fault = undefined;
    this.#transactions += done.length;
    this.#commits += 1;
    for (const effect of together.effects) this.#effect(effect);
    for (const { effects, resolve } of done) {
      for (const effect of effects) this.#effect(effect);
      resolve();
    }
  }

  /** Runs the last statements of the commit. */
  async #together(transaction: OpenTransaction, works: ReadonlySet<GroupWork>): Promise<void> {
    if (works.size === 0) return;
    const all = async () => {
      for (const work of works) await work(transaction.tx);
      await transaction.finish();
    };
    await this.#withinTime(all()).finally(() => transaction.end());
  }

  /** Returns the error of a group that was not stored; it names the disk when that is the cause. */
  #notStored(what: string, cause: unknown): StoreError {
    const fault = explained(cause, this.#file);
    if (!(fault instanceof StoreError)) return new StoreError('not-stored', `${what}: ${messageOf(cause)}`, { cause });
    this.#note(fault);
    return fault;
  }

  #note(fault: StoreError): void {
    if (this.#disk && fault.code === 'full') this.#disk.met(fault);
    else this.#fault = fault;
  }

  #effect(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.#log?.error({ err: error }, 'store: what was to happen after a transaction could not be done');
    }
  }
}
