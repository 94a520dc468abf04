/** The tables of the event log. */
import type { Generated } from 'kysely';
import type { Migration } from '../store/index.js';
import { DEFAULT_STREAM, type EventRecord } from './event.js';
import { formatTime } from './event-time.js';

export interface EventTable {
  /** Commit order, without gaps: transactions run one by one, and a rollback releases its numbers. */
  readonly sequence: Generated<number>;
  /** Event time in microseconds since 1970. */
  readonly time: number;
  readonly stream: string;
  readonly name: string;
  /** JSON */
  readonly value: string;
  readonly path: string | null;
  /** JSON */
  readonly audience: string | null;
}

export interface EventStreamTable {
  readonly name: string;
  /** Microseconds since 1970. */
  readonly created: number;
  /** The latest time of a deleted event. */
  readonly aged: number | null;
}

/** One row: the identifier that the next subscription gets. */
export interface SubscriptionIdTable {
  readonly next: number;
}

declare module '../store/database.js' {
  interface Database {
    subscription_id: SubscriptionIdTable;
    event: EventTable;
    event_stream: EventStreamTable;
  }
}

export interface EventRow extends Omit<EventTable, 'sequence'> {
  readonly sequence: number;
}

export const EVENT_COLUMNS = ['sequence', 'time', 'stream', 'name', 'value', 'path', 'audience'] as const;

export function recordOf(row: EventRow): EventRecord {
  return {
    id: String(row.sequence),
    time: formatTime(row.time),
    stream: row.stream,
    name: row.name,
    value: JSON.parse(row.value),
    ...(row.path === null ? {} : { path: row.path }),
    ...(row.audience === null ? {} : { audience: JSON.parse(row.audience) }),
  };
}

export const eventMigrations: readonly Migration[] = [
  {
    room: 'events',
    number: 1,
    name: 'event log',
    async up(sql) {
      await sql.schema
        .createTable('event')
        .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('time', 'integer', (column) => column.notNull())
        .addColumn('stream', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('path', 'text')
        .addColumn('audience', 'text')
        .execute();
      await sql.schema.createIndex('event_time').on('event').columns(['stream', 'time', 'sequence']).execute();
      await sql.schema.createIndex('event_order').on('event').columns(['stream', 'sequence']).execute();
      await sql.schema
        .createTable('event_stream')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('created', 'integer', (column) => column.notNull())
        .addColumn('aged', 'integer')
        .execute();
      await sql
        .insertInto('event_stream')
        .values({ name: DEFAULT_STREAM, created: Date.now() * 1_000, aged: null })
        .execute();
    },
  },
  {
    room: 'events',
    number: 2,
    name: 'subscription identifiers',
    async up(sql) {
      await sql.schema
        .createTable('subscription_id')
        .addColumn('next', 'integer', (column) => column.notNull())
        .execute();
      await sql.insertInto('subscription_id').values({ next: 1 }).execute();
    },
  },
];
