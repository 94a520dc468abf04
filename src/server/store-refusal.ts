import { AuditUnavailable } from '../audit/index.js';
import { RpcError } from '../data/index.js';
import { StoreError, type StoreErrorCode } from '../store/index.js';

const DISK_FULL = 'disk-full';

const AUDIT_UNAVAILABLE = 'audit-unavailable';

/**
 * Returns the error for the caller when nothing was stored because the disk is full, or because the audit record could not be made;
 * undefined for other errors, which stay internal.
 */
export function storeRefusal(error: unknown): RpcError | undefined {
  if (isUnrecorded(error)) {
    const message = 'the node cannot record what it does: nothing was stored; its log has the details';
    return new RpcError({ type: 'application', tag: 'resource-denied', appTag: AUDIT_UNAVAILABLE, message });
  }
  if (!(error instanceof StoreError) || error.code !== 'full') return undefined;
  const message = 'the disk of the node is full: nothing was stored; an operator has to free space';
  return new RpcError({ type: 'application', tag: 'resource-denied', appTag: DISK_FULL, message });
}

/** True for an error made by `storeRefusal`. */
export function isNotStored({ tag, appTag }: RpcError): boolean {
  return tag === 'resource-denied' && (appTag === DISK_FULL || appTag === AUDIT_UNAVAILABLE);
}

/** True for the error of a record, and for that of a commit whose checkpoint could not be made. */
function isUnrecorded(error: unknown): boolean {
  if (error instanceof AuditUnavailable) return true;
  return error instanceof StoreError && error.cause instanceof AuditUnavailable;
}

const IN_WORDS: Readonly<Partial<Record<StoreErrorCode, string>>> = {
  full: 'the disk is full: nothing is stored',
  damaged: 'the database is damaged: nothing is stored',
  'read-only': 'the database cannot be written: nothing is stored',
};

/** Returns why nothing can be stored, in words for all users, without file names; undefined without a fault. */
export function faultInWords(fault: Error | undefined): string | undefined {
  if (fault === undefined) return undefined;
  return (fault instanceof StoreError && IN_WORDS[fault.code]) || 'nothing can be stored';
}
