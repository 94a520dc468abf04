/** Refuses callers whose authority is limited. */
import { authorityOf } from '../../access/index.js';
import type { Call } from '../../server/index.js';

/** A run acts later with all rights of him who started it, or set its trigger: a limited authority cannot give them. @throws RpcError */
export function requireWhole({ principal, fail }: Call): void {
  if (!authorityOf(principal)) return;
  fail({
    tag: 'access-denied',
    appTag: 'aap_invalid_context',
    message:
      'a run acts with all rights of its starter, so a limited authority can neither start one nor set a trigger',
  });
}
