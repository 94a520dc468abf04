/**
 * One SQLite connection with a cache of prepared statements. Preparing costs more than a key lookup, and Kysely prepares at
 * every query. So statements are cached by their text, and the least recently used one is dropped first.
 */
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import LibsqlDatabase from 'libsql';
import { StoreError } from './errors.js';
import { damageExplained } from './faults.js';
import type { Parameter } from './store.js';

const MAX_STATEMENTS = 500;

type Row = Record<string, unknown>;

/** The used part of libsql's statement. */
interface NativeStatement {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint };
}

export class Connection implements SqliteDatabase {
  readonly #database: LibsqlDatabase.Database;
  readonly #statements = new Map<string, SqliteStatement>();
  #open = true;

  constructor(private readonly file: string) {
    this.#database = new LibsqlDatabase(file);
  }

  /** Runs statements without rows and parameters. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Runs one frequent statement like `exec`, but prepares it only once. */
  execute(sql: string): void {
    this.prepare(sql).run([]);
  }

  /** Returns the first column of the first row of `PRAGMA name`. */
  pragma(name: string): unknown {
    const [row] = this.#database.prepare(`PRAGMA ${name}`).all();
    return isRow(row) ? Object.values(row)[0] : undefined;
  }

  get inTransaction(): boolean {
    return this.#open && this.#database.inTransaction;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const made = kept(this.#database.prepare(sql), this.file);
    this.#statements.set(sql, made);
    if (this.#statements.size > MAX_STATEMENTS) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    return made;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#statements.clear();
    this.#database.close();
  }
}

/** Executes an SQL text; the caller guarantees the type of its rows. */
export function rowsOf<Row>(
  connection: Pick<SqliteDatabase, 'prepare'>,
  sql: string,
  parameters: readonly Parameter[],
): readonly Row[] {
  const statement = connection.prepare(sql);
  if (statement.reader) return statement.all(parameters) as Row[];
  statement.run(parameters);
  return [];
}

function kept(native: NativeStatement, file: string): SqliteStatement {
  const inWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw damageExplained(error, file);
    }
  };
  const reader = native.reader;
  return {
    reader,
    all: (parameters) => inWords(() => native.all(bindable(parameters)).map(plainRow)),
    run: (parameters) => inWords(() => native.run(bindable(parameters))),
    // An open cursor would hold its snapshot, and the write-ahead log could not be reused.
    iterate: () => {
      throw new StoreError(
        'misuse',
        'the store has no cursors: read page by page, each page by the key after which it starts',
      );
    },
  };
}

/** Refuses booleans and NUL characters: libsql ends the process on a boolean and cuts text at a NUL. */
function bindable(parameters: readonly unknown[]): readonly unknown[] {
  for (let index = 0; index < parameters.length; index += 1) {
    const value = parameters[index];
    if (typeof value === 'boolean') {
      throw new StoreError('misuse', `SQL parameter ${index + 1} is a boolean: bind 0 or 1`);
    }
    if (typeof value === 'string' && value.includes('\0')) {
      throw new StoreError(
        'misuse',
        `SQL parameter ${index + 1} holds a NUL character, which text columns cannot keep`,
      );
    }
  }
  return parameters;
}

/** Converts BLOB columns, which libsql returns as ArrayBuffer, to bytes. */
function plainRow(row: unknown): unknown {
  if (!isRow(row)) return row;
  for (const name in row) {
    const value = row[name];
    if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
  }
  return row;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}
