import type { AuditEntry } from '../audit.js';

/**
 * Returns the audit entry of lost changes: changes by operations and by the node during a confirmed commit that do not fit the
 * restored content. They were answered, so their loss is recorded.
 *
 * @param lost instance-identifiers
 */
export function lostEntry(lost: readonly string[]): AuditEntry {
  return { operation: 'edit', targets: lost, outcome: 'failed', errorTag: 'operation-failed' };
}

/** The audit entry of running, restored by the node itself to what it was before a confirmed commit. */
export const RESTORED: AuditEntry = {
  operation: 'restore-running',
  targets: ['running'],
  outcome: 'done',
  kind: 'rollback',
};
