/** One caller's transaction inside a group: a Kysely of its own that dies with the work it was made for. */
import { Kysely, type QueryCompiler, type SqliteDatabase, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Database } from './database.js';
import { StoreError } from './errors.js';
import { rowsOf } from './statements.js';
import type { Tx } from './store.js';

/** Works on one statement from its beginning to its end, in one turn: all transactions can share it, and it is large. */
const COMPILER = new SqliteQueryCompiler();

class SharedCompilerDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return COMPILER;
  }
}

/** What would break the group's own transaction, as Kysely spells it. */
const STEERING = new Set(['begin', 'commit', 'rollback']);

export interface OpenTransaction {
  readonly tx: Tx;
  /** What to do after the commit, in the order registered. */
  readonly effects: readonly (() => void)[];
  /** From now on every use of `tx` fails. */
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
      // Made when it is first asked for: many transactions need none.
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
