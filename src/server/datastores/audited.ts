/** Adds audit records to the operations on whole datastores. */
import { type AuditTrail, audited } from '../audit.js';
import type { Datastores } from './index.js';

export function auditedDatastores(audit: AuditTrail | undefined, datastores: Datastores): Datastores {
  if (!audit) return datastores;
  const entry = (operation: string, target?: { readonly name?: string; readonly url?: string }) => {
    const named = target?.name ?? target?.url;
    return { operation: `ietf-netconf:${operation}`, targets: named === undefined ? [] : [named] };
  };
  return {
    ...datastores,
    commit: (caller, request) => audited(audit, caller, entry('commit'), () => datastores.commit(caller, request)),
    cancelCommit: (caller, persistId) =>
      audited(audit, caller, entry('cancel-commit'), () => datastores.cancelCommit(caller, persistId)),
    discard: (caller) => audited(audit, caller, entry('discard-changes'), () => datastores.discard(caller)),
    copy: (caller, request) =>
      audited(audit, caller, entry('copy-config', request.target), () => datastores.copy(caller, request)),
    delete: (caller, target) =>
      audited(audit, caller, entry('delete-config', target), () => datastores.delete(caller, target)),
  };
}
