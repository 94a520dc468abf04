/** The audit trail: changes and refusals with their users, on the event stream `audit` and in the log. */
import type { Logger } from 'pino';
import { nameOfAgent } from '../access/index.js';
import { RpcError } from '../data/index.js';
import type { EventInput, EventLog } from '../events/index.js';
import type { Store, Tx } from '../store/index.js';
import type { Caller } from './call.js';
import type { FailedLogin } from './login-failures.js';

export const AUDIT_STREAM = {
  name: 'audit',
  description: 'Every change and every refusal, for administrators',
} as const;

export const AUDIT_NOTIFICATION = 'yangent-access:audit';

export interface AuditEntry {
  /** `module:name` of an rpc or action, or `edit`. */
  readonly operation: string;
  /** Instance-identifiers. */
  readonly targets: readonly string[];
  readonly outcome: 'begun' | 'done' | 'denied' | 'failed';
  readonly errorTag?: string;
}

/** A failed login, or the number of several from one source. */
export interface FailedLoginEntry extends Omit<FailedLogin, 'user'> {
  readonly user: string;
  readonly count: number;
}

export interface AuditTrail {
  /** Returns the event to append in the transaction of the change itself. The entry is logged after the commit. */
  eventIn(tx: Tx, caller: Caller, entry: AuditEntry): EventInput;
  /** Records an entry soon, in a transaction with other waiting entries. */
  record(caller: Caller, entry: AuditEntry): void;
  /** Records a failed login, in the same way. */
  recordFailedLogin(entry: FailedLoginEntry): void;
  /** Resolves when all recorded entries are stored. */
  close(): Promise<void>;
}

const MAX_TARGETS = 20;
const MAX_TARGET_LENGTH = 512;
/** Maximum number of entries in one transaction. */
const BATCH = 256;
/** Milliseconds that entries are collected before they are written. Each write costs a disk flush, which also delays changes. */
const GATHERING = 20;
/** Maximum number of waiting entries; further ones are only logged. */
const MAX_WAITING = 10_000;

export function openAuditTrail(o: {
  readonly store: Store;
  readonly events: EventLog;
  readonly log: Logger;
}): AuditTrail {
  return new StoredAuditTrail(o.store, o.events, o.log);
}

class StoredAuditTrail implements AuditTrail {
  #waiting: EventInput[] = [];
  #writing: Promise<void> | undefined;
  /** Ends the collecting at once; absent when no entries are being collected. */
  #hurry: (() => void) | undefined;

  constructor(
    private readonly store: Store,
    private readonly events: EventLog,
    private readonly log: Logger,
  ) {}

  eventIn(tx: Tx, caller: Caller, entry: AuditEntry): EventInput {
    tx.afterCommit(() => this.#tell(caller, entry));
    return auditEventOf(caller, entry);
  }

  record(caller: Caller, entry: AuditEntry): void {
    this.#tell(caller, entry);
    this.#soon(auditEventOf(caller, entry));
  }

  recordFailedLogin(entry: FailedLoginEntry): void {
    this.log.warn({ ...entry, operation: triedBy(entry), outcome: 'denied' }, 'audit');
    this.#soon(loginEventOf(entry));
  }

  #soon(event: EventInput): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(event);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async close(): Promise<void> {
    this.#hurry?.();
    await this.#writing;
  }

  async #write(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHERING);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#hurry = undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        await this.store.transact((tx) => this.events.append(tx, ...batch));
      } catch (error) {
        this.log.error(
          { err: error, entries: batch.length },
          'audit: entries could not be stored; they are in this log',
        );
      }
    }
  }

  #tell({ principal, source, session, protocol, face }: Caller, entry: AuditEntry): void {
    const { operation, outcome, errorTag } = entry;
    const line = {
      user: principal.name,
      actor: actorsOf(principal),
      source,
      session,
      protocol: face ?? protocol,
      operation,
      targets: bounded(entry),
      outcome,
      errorTag,
    };
    if (outcome === 'denied') this.log.warn(line, 'audit');
    else this.log.info(line, 'audit');
  }
}

/** Returns the event of an entry. */
export function auditEventOf({ principal, source, session, protocol, face }: Caller, entry: AuditEntry): EventInput {
  const { operation, outcome, errorTag } = entry;
  const value = {
    user: principal.name,
    actor: actorsOf(principal),
    source,
    'session-id': session === 0 ? undefined : session,
    protocol: face ?? protocol,
    operation,
    target: bounded(entry),
    outcome,
    'error-tag': errorTag,
    at: new Date().toISOString(),
  };
  return auditEvent(value);
}

/** Returns the agent that acted for a user; undefined when an agent acted for itself and so is the user. */
function actorsOf({ name, agent }: Caller['principal']): readonly string[] | undefined {
  const actor = agent === undefined ? undefined : nameOfAgent(agent);
  return actor === undefined || actor === name ? undefined : [actor];
}

/** Returns `request` for a refusal by host or origin, which comes before the login. */
function triedBy({ method }: FailedLoginEntry): 'login' | 'request' {
  return method === 'host' || method === 'origin' ? 'request' : 'login';
}

function loginEventOf(entry: FailedLoginEntry): EventInput {
  const { user, source, protocol, method, foreign, count } = entry;
  return auditEvent({
    ...{ user, source, protocol, operation: triedBy(entry), outcome: 'denied' },
    ...{ method, foreign, count, at: new Date().toISOString() },
  });
}

function auditEvent(value: Readonly<Record<string, unknown>>): EventInput {
  const present = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
  return { stream: AUDIT_STREAM.name, name: AUDIT_NOTIFICATION, value: present };
}

function bounded({ targets }: AuditEntry): readonly string[] {
  const cut = targets.slice(0, MAX_TARGETS).map((target) => target.slice(0, MAX_TARGET_LENGTH));
  return [...new Set(cut)];
}

/** Operations that only read. */
const READING: ReadonlySet<string> = new Set([
  'ietf-netconf:get',
  'ietf-netconf:get-config',
  'ietf-netconf:validate',
  'ietf-netconf:close-session',
  'ietf-netconf-nmda:get-data',
  'ietf-netconf-monitoring:get-schema',
  'notifications:create-subscription',
  'yangent-agents:discover',
  'yangent-contexts:fetch',
  'yangent-tasks:query',
]);

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
  const { operation, targets, recordsItself = false } = entry;
  const changes = !READING.has(operation);
  try {
    const result = await work();
    if (changes && !recordsItself) audit.record(caller, { operation, targets, outcome: 'done' });
    return result;
  } catch (error) {
    const denied = error instanceof RpcError && error.tag === 'access-denied';
    if (denied || changes) {
      const errorTag = error instanceof RpcError ? error.tag : 'operation-failed';
      const path = error instanceof RpcError && denied ? error.path : undefined;
      audit.record(caller, {
        operation,
        targets: path === undefined ? targets : [path],
        outcome: denied ? 'denied' : 'failed',
        errorTag,
      });
    }
    throw error;
  }
}
