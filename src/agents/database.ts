import type { Migration } from '../store/index.js';

/** What the node must remember of a running agent beyond its configuration. Times are milliseconds since 1970. */
export interface AgentStatusTable {
  agent: string;
  draining: number;
  /** Seconds for which a registration holds; null: until it is deregistered. */
  lease: number | null;
  lease_expires: number | null;
  /** 1 once the end of the lease has been reported. */
  lapsed: number;
  last_seen: number | null;
  /** decimal64 with two fraction digits */
  load: string | null;
}

declare module '../store/database.js' {
  interface Database {
    agent_status: AgentStatusTable;
  }
}

export const agentMigrations: readonly Migration[] = [
  {
    room: 'agents',
    number: 1,
    name: 'leases and states',
    up: async (sql) => {
      await sql.schema
        .createTable('agent_status')
        .addColumn('agent', 'text', (column) => column.primaryKey())
        .addColumn('draining', 'integer', (column) => column.notNull())
        .addColumn('lease', 'integer')
        .addColumn('lease_expires', 'integer')
        .addColumn('lapsed', 'integer', (column) => column.notNull())
        .addColumn('last_seen', 'integer')
        .addColumn('load', 'text')
        .execute();
    },
  },
];
