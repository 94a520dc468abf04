/** A record of the audit log. Its members are named as in the model. It never has contents of requests, only an HMAC of them. */
import type { Outcome, PrincipalKind, RecordKind } from './kinds.js';

export interface AuditRecord extends RecordContent {
  /** Version of the form. */
  readonly v: typeof RECORD_VERSION;
  /** The index of its leaf in the Merkle tree: 0 for the first record of a log. */
  readonly sequence: number;
  /** RFC 3339, UTC. */
  readonly at: string;
}

export const RECORD_VERSION = 1;

/** A record without its place in the log. */
export interface RecordContent {
  readonly 'record-kind': RecordKind;
  readonly 'principal-kind'?: PrincipalKind;
  /** The name of the caller, or of the user for which an agent acts. */
  readonly user?: string;
  /** Agents that acted for the user, the last one first. */
  readonly actor?: readonly string[];
  /** The agent whose endpoint was addressed. */
  readonly agent?: string;
  /** The trust domain of the caller. */
  readonly domain?: string;
  /** The address of the client. */
  readonly source?: string;
  readonly 'session-id'?: number;
  readonly protocol?: string;
  /** `module:name` of an rpc or action; `edit`, `login`, and the names of the node's own work. */
  readonly operation: string;
  /** Instance-identifiers, or the address of what is outside the node. */
  readonly target?: readonly string[];
  readonly outcome: Outcome;
  readonly 'error-tag'?: string;
  /** The access rule that refused it, as `RULE-LIST/RULE`. */
  readonly rule?: string;
  /** The method of a login. */
  readonly method?: string;
  readonly task?: string;
  readonly workflow?: string;
  readonly 'trace-id'?: string;
  readonly 'token-id'?: string;
  readonly grant?: string;
  readonly approval?: string;
  /** The HMAC of the input: see `DigestKey`. */
  readonly 'input-digest'?: string;
  /** Of an outcome: the sequence of its intent. */
  readonly intent?: number;
  /** Number of events that the record stands for. */
  readonly count?: number;
  /** Of a key: its text for auditors. */
  readonly key?: string;
  /** Of a key that follows another: see `rotationNote`. */
  readonly rotation?: string;
  /** Of a recovery: name, size and root of the earlier log, and why it was left. `reason` of a key: `COMPROMISED`. */
  readonly origin?: string;
  readonly size?: number;
  readonly root?: string;
  readonly reason?: string;
}

type Member = keyof AuditRecord;
type Form = 'text' | 'texts' | 'number';

/** The members of a record and their forms. */
export const MEMBERS: Readonly<Record<Member, Form>> = {
  v: 'number',
  sequence: 'number',
  at: 'text',
  'record-kind': 'text',
  'principal-kind': 'text',
  user: 'text',
  actor: 'texts',
  agent: 'text',
  domain: 'text',
  source: 'text',
  'session-id': 'number',
  protocol: 'text',
  operation: 'text',
  target: 'texts',
  outcome: 'text',
  'error-tag': 'text',
  rule: 'text',
  method: 'text',
  task: 'text',
  workflow: 'text',
  'trace-id': 'text',
  'token-id': 'text',
  grant: 'text',
  approval: 'text',
  'input-digest': 'text',
  intent: 'number',
  count: 'number',
  key: 'text',
  rotation: 'text',
  origin: 'text',
  size: 'number',
  root: 'text',
  reason: 'text',
};
