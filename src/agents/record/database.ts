import type { Migration } from '../../store/index.js';

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
  /** Milliseconds, smoothed; null: not measured. */
  latency: number | null;
  measured_at: number | null;
}

/** What an embedder elsewhere made of an agent's description. */
export interface AgentEmbeddingTable {
  agent: string;
  /** Of the text and the embedder. */
  digest: string;
  /** Base64 of little-endian 32-bit numbers. */
  vector: string;
}

/** Which agents there are and were, so that what is kept of one is not taken for the next with its identifier. */
export interface AgentIncarnationTable {
  agent: string;
  /** Counts the agents that had the identifier, the one of now included. */
  number: number;
  /** Number of the last event before the incarnation of now; 0: it is the first. */
  began: number;
  /** JSON array: who owns it, or owned it last; null: unknown. */
  owners: string | null;
  /** 1 while the agent is in running. */
  present: number;
}

declare module '../../store/database.js' {
  interface Database {
    agent_incarnation: AgentIncarnationTable;
    agent_status: AgentStatusTable;
    agent_embedding: AgentEmbeddingTable;
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
  {
    room: 'agents',
    number: 2,
    name: 'measured latency, vectors of descriptions',
    up: async (sql) => {
      await sql.schema.alterTable('agent_status').addColumn('latency', 'real').execute();
      await sql.schema.alterTable('agent_status').addColumn('measured_at', 'integer').execute();
      await sql.schema
        .createTable('agent_embedding')
        .addColumn('agent', 'text', (column) => column.primaryKey())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('vector', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    room: 'agents',
    number: 3,
    name: 'incarnations',
    up: async (sql) => {
      await sql.schema
        .createTable('agent_incarnation')
        .addColumn('agent', 'text', (column) => column.primaryKey())
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('began', 'bigint', (column) => column.notNull())
        .addColumn('owners', 'text')
        .addColumn('present', 'integer', (column) => column.notNull())
        .execute();
    },
  },
];
