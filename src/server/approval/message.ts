/** Messages that providers keep and persons must approve. */
import { type ApprovalRule, type Claim, DATA_EDIT, fitsNames } from '../../access/index.js';
import { type Data, type ListEntry, nodeToValue } from '../../data/index.js';
import type { Caller } from '../call.js';
import { makeCall, type ServerCore } from '../core.js';
import type { AskedOperation, OwnedNode, OwnedWrite } from '../provider.js';
import { withoutSecretsIn } from '../secret-values.js';
import { nodeView } from '../view.js';
import { isOfEdits } from './change.js';
import { withData } from './data.js';
import { requireApproval } from './require.js';
import { approvalRules, NONE, namesOf } from './rules.js';
import { isMetBy } from './values.js';

/** A write of a message that a provider keeps. */
export interface MessageToApprove {
  readonly keeper: OwnedNode;
  readonly node: Data['schema'];
  /** The message, or one entry of its list. */
  readonly data: Data | ListEntry;
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
  if (rules.length === 0) return undefined;
  const target = [...new Set(messages.map(({ node }) => `/${node.qname}`))];
  const edit = messages.map(({ node, data, write: { operation } }) => ({
    ...{ target: `/${node.qname}`, operation, value: nodeToValue(withoutSecretsIn(data)) },
  }));
  const [action] = asked.flatMap((each) => each?.action ?? []);
  const request = { operation: action ?? DATA_EDIT, target, input: { edit } };
  return requireApproval(core, caller, await withData(core, caller, request), rules);
}

function concernsMessage(
  core: ServerCore,
  caller: Caller,
  rule: ApprovalRule,
  node: Data['schema'],
  asked: AskedOperation | undefined,
): boolean {
  if (isOfEdits(core, caller, rule) && isAt(core, rule, node)) return true;
  if (!asked || !rule.actions.includes(asked.action)) return false;
  return fitsNames(rule, namesOf(core, caller.principal, asked.about));
}

function isAt(core: ServerCore, { paths }: ApprovalRule, node: Data['schema']): boolean {
  const { schema } = core.endpoint({ view: nodeView });
  return paths.length === 0 || paths.some((path) => isMetBy(schema, path, [{ schema: node }]));
}
