/** The tables of users and their keys. */
import type { Migration } from '../store/index.js';
import { approvalMigrations } from './approval/database.js';
import { domainMigrations } from './domain/database.js';
import { authorityMigrations } from './grant/grant-table.js';
import { RENAMED_SYSTEM_USER, SYSTEM_USER } from './principal.js';

export interface AccessUserTable {
  readonly name: string;
  /** See `hashPassword`; null: logs in with keys only. */
  readonly password: string | null;
  /** JSON array. */
  readonly groups: string;
  readonly created: string;
}

export interface AccessKeyTable {
  readonly user: string;
  readonly blob: Uint8Array;
  readonly comment: string;
}

/** Marks of work that is done once, such as the creation of the first administrator. */
export interface AccessMarkTable {
  readonly name: string;
  readonly at: string;
}

declare module '../store/database.js' {
  interface Database {
    access_user: AccessUserTable;
    access_key: AccessKeyTable;
    access_mark: AccessMarkTable;
  }
}

export const accessMigrations: readonly Migration[] = [
  {
    room: 'access',
    number: 1,
    name: 'users and keys',
    async up(sql) {
      await sql.schema
        .createTable('access_user')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('password', 'text')
        .addColumn('groups', 'text', (column) => column.notNull())
        .addColumn('created', 'text', (column) => column.notNull())
        .execute();
      await sql.schema
        .createTable('access_key')
        .addColumn('user', 'text', (column) => column.notNull().references('access_user.name').onDelete('cascade'))
        .addColumn('blob', 'blob', (column) => column.notNull())
        .addColumn('comment', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('access_key_key', ['user', 'blob'])
        .execute();
      await sql.schema
        .createTable('access_mark')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('at', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    room: 'access',
    number: 2,
    name: 'no user has the name of the node',
    async up(sql) {
      const user = await sql.selectFrom('access_user').selectAll().where('name', '=', SYSTEM_USER).executeTakeFirst();
      if (!user) return;
      await sql
        .insertInto('access_user')
        .values({ ...user, name: RENAMED_SYSTEM_USER })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      await sql.updateTable('access_key').set({ user: RENAMED_SYSTEM_USER }).where('user', '=', SYSTEM_USER).execute();
      await sql.deleteFrom('access_user').where('name', '=', SYSTEM_USER).execute();
    },
  },
  ...authorityMigrations,
  ...approvalMigrations,
  ...domainMigrations,
];
