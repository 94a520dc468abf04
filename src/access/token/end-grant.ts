import type { Tx } from '../../store/index.js';
import { type Grant, type Grants, grantMark } from '../grant/grants.js';
import type { Revocations } from './revocations.js';

/** Milliseconds for which a revocation is remembered after the last token must have ended. */
const MARGIN = 3_700_000;

/** Ends a grant in a transaction, with all that comes from it. */
export async function endGrant(
  { grants, revocations }: { readonly grants: Grants; readonly revocations: Revocations },
  tx: Tx,
  { id, expires }: Pick<Grant, 'id' | 'expires'>,
): Promise<void> {
  await grants.markRevoked(tx, id);
  await revocations.add(tx, grantMark(id), expires + MARGIN);
}
