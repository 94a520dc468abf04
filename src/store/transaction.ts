/** The transaction of one caller inside a group, with its own Kysely, usable only while its work runs. */
import { Kysely, type QueryCompiler, type SqliteDatabase, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Database } from './database.js';
import { StoreError } from './errors.js';
import { rowsOf } from './statements.js';
import type { GroupWork, Tx } from './store.js';

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
  /** Effects of a rollback, in the order of registration; the last one is carried out first. */
  readonly undoing: readonly (() => void)[];
  /** The last statements of the commit that it asks for. */
  readonly groupWorks: ReadonlySet<GroupWork>;
  /** Runs the last statements. */
  finish(): Promise<void>;
  /** Makes every later use of `tx` fail. */
  end(): void;
}

export function openTransaction(connection: SqliteDatabase & { readonly inTransaction: boolean }): OpenTransaction {
  let ended = false;
  const effects: (() => void)[] = [];
  const undoing: (() => void)[] = [];
  const last: (() => Promise<void>)[] = [];
  const groupWorks = new Set<GroupWork>();
  const requireOpen = (what: string) => {
    if (ended)
      throw new StoreError('misuse', `the transaction is over: ${what} was called after its work had returned`);
  };
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
    undoing,
    groupWorks,
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
        requireOpen('afterCommit()');
        effects.push(effect);
      },
      beforeCommit(work) {
        requireOpen('beforeCommit()');
        last.push(work);
      },
      beforeGroupCommit(work) {
        requireOpen('beforeGroupCommit()');
        groupWorks.add(work);
      },
      afterRollback(effect) {
        requireOpen('afterRollback()');
        undoing.push(effect);
      },
      async part(work) {
        requireOpen('part()');
        const [done, undone] = [effects.length, undoing.length];
        connection.prepare('SAVEPOINT part').run([]);
        try {
          const value = await work();
          connection.prepare('RELEASE part').run([]);
          return value;
        } catch (error) {
          // Some errors make SQLite roll back everything; the group finds that out itself.
          if (connection.inTransaction) {
            connection.prepare('ROLLBACK TO part').run([]);
            connection.prepare('RELEASE part').run([]);
          }
          effects.length = done;
          for (const undo of undoing.splice(undone).reverse()) undo();
          throw error;
        }
      },
    },
    async finish() {
      for (let work = last.shift(); work; work = last.shift()) await work();
    },
    end() {
      ended = true;
    },
  };
}
