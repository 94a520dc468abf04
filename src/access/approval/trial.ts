/** Approvals that were used by a confirmed commit (RFC 6241 §8.4), which may be taken back: voters are told how it ends. */
import type { Tx } from '../../store/index.js';
import { type ApprovalPorts, BY_NODE, recordApproval, tellState } from './news.js';
import { headOf, setReason, usedIdsOf } from './rows.js';

/** The reason that an approval has while the commit that used it waits for its confirmation. It is stored. */
const ON_TRIAL = 'the confirmed commit that used it is not confirmed yet';
const TAKEN_BACK = 'the confirmed commit that used it was taken back';

/** Notes that the commit that uses these approvals may be taken back. */
export async function putOnTrial(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await setReason(tx, id, ON_TRIAL);
}

/** Notes how the commit ended. Approvals that it used stay used; where it was taken back there is a record and a notification. */
export async function endTrial(ports: ApprovalPorts, tx: Tx, end: 'confirmed' | 'taken-back'): Promise<void> {
  for (const id of await usedIdsOf(tx, ON_TRIAL)) {
    await setReason(tx, id, end === 'confirmed' ? null : TAKEN_BACK);
    const head = end === 'confirmed' ? undefined : await headOf(tx, id);
    if (!head) continue;
    recordApproval(ports, tx, 'takenBack', head, BY_NODE, TAKEN_BACK);
    await tellState(ports, tx, head, 'used');
  }
}
