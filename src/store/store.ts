/** The only port to durable data. Everything that must survive `kill -9` is written by `transact`. */
import type { Kysely } from 'kysely';
import type { Database } from './database.js';

/** Values of statement parameters. */
export type Parameter = string | number | null | Uint8Array;

/**
 * SQL texts with `?` for each parameter: for the few statements that run many times a second, because Kysely takes longer to
 * build such a statement than the store to execute it.
 */
export interface Queries {
  /** @returns its rows; the caller guarantees their type */
  query<Row>(sql: string, parameters: readonly Parameter[]): Promise<readonly Row[]>;
}

/** A running transaction. Use after its work has returned raises `StoreError` with code `misuse`. */
export interface Tx extends Queries {
  readonly sql: Kysely<Database>;
  /** Runs a statement that changes rows. @returns the number of changed rows */
  change(sql: string, parameters: readonly Parameter[]): Promise<number>;
  /** Runs a statement that inserts rows into a table with numbered rows. @returns the number of the last row */
  insert(sql: string, parameters: readonly Parameter[]): Promise<number>;
  /**
   * Registers an effect for the time when this transaction is durable (wake a reader, start a timer). Effects run
   * synchronously in commit order, before `transact` resolves. A rollback drops them. Their errors are logged.
   */
  afterCommit(effect: () => void): void;
  /** Registers the last statements of this transaction: they run when its work has returned. */
  beforeCommit(work: () => Promise<void>): void;
  /**
   * Registers the last statements of the commit that holds this transaction. They run once after all transactions of the commit, also
   * when several of them register the same function, and also when a part that registered it was rolled back. When they fail, none
   * of these transactions is stored.
   */
  beforeGroupCommit(work: GroupWork): void;
  /**
   * Registers an effect for the case that this transaction is not stored: it gives back what was taken for it in
   * memory. The last one that was registered comes first, and those of a later transaction before those of an earlier one.
   */
  afterRollback(effect: () => void): void;
  /**
   * Runs a part of the work. When it throws, its changes are rolled back, its effects happen as after a rollback, and the error is
   * thrown on: the rest of the transaction may go on.
   */
  part<T>(work: () => Promise<T>): Promise<T>;
}

/** Statements that run once in a commit, for all of its transactions. */
export type GroupWork = (tx: Tx) => Promise<void>;

/** Settings reported by the write connection. */
export interface StoreSettings {
  readonly journalMode: string;
  readonly synchronous: string;
}

/** Counters since the store was opened. */
export interface StoreCounts {
  /** Number of durable transactions. */
  readonly transactions: number;
  /** Number of their commits: several transactions share one. */
  readonly commits: number;
}

export interface Store extends Queries {
  /**
   * Runs `work` in its own transaction and resolves with its value when the commit is durable. When `work` throws, its
   * changes are rolled back and the promise rejects with that error; transactions of other callers in the same commit are not
   * affected. `work` must await only SQL: transactions run one by one.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, and `first` at the begin of the first transaction that `work` makes and stores. Without such a transaction `first`
   * does not run, or has been rolled back.
   */
  beginWith<T>(first: (tx: Tx) => Promise<void>, work: () => Promise<T>): Promise<T>;
  /** Runs `work`, whose transactions are not those of the surrounding `beginWith`. */
  apart<T>(work: () => T): T;
  /**
   * Runs `work`, whose transactions free more space than they use. While the disk is full (`fault`), only such transactions
   * are accepted, and a reserve is kept for them.
   */
  relieving<T>(work: () => T): T;
  /**
   * Committed data on a separate read connection, also for `query`; each read sees the latest commit. Read lists page by
   * page, by key.
   */
  readonly reads: Kysely<Database>;
  /** The identity of this node: made at the first start, stored, never changed. */
  readonly nodeId: string;
  /** Returns the durability settings in effect, read from the connection. */
  settings(): Promise<StoreSettings>;
  counts(): StoreCounts;
  /**
   * Refuses writes outside the database while its disk is full: they would use up the room for transactions that free space.
   * @throws StoreError full
   */
  requireRoom(): void;
  /**
   * Returns why nothing can be stored now, when the disk is the cause. The next commit clears it; for a full disk, when there
   * is room again.
   */
  fault(): Error | undefined;
  /** Waits for the accepted transactions, then closes the file and releases its lock. May be called twice. */
  close(): Promise<void>;
}
