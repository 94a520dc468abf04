/** Changes of running and startup that persons must approve. */
import { type ApprovalRule, type Claim, DATA_EDIT, fitsNames, isNoLooser } from '../../access/index.js';
import type { Tree } from '../../data/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { nodeView } from '../view.js';
import { isNodeItself, type RequestToApprove, recovery, requireApproval } from './require.js';
import { approvalRules, ownNames } from './rules.js';
import { type ChangedValues, changedTargets, changedValues, isChangedAt, shownPath } from './values.js';

/** A change of a datastore. */
export interface ChangeToApprove {
  /** That which is written first: an edit of running by RESTCONF, which also saves it, is one of running. */
  readonly datastore: 'running' | 'startup';
  readonly before: Tree;
  readonly after: Tree;
  readonly edit: Tree;
}

export interface ChangeTerms {
  /** True: the change is checked again, and nothing may be asked for yet. */
  readonly isProvisional?: boolean;
  /** The content with the rules in force. Default: that before the change. */
  readonly inForce?: Tree;
}

/** Takes the approvals of a change of running, or of startup. */
export async function approvalOfChange(
  core: ServerCore,
  caller: Caller,
  change: ChangeToApprove,
  { isProvisional = false, inForce = change.before }: ChangeTerms = {},
): Promise<Claim | undefined> {
  const all = approvalRules(inForce);
  const { principal } = caller;
  if (!core.approvals || all.length === 0 || change.edit.children.size === 0 || isNodeItself(principal))
    return undefined;
  const left = new Map(approvalRules(change.after).map((rule) => [rule.name, rule]));
  const rules = all.filter(
    (rule) => isLoosened(rule, left.get(rule.name)) || concernsEdit(core, caller, rule, change.edit),
  );
  if (rules.length === 0) return undefined;
  if (isProvisional) throw new Error('approvals are looked up when earlier changes are durable');
  // A recovery session needs none, so its edit may be of any size.
  if (principal.recovery) return recovery(core, caller, DATA_EDIT, changedTargets(change.edit, TOLD));
  return requireApproval(core, caller, editToApprove(change.datastore, changedValues(change)), rules);
}

/** Maximum number of nodes that a record of a recovery session names. */
const TOLD = 20;

function isLoosened(before: ApprovalRule, after: ApprovalRule | undefined): boolean {
  return after === undefined || !isNoLooser(before, after);
}

/** True when a rule concerns a change of the configuration, whose nodes are looked at only where the rule has paths. */
function concernsEdit(core: ServerCore, caller: Caller, rule: ApprovalRule, edit: Tree): boolean {
  const { schema } = core.endpoint({ view: nodeView });
  return (
    isOfEdits(core, caller, rule) &&
    (rule.paths.length === 0 || rule.paths.some((path) => isChangedAt(schema, path, edit)))
  );
}

/** True when a rule is of edits, and fits those of the caller. */
export function isOfEdits(core: ServerCore, { principal }: Caller, rule: ApprovalRule): boolean {
  return rule.actions.includes(DATA_EDIT) && fitsNames(rule, ownNames(core, principal));
}

/** The same values in another datastore are another request. */
function editToApprove(
  datastore: ChangeToApprove['datastore'],
  { paths, edit, wanted, replaces }: ChangedValues,
): RequestToApprove {
  const nodes = paths.map(shownPath);
  return {
    operation: DATA_EDIT,
    target: datastore === 'running' ? nodes : [datastore, ...nodes],
    input: { datastore, edit, replaces },
    same: { datastore, wanted },
  };
}
