/** Messages that providers keep and persons must approve. */
import { type ApprovalRule, type Claim, DATA_EDIT, fitsNames } from '../../access/index.js';
import type { Data } from '../../data/index.js';
import type { Caller } from '../call.js';
import { makeCall, type ServerCore } from '../core.js';
import type { AskedOperation, OwnedNode, OwnedWrite } from '../provider.js';
import { concernsEdit } from './change.js';
import { requireApproval } from './require.js';
import { approvalRules, NONE, namesOf } from './rules.js';

/** A write of a message that a provider keeps. */
export interface MessageToApprove {
  readonly keeper: OwnedNode;
  readonly node: Data['schema'];
  readonly write: OwnedWrite;
}

/** Takes the approvals of messages that are written together: of the operations for which they stand, and of the edit. */
export async function approvalOfMessages(
  core: ServerCore,
  caller: Caller,
  messages: readonly MessageToApprove[],
): Promise<Claim | undefined> {
  const all = core.approvals ? approvalRules(core.running.tree) : NONE;
  if (all.length === 0) return undefined;
  const call = makeCall(core, caller);
  const asked = await Promise.all(messages.map(({ keeper, write }) => keeper.asks?.(write, call)));
  const rules = all.filter((rule) =>
    messages.some(({ node }, index) => concernsMessage(core, caller, rule, node, asked[index])),
  );
  const target = [...new Set(messages.map(({ node }) => `/${node.qname}`))];
  const input = messages.map(({ node, write: { operation, value } }) => ({
    target: `/${node.qname}`,
    operation,
    value,
  }));
  const [action] = asked.flatMap((each) => each?.action ?? []);
  return requireApproval(core, caller, { operation: action ?? DATA_EDIT, target, input: { edit: input } }, rules);
}

function concernsMessage(
  core: ServerCore,
  caller: Caller,
  rule: ApprovalRule,
  node: Data['schema'],
  asked: AskedOperation | undefined,
): boolean {
  if (concernsEdit(core, caller, rule, [[{ schema: node }]])) return true;
  if (!asked || !rule.actions.includes(asked.action)) return false;
  return fitsNames(rule, namesOf(caller.principal, asked.about));
}
