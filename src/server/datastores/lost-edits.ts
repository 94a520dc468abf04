import type { AuditEntry } from '../audit.js';

/**
 * Returns the audit entry of changes that operations and the node made during a confirmed commit and that do not fit what
 * running goes back to: they were answered, so their loss is told.
 *
 * @param lost instance-identifiers
 */
export function lostEntry(lost: readonly string[]): AuditEntry {
  return { operation: 'edit', targets: lost, outcome: 'failed', errorTag: 'operation-failed' };
}
