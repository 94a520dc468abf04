/** The one port to durable data. Everything that must survive `kill -9` goes through `transact`. */
import type { Kysely } from 'kysely';
import type { Database } from './database.js';

/** What a statement can be given. */
export type Parameter = string | number | null | Uint8Array;

/**
 * Statements written out, with `?` for each parameter: for the few that run many times a second, since building one with
 * Kysely takes longer than carrying it out.
 */
export interface Queries {
  /** @returns its rows; of the shape that the caller says the columns have */
  query<Row>(sql: string, parameters: readonly Parameter[]): Promise<readonly Row[]>;
}

/** A transaction while its work runs. Using it after the work returned raises `StoreError` with code `misuse`. */
export interface Tx extends Queries {
  readonly sql: Kysely<Database>;
  /** Like `query`, for a statement that changes rows. @returns how many it changed */
  change(sql: string, parameters: readonly Parameter[]): Promise<number>;
  /** For a statement that inserts rows into a table that numbers them. @returns the number of the last one */
  insert(sql: string, parameters: readonly Parameter[]): Promise<number>;
  /**
   * Registers what to do once this transaction is durable (wake a reader, start a timer). Effects run synchronously in
   * commit order, before `transact` resolves; they are dropped when the transaction rolls back. What they throw is logged.
   */
  afterCommit(effect: () => void): void;
}

/** What the running write connection says of itself. */
export interface StoreSettings {
  readonly journalMode: string;
  readonly synchronous: string;
}

/** What the store has done since it was opened. */
export interface StoreCounts {
  /** Transactions made durable. */
  readonly transactions: number;
  /** Commits that made them durable: several transactions share one. */
  readonly commits: number;
}

export interface Store extends Queries {
  /**
   * Runs `work` in a transaction of its own and resolves with its value only once the commit is durable. When `work`
   * throws, what it wrote is rolled back and the promise rejects with the same error; transactions of other callers that
   * share the commit are not touched. Nothing but SQL may be awaited in `work`: transactions run one after another.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, whose transactions remove more than they add: while the disk is full (`fault`) no others are taken, and a reserve
   * is kept for these.
   */
  relieving<T>(work: () => T): T;
  /** Committed data on a read connection of its own, for `query` too; each sees the latest commit. Lists are paged by key. */
  readonly reads: Kysely<Database>;
  /** The identity of this node: made at first start, stored, never changed. */
  readonly nodeId: string;
  /** The durability settings in force, read from the running connection. */
  settings(): Promise<StoreSettings>;
  counts(): StoreCounts;
  /** Refuses what would write beside the database while its disk is full: that would use up the room for what frees space. @throws StoreError full */
  requireRoom(): void;
  /** Returns why nothing can be stored at the moment, where the disk is the cause; forgotten at the next commit, of a full disk when there is room again. */
  fault(): Error | undefined;
  /** Lets the transactions already accepted finish, then closes the file and gives up its lock. May be called twice. */
  close(): Promise<void>;
}
