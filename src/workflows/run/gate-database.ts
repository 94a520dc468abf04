/** The tables of gates: what persons decide about steps, and their votes. */
import { sql } from 'kysely';
import type { Migration } from '../../store/index.js';

/** One opening of a gate of a step. */
export interface WorkflowGateTable {
  run: string;
  /** In the order in which gates of the run were opened, from 1. */
  number: number;
  node: string;
  generation: number;
  /** `approval`, `oversight`, `assurance` or `guard:NAME`. */
  name: string;
  /** The guard that asks for it. */
  guard: string | null;
  /** JSON of `GateTerms`. */
  terms: string;
  statement: string;
  digest: string;
  /** Base64. */
  salt: string;
  subject: string;
  state: string;
  reason: string | null;
  /** Milliseconds since 1970. */
  asked: number;
  expires: number;
}

/** The last vote of a person in a gate. */
export interface WorkflowVoteTable {
  run: string;
  gate: number;
  by: string;
  verdict: string;
  /** Milliseconds since 1970. */
  at: number;
  comment: string | null;
  /** JSON array. */
  methods: string;
  signature: string | null;
  /** The fingerprint or thumbprint of the key of the signature. */
  key: string | null;
  /** JSON text. */
  data: string | null;
  /** Signature of the node, a compact JWS. */
  proof: string;
}

declare module '../../store/database.js' {
  interface Database {
    workflow_gate: WorkflowGateTable;
    workflow_vote: WorkflowVoteTable;
  }
}

const STATEMENTS = [
  `create table workflow_gate (
    run text not null, number integer not null, node text not null, generation integer not null, name text not null, guard text,
    terms text not null, statement text not null, digest text not null, salt text not null, subject text not null,
    state text not null, reason text, asked integer not null, expires integer not null,
    primary key (run, number)) without rowid`,
  'create index workflow_gate_step on workflow_gate (run, node, generation)',
  "create index workflow_gate_open on workflow_gate (expires) where state = 'open'",
  `create table workflow_vote (
    run text not null, gate integer not null, by text not null, verdict text not null, at integer not null, comment text,
    methods text not null, signature text, key text, data text, proof text not null,
    primary key (run, gate, by)) without rowid`,
  'drop index workflow_step_open',
  `create index workflow_step_open on workflow_step (run, node, item)
    where state in ('pending', 'ready', 'awaiting-approval', 'executing', 'suspended')`,
];

export const gateMigrations: readonly Migration[] = [
  {
    room: 'workflows',
    number: 11,
    name: 'gates and votes',
    up: async (db) => {
      for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    },
  },
];
