/** Ends approvals early, in a transaction, and forgets those that have been over for long. */
import type { Tx } from '../../store/index.js';
import type { Principal } from '../principal.js';
import { type ApprovalPorts, BY_NODE, recordApproval, tellState } from './news.js';
import {
  type ApprovalHead,
  deleteRows,
  forgetInputs,
  headOf,
  moveRow,
  openIdsOf,
  openRules,
  overdueIds,
} from './rows.js';
import { type ApprovalRule, parseRule } from './rule.js';

const DAY = 86_400_000;
/** Milliseconds after which the input of an approval that is over is forgotten. */
const INPUT_KEPT = 7 * DAY;
/** Milliseconds after which an approval that is over is deleted. */
const ROW_KEPT = 400 * DAY;

/** Ends the open ones among some approvals. */
export async function makeVoid(ports: ApprovalPorts, tx: Tx, ids: readonly string[], reason: string): Promise<void> {
  for (const id of ids) {
    const row = await headOf(tx, id);
    if (row && row.over === null) await end(ports, tx, row, reason);
  }
}

/** Ends the open approvals of rules for which `why` gives a reason. */
export async function makeVoidWhere(
  ports: ApprovalPorts,
  tx: Tx,
  why: (rule: ApprovalRule) => string | undefined,
): Promise<void> {
  for (const text of await openRules(tx)) {
    const reason = why(parseRule(text));
    if (reason !== undefined) await makeVoid(ports, tx, await openIdsOf(tx, text), reason);
  }
}

/** Ends an approval for the one who asked for it. @returns false when it is over already */
export async function withdraw(ports: ApprovalPorts, tx: Tx, id: string, by: Principal): Promise<boolean> {
  const row = await headOf(tx, id);
  if (!row || row.over !== null) return false;
  await end(ports, tx, row, 'the one who asked for it has withdrawn it', by);
  return true;
}

/** Ends those whose time is over, and forgets inputs and rows that were kept long enough. */
export async function sweep(ports: ApprovalPorts, tx: Tx, now: number): Promise<void> {
  await makeVoid(ports, tx, await overdueIds(tx, now), 'its time was over');
  await forgetInputs(tx, now - INPUT_KEPT);
  await deleteRows(tx, now - ROW_KEPT);
}

async function end(
  ports: ApprovalPorts,
  tx: Tx,
  row: ApprovalHead,
  reason: string,
  by: Parameters<typeof recordApproval>[4] = BY_NODE,
): Promise<void> {
  await moveRow(tx, row.id, row.state, 'expired', { reason, over: Date.now() });
  recordApproval(ports, tx, 'void', row, by, reason);
  await tellState(ports, tx, row, 'expired');
}
