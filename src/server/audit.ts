/** The audit trail: changes and refusals with their users, as records of the audit log and on the event stream `audit`. */
import { approvalsIn, ruleIn } from '../access/index.js';
import type { Appended, RecordKind } from '../audit/index.js';
import { RpcError, type Tree } from '../data/index.js';
import type { EventInput } from '../events/index.js';
import type { Tx } from '../store/index.js';
import type { Caller, Within } from './call.js';
import type { FailedLogin } from './login-failures.js';
import type { SucceededLogin } from './login-records.js';
import type { ProtocolSession } from './protocol-sessions.js';

export interface AuditEntry {
  /** `module:name` of an rpc or action, or `edit`. */
  readonly operation: string;
  /** Instance-identifiers. */
  readonly targets: readonly string[];
  /** `begun` and `unknown` are of what leaves the node. */
  readonly outcome: 'begun' | 'done' | 'denied' | 'failed' | 'unknown';
  readonly errorTag?: string;
  /** The access rule that refused it. */
  readonly rule?: string;
  /** Default: a refusal or an operation. */
  readonly kind?: RecordKind;
  /** The sequence of the record that announced this outcome. */
  readonly intent?: number;
  /** The input, or the edits of the request in their order; the record has the digest only. */
  readonly input?: Tree | readonly Tree[];
  /** The same where it is an RFC 7951 value: the document of an edit of a device. */
  readonly document?: unknown;
  /** The task or run that it is about, where that is not the one within which the caller works. */
  readonly about?: Within;
  /** The grant that was used. Default: the one from which the token of the caller comes. */
  readonly grant?: string;
  /** The approvals that the request used, or that it lacks. */
  readonly approvals?: readonly string[];
}

/** A failed login, or the number of several from one source. */
export interface FailedLoginEntry extends Omit<FailedLogin, 'user'> {
  readonly user: string;
  readonly count: number;
}

/** Which readings have a record. `sensitive`: those of nodes that are marked `nacm:default-deny-all`. */
export type RecordedReads = 'none' | 'sensitive' | 'all';

export interface OutboundOptions<T> {
  /** True: the stream `audit` tells of it as well. */
  readonly isTold?: boolean;
  /** Is done in the transaction of the intent, such as using up approvals; what it throws ends the work before it begins. */
  readonly first?: (tx: Tx) => Promise<void>;
  /** Returns the error of an answer that is a refusal. */
  readonly faultOf?: (result: T) => string | undefined;
}

export interface AuditTrail {
  /**
   * Records an entry in the transaction of the change itself, and returns the event to append there. The entry is logged after the
   * commit.
   */
  eventIn(tx: Tx, caller: Caller, entry: AuditEntry): EventInput;
  /** Records an entry in a transaction, without an event. */
  recordIn(tx: Tx, caller: Caller, entry: AuditEntry): Appended | undefined;
  /** Records an entry soon, in a transaction with other waiting entries. */
  record(caller: Caller, entry: AuditEntry): void;
  /** Records a reading, in the same way. */
  recordRead(caller: Caller, entry: Pick<AuditEntry, 'operation' | 'targets'>): void;
  /** Which readings are recorded. */
  readonly reads: RecordedReads;
  /** Records a failed login, in the same way. */
  recordFailedLogin(entry: FailedLoginEntry): void;
  /** Records a login over RESTCONF. Resolves when the record is stored, or could not be; undefined: such logins are not recorded. */
  recordLogin(login: SucceededLogin): Promise<void> | undefined;
  /** Records the login of a session, in the transaction that announces it. */
  loginIn(tx: Tx, session: ProtocolSession): void;
  /**
   * Runs an operation. Its record is in the first transaction that it makes; without one it is recorded soon. An operation that fails
   * after its first transaction has no second record, since what it changed is done; the event tells of the failure.
   */
  operation<T>(caller: Caller, entry: Omit<AuditEntry, 'outcome'>, work: () => Promise<T>): Promise<T>;
  /**
   * Runs work that reaches out of the node. The record of the intent is durable before it, and the record of the outcome follows it; a
   * start of the node settles intents without outcome.
   */
  outbound<T>(
    caller: Caller,
    entry: Pick<AuditEntry, 'operation' | 'targets' | 'document' | 'approvals'>,
    work: () => Promise<T>,
    o?: OutboundOptions<T>,
  ): Promise<T>;
  /** Resolves when all recorded entries are stored. */
  close(): Promise<void>;
}

/** Operations that only read, or whose own rows are the record of what they did (messages of sessions). */
const READING: ReadonlySet<string> = new Set([
  'ietf-netconf:get',
  'ietf-netconf:get-config',
  'ietf-netconf:validate',
  'ietf-netconf:close-session',
  'ietf-netconf-nmda:get-data',
  'ietf-netconf-monitoring:get-schema',
  'notifications:create-subscription',
  'yangent-access:introspect',
  'yangent-agents:discover',
  'yangent-audit:hash',
  'yangent-audit:list',
  'yangent-audit:prove',
  'yangent-contexts:fetch',
  'yangent-sessions:acknowledge',
  'yangent-sessions:history',
  'yangent-sessions:receive',
  'yangent-sessions:send',
  'yangent-tasks:query',
]);

/** Those of them that show records of the audit log. */
const SENSITIVE: ReadonlySet<string> = new Set(['yangent-audit:list', 'yangent-audit:prove']);

/** True for an operation that only reads, and whose reading the configuration wants recorded. */
function isRecordedReading(operation: string, reads: RecordedReads): boolean {
  return reads === 'all' || (reads === 'sensitive' && SENSITIVE.has(operation));
}

/**
 * Runs an operation and records its outcome. A refusal is always recorded. Success is recorded only for operations that change
 * data and do not record themselves in their own transaction (`recordsItself`).
 */
export async function audited<T>(
  audit: AuditTrail | undefined,
  caller: Caller,
  entry: Omit<AuditEntry, 'outcome'> & { readonly recordsItself?: boolean },
  work: () => T | Promise<T>,
): Promise<T> {
  if (!audit) return work();
  const { recordsItself = false, ...operation } = entry;
  const changes = !READING.has(entry.operation);
  if (changes && !recordsItself) return audit.operation(caller, operation, async () => work());
  try {
    const result = await work();
    if (!changes && isRecordedReading(entry.operation, audit.reads)) audit.recordRead(caller, operation);
    return result;
  } catch (error) {
    const failed = failedEntry(operation, error);
    if (changes || failed.outcome === 'denied') audit.record(caller, failed);
    throw error;
  }
}

/** Returns the entry of an operation that failed, or that access control refused. */
export function failedEntry(operation: Omit<AuditEntry, 'outcome'>, error: unknown): AuditEntry {
  const failure = failureOf(error);
  const path = error instanceof RpcError && failure.outcome === 'denied' ? error.path : undefined;
  const approvals = error instanceof RpcError ? approvalsIn(error) : [];
  const rule = ruleIn(error);
  return {
    ...operation,
    ...(path === undefined ? {} : { targets: [path] }),
    ...(approvals.length > 0 ? { approvals } : {}),
    ...(rule === undefined ? {} : { rule }),
    ...failure,
  };
}

/** Returns what an error says of the outcome. */
export function failureOf(error: unknown): { readonly outcome: 'denied' | 'failed'; readonly errorTag: string } {
  if (!(error instanceof RpcError)) return { outcome: 'failed', errorTag: 'operation-failed' };
  return { outcome: error.tag === 'access-denied' ? 'denied' : 'failed', errorTag: error.tag };
}
