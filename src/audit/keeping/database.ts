/** The tables of the audit log. */
import type { Migration } from '../../store/index.js';

/** One log of this node. The last one is written; earlier ones are those before a recovery. */
export interface AuditLogTable {
  readonly number: number;
  readonly origin: string;
  /** The first record that was not pruned. */
  readonly first: number;
  /** Number of records, with those that were pruned. */
  readonly size: number;
  /** The hashes of the right edge, one after the other. */
  readonly edge: Uint8Array;
  /** The checkpoint of this size. */
  readonly note: string;
  /** Number of records that were archived. */
  readonly archived: number;
  /** The keys that sign it, as verifiers take them, the latest first, with spaces between; empty in a log of an earlier version. */
  readonly keys: string;
  /** Why the next start begins another log; null: it goes on. */
  readonly ended: string | null;
}

export interface AuditRecordTable {
  readonly log: number;
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The canonical text, whose octets are the leaf. */
  readonly text: string;
}

/** Hashes of full subtrees. Those of leaves only where the record was pruned: else the record has the hash. */
export interface AuditNodeTable {
  readonly log: number;
  readonly level: number;
  readonly place: number;
  readonly hash: Uint8Array;
}

/** Checkpoints that were given to somebody. */
export interface AuditNoteTable {
  readonly log: number;
  readonly size: number;
  readonly note: string;
}

/** Intents whose outcome has no record yet. */
export interface AuditIntentTable {
  readonly log: number;
  readonly sequence: number;
}

/** The sealed key of digests; the signing key of a database of an earlier version. */
export interface AuditKeyTable {
  readonly name: string;
  readonly sealed: string;
}

declare module '../../store/database.js' {
  interface Database {
    audit_log: AuditLogTable;
    audit_record: AuditRecordTable;
    audit_node: AuditNodeTable;
    audit_note: AuditNoteTable;
    audit_intent: AuditIntentTable;
    audit_key: AuditKeyTable;
  }
}

export const auditMigrations: readonly Migration[] = [
  {
    room: 'audit',
    number: 1,
    name: 'audit log',
    async up(sql) {
      await sql.schema
        .createTable('audit_log')
        .addColumn('number', 'integer', (column) => column.primaryKey())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('first', 'bigint', (column) => column.notNull())
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('edge', 'blob', (column) => column.notNull())
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('archived', 'bigint', (column) => column.notNull())
        .execute();
      await sql.schema
        .createTable('audit_record')
        .addColumn('log', 'integer', (column) => column.notNull())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('audit_record_key', ['log', 'sequence'])
        .execute();
      await sql.schema
        .createTable('audit_node')
        .addColumn('log', 'integer', (column) => column.notNull())
        .addColumn('level', 'integer', (column) => column.notNull())
        .addColumn('place', 'bigint', (column) => column.notNull())
        .addColumn('hash', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('audit_node_key', ['log', 'level', 'place'])
        .execute();
      await sql.schema
        .createTable('audit_note')
        .addColumn('log', 'integer', (column) => column.notNull())
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('note', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('audit_note_key', ['log', 'size'])
        .execute();
      await sql.schema
        .createTable('audit_intent')
        .addColumn('log', 'integer', (column) => column.notNull())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('audit_intent_key', ['log', 'sequence'])
        .execute();
      await sql.schema
        .createTable('audit_key')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    room: 'audit',
    number: 2,
    name: 'keys of the audit log',
    async up(sql) {
      await sql.schema
        .alterTable('audit_log')
        .addColumn('keys', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  {
    room: 'audit',
    number: 3,
    name: 'ends of logs',
    async up(sql) {
      await sql.schema.alterTable('audit_log').addColumn('ended', 'text').execute();
    },
  },
];
