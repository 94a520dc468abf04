/** The numbered steps with which each folder creates and changes its tables. */
import type { Kysely } from 'kysely';
import type { Database } from './database.js';
import { StoreError } from './errors.js';

/** One step of one folder. A released step never changes; a change is a new step. */
export interface Migration {
  /** The folder that owns the tables: `events`, `tasks`, ... */
  readonly room: string;
  /** Number of the step: 1, 2, 3, ... without gaps within its room. */
  readonly number: number;
  readonly name: string;
  up(sql: Kysely<Database>): Promise<void>;
}

export interface MigrationTable {
  readonly room: string;
  readonly number: number;
  readonly name: string;
  readonly applied: string;
}

declare module './database.js' {
  interface Database {
    store_migration: MigrationTable;
  }
}

/**
 * Applies the missing `migrations` inside the caller's transaction, room by room in the given order, and returns them. Raises
 * `StoreError`: `bad-migration` when the list has gaps or differs from the database's record, `newer` when the database
 * records steps that are not in the list.
 */
export async function migrate(sql: Kysely<Database>, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const known = byRoom(migrations);
  await sql.schema
    .createTable('store_migration')
    .ifNotExists()
    .addColumn('room', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('store_migration_key', ['room', 'number'])
    .execute();
  const recorded = await sql.selectFrom('store_migration').select(['room', 'number', 'name']).execute();
  const applied = new Set<Migration>();
  for (const row of recorded) {
    const migration = known.get(row.room)?.[row.number - 1];
    if (migration === undefined) {
      throw new StoreError(
        'newer',
        `the database was written by a newer version: it has migration ${row.room} ${row.number} (${row.name}), which this ` +
          'version does not know; start the newer version, or restore a backup made by this one',
      );
    }
    if (migration.name !== row.name) {
      throw new StoreError(
        'bad-migration',
        `migration ${row.room} ${row.number} is '${migration.name}' here but was '${row.name}' when the database was made`,
      );
    }
    applied.add(migration);
  }
  const carriedOut: Migration[] = [];
  for (const migration of [...known.values()].flat()) {
    if (applied.has(migration)) continue;
    await migration.up(sql);
    const { room, number, name } = migration;
    await sql.insertInto('store_migration').values({ room, number, name, applied: new Date().toISOString() }).execute();
    carriedOut.push(migration);
  }
  return carriedOut;
}

/** Returns the migrations of each room in order; checks that they are numbered 1, 2, 3, ... */
function byRoom(migrations: readonly Migration[]): ReadonlyMap<string, readonly Migration[]> {
  const rooms = new Map<string, Migration[]>();
  for (const migration of migrations) {
    const room = rooms.get(migration.room);
    if (room === undefined) rooms.set(migration.room, [migration]);
    else room.push(migration);
  }
  for (const [room, steps] of rooms) {
    steps.sort((a, b) => a.number - b.number);
    for (const [index, step] of steps.entries()) {
      if (step.number !== index + 1) {
        throw new StoreError(
          'bad-migration',
          `migrations of ${room} must be numbered 1, 2, 3, ...: '${step.name}' has ${step.number}`,
        );
      }
    }
  }
  return rooms;
}
