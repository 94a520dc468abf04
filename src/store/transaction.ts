/** The transaction of one caller inside a group, with its own Kysely, usable only while its work runs. */
import { Kysely, type QueryCompiler, type SqliteDatabase, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Database } from './database.js';
import { StoreError } from './errors.js';
import { rowsOf } from './statements.js';
import type { Tx } from './store.js';

/** Shared by all transactions, because it is large: it compiles each statement synchronously. */
const COMPILER = new SqliteQueryCompiler();

class SharedCompilerDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return COMPILER;
  }
}

/** Statements that would break the group's transaction, as Kysely spells them. */
const STEERING = new Set(['begin', 'commit', 'rollback']);

export interface OpenTransaction {
  readonly tx: Tx;
  /** Effects after the commit, in the order of registration. */
  readonly effects: readonly (() => void)[];
  /** Makes every later use of `tx` fail. */
  end(): void;
}

export function openTransaction(connection: SqliteDatabase): OpenTransaction {
  let ended = false;
  const effects: (() => void)[] = [];
  let sql: Kysely<Database> | undefined;
  const guarded: SqliteDatabase = {
    prepare(sql) {
      if (ended) throw new StoreError('misuse', 'the transaction is over: it was used after its work had returned');
      if (STEERING.has(sql)) {
        throw new StoreError(
          'misuse',
          `'${sql}' inside transact(): the store begins and commits, a failing work rolls back`,
        );
      }
      return connection.prepare(sql);
    },
    close() {},
  };
  return {
    effects,
    tx: {
      // Made on first access: many transactions need none.
      get sql() {
        sql ??= new Kysely<Database>({ dialect: new SharedCompilerDialect({ database: guarded }) });
        return sql;
      },
      query: async (statement, parameters) => rowsOf(guarded, statement, parameters),
      change: async (statement, parameters) => Number(guarded.prepare(statement).run(parameters).changes),
      insert: async (statement, parameters) => Number(guarded.prepare(statement).run(parameters).lastInsertRowid),
      afterCommit(effect) {
        if (ended)
          throw new StoreError(
            'misuse',
            'the transaction is over: afterCommit() was called after its work had returned',
          );
        effects.push(effect);
      },
    },
    end() {
      ended = true;
    },
  };
}
