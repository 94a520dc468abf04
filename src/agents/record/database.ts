import type { Migration } from '../../store/index.js';

/** Stored status of a running agent, besides its configuration. Times are milliseconds since 1970. */
export interface AgentStatusTable {
  agent: string;
  draining: number;
  /** Seconds for which a registration is valid; null: until it is deregistered. */
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
  /** The decentralized identifier that the agent proved when it was registered; null: none. */
  proved_did: string | null;
  /** The findings about its credentials (`Findings`); null: it has none, or none was verified. */
  credentials: string | null;
}

/** The vector that a remote embedder made for the description of an agent. */
export interface AgentEmbeddingTable {
  agent: string;
  /** Digest of the text and the embedder. */
  digest: string;
  /** Base64 of little-endian 32-bit numbers. */
  vector: string;
}

/** Present and former agents, so that data of a former agent are not taken for those of the next one with its identifier. */
export interface AgentIncarnationTable {
  agent: string;
  /** Number of agents that had the identifier, the present one included. */
  number: number;
  /** Number of the last event before the present incarnation; 0: it is the first. */
  began: number;
  /** JSON array of the present or last owners; null: unknown. */
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
  {
    room: 'agents',
    number: 4,
    name: 'proved identifiers',
    up: async (sql) => {
      await sql.schema.alterTable('agent_status').addColumn('proved_did', 'text').execute();
    },
  },
  {
    room: 'agents',
    number: 5,
    name: 'verified credentials',
    up: async (sql) => {
      await sql.schema.alterTable('agent_status').addColumn('credentials', 'text').execute();
    },
  },
];
