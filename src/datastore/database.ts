import type { Migration } from '../store/index.js';
import { keepIssuersLocal } from './local-issuers.js';
import { moveMembersToRedact } from './members-to-redact.js';
import { renameSystemUser } from './rename-system-user.js';

/** One committed change of running: an edit tree in JSON from the version before to this one. */
export interface DatastoreChangeTable {
  version: number;
  at: string;
  edit: string;
}

/** The whole content at a version; earlier changes are no longer needed. */
export interface DatastoreSnapshotTable {
  datastore: string;
  version: number;
  at: string;
  content_id: string;
  content: string;
}

/** The edit that restores running to its content before the pending confirmed commit; one row at most. */
export interface DatastoreRestorePointTable {
  id: number;
  at: string;
  edit: string;
  /** A JSON array: targets of later changes that do not fit the restored content. */
  lost: string | null;
}

declare module '../store/database.js' {
  interface Database {
    datastore_change: DatastoreChangeTable;
    datastore_snapshot: DatastoreSnapshotTable;
    datastore_restore_point: DatastoreRestorePointTable;
  }
}

export const datastoreMigrations: readonly Migration[] = [
  {
    room: 'datastore',
    number: 1,
    name: 'running as snapshot and changes',
    up: async (sql) => {
      await sql.schema
        .createTable('datastore_change')
        .addColumn('version', 'integer', (column) => column.primaryKey())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('edit', 'text', (column) => column.notNull())
        .execute();
      await sql.schema
        .createTable('datastore_snapshot')
        .addColumn('datastore', 'text', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('content_id', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    room: 'datastore',
    number: 2,
    name: 'restore point of a confirmed commit',
    up: async (sql) => {
      await sql.schema
        .createTable('datastore_restore_point')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('edit', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    room: 'datastore',
    number: 3,
    name: 'what going back to the restore point loses',
    up: async (sql) => {
      await sql.schema.alterTable('datastore_restore_point').addColumn('lost', 'text').execute();
    },
  },
  {
    room: 'datastore',
    number: 4,
    name: 'no user has the name of the node',
    up: renameSystemUser,
  },
  {
    room: 'datastore',
    number: 5,
    name: 'names of members beside the kinds of information to be redacted',
    up: moveMembersToRedact,
  },
  {
    room: 'datastore',
    number: 6,
    name: 'members of token issuers stay local',
    up: keepIssuersLocal,
  },
];
