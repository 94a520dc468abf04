/** Opens the audit trail of a node: the log of records, the stream `audit`, and the lines in the node's own log. */
import type { Logger } from 'pino';
import type { Appended, AuditLog } from '../audit/index.js';
import { RpcError } from '../data/index.js';
import type { EventInput, EventLog } from '../events/index.js';
import type { Store, Tx } from '../store/index.js';
import {
  type AuditEntry,
  type AuditTrail,
  type FailedLoginEntry,
  failedEntry,
  failureOf,
  type OutboundOptions,
  type RecordedReads,
} from './audit.js';
import { actorsOf, auditEventOf, boundedTargets, loginEventOf, recoveryAlert, triedBy } from './audit-event.js';
import { failedLoginRecord, loginRecord, recordOf, requestLoginRecord } from './audit-record.js';
import { SoonEntries } from './audit-soon.js';
import type { Caller } from './call.js';
import type { SucceededLogin } from './login-records.js';
import type { ProtocolSession } from './protocol-sessions.js';

export interface AuditTrailOptions {
  readonly store: Store;
  readonly events: EventLog;
  /** Absent: there are events only. */
  readonly records?: AuditLog;
  /** Returns what is recorded beyond changes and refusals. Default: nothing. */
  readonly settings?: () => { readonly logins: boolean; readonly reads: RecordedReads };
  readonly log: Logger;
}

const NOTHING_MORE = { logins: false, reads: 'none' } as const;

export function openAuditTrail(o: AuditTrailOptions): AuditTrail {
  return new StoredAuditTrail(o);
}

class StoredAuditTrail implements AuditTrail {
  readonly #soon: SoonEntries;

  constructor(private readonly o: AuditTrailOptions) {
    this.#soon = new SoonEntries(o);
  }

  eventIn(tx: Tx, caller: Caller, entry: AuditEntry): EventInput {
    this.recordIn(tx, caller, entry);
    tx.afterCommit(() => this.#tell(caller, entry));
    return auditEventOf(caller, entry);
  }

  recordIn(tx: Tx, caller: Caller, entry: AuditEntry): Appended | undefined {
    return this.o.records?.append(tx, this.#recordOf(caller, entry));
  }

  record(caller: Caller, entry: AuditEntry): void {
    this.#tell(caller, entry);
    this.#soon.add({ event: auditEventOf(caller, entry), record: this.#recordOf(caller, entry) });
    if (entry.kind === 'recovery') this.#soon.add({ event: recoveryAlert(caller, entry) });
  }

  recordRead(caller: Caller, entry: Pick<AuditEntry, 'operation' | 'targets'>): void {
    this.#soon.add({ record: this.#recordOf(caller, { ...entry, kind: 'read', outcome: 'done' }) });
  }

  get reads(): RecordedReads {
    return this.#settings().reads;
  }

  recordFailedLogin(entry: FailedLoginEntry): void {
    this.o.log.warn({ ...entry, operation: triedBy(entry), outcome: 'denied' }, 'audit');
    this.#soon.add({ event: loginEventOf(entry), record: failedLoginRecord(entry) });
  }

  recordLogin(login: SucceededLogin): Promise<void> | undefined {
    return this.#settings().logins ? this.#soon.addNow({ record: requestLoginRecord(login) }) : undefined;
  }

  loginIn(tx: Tx, session: ProtocolSession): void {
    if (this.#settings().logins) this.o.records?.append(tx, loginRecord(session));
  }

  async operation<T>(caller: Caller, entry: Omit<AuditEntry, 'outcome'>, work: () => Promise<T>): Promise<T> {
    const done = { ...entry, outcome: 'done' } as const;
    let isRecorded = false;
    const first = async (tx: Tx) => {
      this.recordIn(tx, caller, done);
      tx.afterCommit(() => {
        isRecorded = true;
      });
    };
    const over = (ended: AuditEntry) => {
      this.#tell(caller, ended);
      const isNew = !isRecorded || ended.outcome === 'denied';
      this.#soon.add({
        event: auditEventOf(caller, ended),
        ...(isNew ? { record: this.#recordOf(caller, ended) } : {}),
      });
    };
    try {
      const result = await this.o.store.beginWith(first, work);
      over(done);
      return result;
    } catch (error) {
      over(failedEntry(entry, error));
      throw error;
    }
  }

  async outbound<T>(
    caller: Caller,
    entry: Pick<AuditEntry, 'operation' | 'targets' | 'document' | 'approvals'>,
    work: () => Promise<T>,
    { isTold = false, first, faultOf }: OutboundOptions<T> = {},
  ): Promise<T> {
    const { store, events } = this.o;
    const begun = { ...entry, kind: 'outbound', outcome: 'begun' } as const;
    const intent = await store.apart(() =>
      store.transact(async (tx) => {
        await first?.(tx);
        const record = this.recordIn(tx, caller, begun);
        if (isTold) await events.append(tx, auditEventOf(caller, begun));
        if (isTold) tx.afterCommit(() => this.#tell(caller, begun));
        return record;
      }),
    );
    const settle = (outcome: Pick<AuditEntry, 'outcome' | 'errorTag'>) => {
      const over = { ...entry, kind: 'outbound', intent: intent?.sequence, ...outcome } as const;
      if (isTold) this.#tell(caller, over);
      this.#soon.add({
        event: isTold ? auditEventOf(caller, over) : undefined,
        record: this.#recordOf(caller, over),
      });
    };
    try {
      const result = await work();
      const fault = faultOf?.(result);
      settle(fault === undefined ? { outcome: 'done' } : { outcome: 'failed', errorTag: fault });
      return result;
    } catch (error) {
      settle(outcomeOf(error, caller.signal));
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#soon.close();
  }

  #settings() {
    return this.o.settings?.() ?? NOTHING_MORE;
  }

  #recordOf(caller: Caller, entry: AuditEntry) {
    return recordOf(caller, entry, (value) => this.o.records?.digest(value) ?? '');
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
      targets: boundedTargets(entry),
      outcome,
      errorTag,
    };
    if (outcome === 'denied') this.o.log.warn(line, 'audit');
    else this.o.log.info(line, 'audit');
  }
}

/** Returns the outcome of a failed work outside the node: unknown when the other side was lost, or nobody waited for it. */
function outcomeOf(error: unknown, signal: AbortSignal): Pick<AuditEntry, 'outcome' | 'errorTag'> {
  const isLost = signal.aborted || (error instanceof RpcError && error.type === 'transport');
  return isLost ? { outcome: 'unknown', errorTag: failureOf(error).errorTag } : failureOf(error);
}
