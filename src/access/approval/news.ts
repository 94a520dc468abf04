/** The news of an approval: a record of the audit log and a notification, in the transaction of what happened. */
import type { RecordContent } from '../../audit/index.js';
import type { Audience } from '../../events/index.js';
import type { Tx } from '../../store/index.js';
import { type Principal, SYSTEM } from '../principal.js';
import type { ApprovalRow, ApprovalState } from './rows.js';
import { approverGroups, parseRule } from './rule.js';

/** The changes of which there is a record, and the operations in these records. */
const OPERATIONS = {
  asked: 'approval-asked',
  vote: 'approval-vote',
  used: 'approval-used',
  void: 'approval-void',
  takenBack: 'approval-taken-back',
} as const;

export type ApprovalEvent = keyof typeof OPERATIONS;

export interface ApprovalPorts {
  /** Appends a record to the audit log. */
  readonly record: (tx: Tx, content: RecordContent) => void;
  /** Sends `approval-changed`. */
  readonly notify: (
    tx: Tx,
    value: { readonly id: string; readonly state: ApprovalState; readonly rule: string },
    audience: Audience,
  ) => Promise<void>;
}

type Named = Pick<ApprovalRow, 'id' | 'rule' | 'rule_text' | 'asker' | 'target'>;

/** Appends the record of a change. @param reason why it was made void, or how a person voted */
export function recordApproval(
  { record }: Pick<ApprovalPorts, 'record'>,
  tx: Tx,
  event: ApprovalEvent,
  { id, rule, target }: Pick<Named, 'id' | 'rule' | 'target'>,
  by: Pick<Principal, 'name' | 'kind'> & { readonly actors?: readonly string[] },
  reason?: string,
): void {
  record(tx, {
    'record-kind': 'approval',
    'principal-kind': by.kind ?? 'person',
    user: by.name,
    ...(by.actors?.length ? { actor: by.actors } : {}),
    operation: OPERATIONS[event],
    target: targetsOf(target),
    outcome: 'done',
    rule,
    approval: id,
    ...(reason === undefined ? {} : { reason }),
  });
}

/** The node itself, as what makes approvals void. */
export const BY_NODE: Pick<Principal, 'name' | 'kind'> = SYSTEM;

/** Sends `approval-changed` to those who may vote and to the one who asked. */
export async function tellState(
  { notify }: Pick<ApprovalPorts, 'notify'>,
  tx: Tx,
  row: Named,
  state: ApprovalState,
): Promise<void> {
  await notify(tx, { id: row.id, state, rule: row.rule }, audienceOf(row));
}

/** Returns those whom an approval concerns. */
export function audienceOf({ rule_text, asker }: Pick<Named, 'rule_text' | 'asker'>): Audience {
  return { groups: approverGroups(parseRule(rule_text)), users: [asker] };
}

const MAX_TARGETS = 20;
const MAX_LENGTH = 512;

/** Returns the first targets, each cut to a length that records may have. @param json JSON array of texts */
function targetsOf(json: string): readonly string[] {
  const targets: readonly string[] = JSON.parse(json);
  return targets.slice(0, MAX_TARGETS).map((target) => target.slice(0, MAX_LENGTH));
}
