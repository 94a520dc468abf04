/** The tables of grants, of what was revoked, and of counts for rates. */
import type { Migration } from '../../store/index.js';

export interface AccessGrantTable {
  readonly id: string;
  readonly giver: string;
  readonly receiver: string;
  /** The list `capability` of the model, as JSON. */
  readonly capabilities: string;
  /** Milliseconds since 1970, as all times here. */
  readonly begins: number | null;
  readonly expires: number;
  readonly max_depth: number;
  /** How often what the giver gave was handed on before. */
  readonly depth: number;
  /** Those who acted for the giver when it was given, the nearest first, as a JSON array. */
  readonly actors: string;
  /** The groups of the giver, as a JSON array, where he had others than the user of his name; null: those of the user. */
  readonly groups: string | null;
  readonly purpose: string | null;
  /** The task for whose executor it was made; null: none. */
  readonly task: string | null;
  /** Tokens and grants from which the giver had it, as a JSON array. */
  readonly lineage: string;
  /** When what is done with it must be proved anew; null: never. */
  readonly ends: number | null;
  /** The other token issuer that vouched for the giver; null: none did. */
  readonly origin: string | null;
  readonly given: number;
  readonly revoked: number | null;
}

/** A grant or token that is revoked, until all that came from it has ended by itself. */
export interface AccessRevokedTable {
  readonly id: string;
  readonly until: number;
}

/** A token that the node has issued, until it has ended. */
export interface AccessIssuedTable {
  /** The claim jti. */
  readonly id: string;
  /** Its user, and those who act for the user, as a JSON array. */
  readonly parties: string;
  readonly expires: number;
}

/** How often a token was used for a change in a slot of time. */
export interface AccessUseTable {
  readonly token: string;
  readonly slot: number;
  readonly count: number;
}

declare module '../../store/database.js' {
  interface Database {
    access_grant: AccessGrantTable;
    access_revoked: AccessRevokedTable;
    access_issued: AccessIssuedTable;
    access_use: AccessUseTable;
  }
}

export const authorityMigrations: readonly Migration[] = [
  {
    room: 'access',
    number: 3,
    name: 'grants, revocations and rates',
    async up(sql) {
      await sql.schema
        .createTable('access_grant')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('giver', 'text', (column) => column.notNull())
        .addColumn('receiver', 'text', (column) => column.notNull())
        .addColumn('capabilities', 'text', (column) => column.notNull())
        .addColumn('begins', 'bigint')
        .addColumn('expires', 'bigint', (column) => column.notNull())
        .addColumn('max_depth', 'integer', (column) => column.notNull())
        .addColumn('depth', 'integer', (column) => column.notNull())
        .addColumn('actors', 'text', (column) => column.notNull())
        .addColumn('groups', 'text')
        .addColumn('purpose', 'text')
        .addColumn('lineage', 'text', (column) => column.notNull())
        .addColumn('given', 'bigint', (column) => column.notNull())
        .addColumn('revoked', 'bigint')
        .execute();
      for (const column of ['giver', 'receiver', 'expires'])
        await sql.schema.createIndex(`access_grant_${column}`).on('access_grant').column(column).execute();
      await sql.schema
        .createTable('access_revoked')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute();
      await sql.schema
        .createTable('access_use')
        .addColumn('token', 'text', (column) => column.notNull())
        .addColumn('slot', 'bigint', (column) => column.notNull())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('access_use_key', ['token', 'slot'])
        .execute();
    },
  },
  {
    room: 'access',
    number: 8,
    name: 'ends of grants that come from other nodes',
    async up(sql) {
      await sql.schema.alterTable('access_grant').addColumn('ends', 'bigint').execute();
    },
  },
  {
    room: 'access',
    number: 9,
    name: 'origins of grants, and issued tokens',
    async up(sql) {
      await sql.schema.alterTable('access_grant').addColumn('origin', 'text').execute();
      await sql.schema
        .createTable('access_issued')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('parties', 'text', (column) => column.notNull())
        .addColumn('expires', 'bigint', (column) => column.notNull())
        .execute();
      await sql.schema.createIndex('access_issued_expires').on('access_issued').column('expires').execute();
    },
  },
  {
    room: 'access',
    number: 10,
    name: 'tasks of grants',
    async up(sql) {
      await sql.schema.alterTable('access_grant').addColumn('task', 'text').execute();
      await sql.schema
        .createIndex('access_grant_parties')
        .on('access_grant')
        .columns(['giver', 'receiver', 'task'])
        .execute();
    },
  },
];
