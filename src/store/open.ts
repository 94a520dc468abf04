/** Opens the store: lock, connections, settings, migrations, identity. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import type { Logger } from 'pino';
import { markClosed, markOpen, requireSound } from './clean-end.js';
import type { Database } from './database.js';
import { explained } from './faults.js';
import { FirstTransactions } from './first-transaction.js';
import { FullDisk } from './full-disk.js';
import { DEFAULT_LIMITS, GroupCommit, type GroupCommitLimits } from './group-commit.js';
import { lockFile } from './lock.js';
import { type Migration, migrate } from './migrations.js';
import { nodeMigration, readNodeId } from './node-id.js';
import { outboxMigration } from './outbox-table.js';
import { makeDirectory, makeFile } from './private-file.js';
import { Connection, rowsOf } from './statements.js';
import type { Store, StoreSettings } from './store.js';

export interface OpenStoreOptions {
  /**
   * The database file; its directory is created when missing. `:memory:` is a private database for tests, deleted at
   * `close()`: the same code on a temporary file, without waiting for the disk.
   */
  readonly file: string;
  /** The migrations of all folders with tables; the store adds its own. */
  readonly migrations: readonly Migration[];
  readonly log?: Logger;
  readonly limits?: Partial<GroupCommitLimits>;
}

/** The names of `PRAGMA synchronous`, by its number. */
const SYNCHRONOUS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'] as const;
/** Milliseconds that a statement blocks the whole process for another process's lock; longer waits are done outside SQLite. */
const BUSY_TIMEOUT = 100;
/** Pages in the write-ahead log (4 KiB each) until a commit moves them into the database, which makes that commit much slower. */
const CHECKPOINT_PAGES = 4_000;

/** Maximum octets of the write-ahead log's file after a checkpoint: a short load peak must not occupy the disk forever. */
const JOURNAL_KEPT = 4 << 20;

/**
 * Opens the store; creates it at the first start. Raises `StoreError`: `in-use` when another process has the file, `newer`
 * when a newer version wrote it, `bad-migration`; and SQLite's error for a file that is not a database.
 */
export async function openStore(o: OpenStoreOptions): Promise<Store> {
  const place = o.file === ':memory:' ? temporaryPlace() : durablePlace(o.file);
  const opened: { close(): void }[] = [{ close: place.leave }];
  const closeAll = () => {
    for (const part of opened.reverse().splice(0)) {
      try {
        part.close();
      } catch (error) {
        o.log?.warn({ err: error, file: place.file }, 'store: closing was not clean');
      }
    }
  };
  try {
    const lock = lockFile(place.file);
    opened.push({ close: () => lock.release() });
    if (place.isDurable) requireSound(place.file);
    const end = { isClean: false };
    opened.push({ close: () => end.isClean && markClosed(place.file) });
    const writer = new Connection(place.file);
    opened.push({ close: () => closeWriter(writer) });
    configure(writer, place.synchronous);
    const nodeId = await prepareTables(writer, o);
    const reader = new Connection(place.file);
    opened.push(reader);
    configure(reader, place.synchronous);
    reader.exec('PRAGMA query_only = ON');

    if (place.isDurable) markOpen(place.file);
    const disk = place.isDurable ? new FullDisk(writer, place.file, o.log) : undefined;
    disk?.start();
    const commits = new GroupCommit(writer, place.file, { ...DEFAULT_LIMITS, ...o.limits }, o.log, disk);
    const close = async () => {
      await commits.close();
      await disk?.close();
      end.isClean = place.isDurable;
      closeAll();
    };
    let closing: Promise<void> | undefined;
    const firsts = new FirstTransactions();
    return {
      nodeId,
      reads: new Kysely<Database>({ dialect: new SqliteDialect({ database: reader }) }),
      query: async (sql, parameters) => rowsOf(reader, sql, parameters),
      transact: (work) => firsts.transact((whole) => commits.transact(whole), work),
      beginWith: (first, work) => firsts.beginWith(first, work),
      apart: (work) => firsts.apart(work),
      relieving: (work) => (disk ? disk.relieving(work) : work()),
      requireRoom: () => disk?.requireRoom(),
      settings: async () => settingsOf(writer),
      fault: () => commits.fault(),
      counts: () => commits.counts(),
      close: () => (closing ??= close()),
    };
  } catch (error) {
    closeAll();
    throw explained(error, place.file);
  }
}

/** The location of the database. */
interface Place {
  readonly file: string;
  readonly synchronous: (typeof SYNCHRONOUS)[number];
  /** True for a permanent database, for which room is reserved (`FullDisk`). */
  readonly isDurable: boolean;
  /** Called after everything is closed. */
  readonly leave: () => void;
}

function durablePlace(file: string): Place {
  try {
    makeDirectory(dirname(file));
    // SQLite gives its side files (-wal, -shm) the mode of the database.
    makeFile(file);
  } catch (error) {
    throw explained(error, file);
  }
  return { file, synchronous: 'FULL', isDurable: true, leave: () => {} };
}

/** Directories of the open in-memory stores. One listener deletes them all when the process ends. */
const temporary = new Set<string>();

function removeTemporary(): void {
  for (const directory of temporary) rmSync(directory, { recursive: true, force: true });
  temporary.clear();
}

function temporaryPlace(): Place {
  const directory = mkdtempSync(join(tmpdir(), 'yangent-'));
  if (temporary.size === 0) process.once('exit', removeTemporary);
  temporary.add(directory);
  const leave = () => {
    rmSync(directory, { recursive: true, force: true });
    temporary.delete(directory);
    if (temporary.size === 0) process.off('exit', removeTemporary);
  };
  return { file: join(directory, 'store.db'), synchronous: 'OFF', isDurable: false, leave };
}

function configure(connection: Connection, synchronous: Place['synchronous']): void {
  connection.exec(
    `PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${JOURNAL_KEPT}`,
  );
}

/** Migrates in one transaction, so that a failed upgrade leaves the database unchanged. */
async function prepareTables(writer: Connection, o: OpenStoreOptions): Promise<string> {
  const sql = new Kysely<Database>({ dialect: new SqliteDialect({ database: writer }) });
  writer.exec('BEGIN IMMEDIATE');
  try {
    const carriedOut = await migrate(sql, [nodeMigration, outboxMigration, ...o.migrations]);
    const nodeId = await readNodeId(sql);
    writer.exec('COMMIT');
    for (const { room, number, name } of carriedOut) o.log?.debug({ room, number, name }, 'store: migrated');
    return nodeId;
  } catch (error) {
    if (writer.inTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}

/** Moves everything into the one database file, so that a copy of it is complete. */
function closeWriter(writer: Connection): void {
  try {
    writer.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    writer.close();
  }
}

function settingsOf(writer: Connection): StoreSettings {
  return {
    journalMode: String(writer.pragma('journal_mode')).toUpperCase(),
    synchronous: SYNCHRONOUS[Number(writer.pragma('synchronous'))] ?? 'unknown',
  };
}
