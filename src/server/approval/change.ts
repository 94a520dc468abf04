/** Changes of running and startup that persons must approve. */
import { type ApprovalRule, type Claim, DATA_EDIT, fitsNames, isNoLooser } from '../../access/index.js';
import type { InstancePath, Tree } from '../../data/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { nodeView } from '../view.js';
import { type RequestToApprove, requireApproval } from './require.js';
import { approvalRules } from './rules.js';
import { type ChangedValues, changedValues, isChangedAt, shownPath } from './values.js';

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
  if (!core.approvals || all.length === 0 || change.edit.children.size === 0) return undefined;
  const changed = changedValues(change);
  const left = new Map(approvalRules(change.after).map((rule) => [rule.name, rule]));
  const rules = all.filter(
    (rule) => isLoosened(rule, left.get(rule.name)) || concernsEdit(core, caller, rule, changed.paths),
  );
  if (rules.length === 0) return undefined;
  if (isProvisional) throw new Error('approvals are looked up when earlier changes are durable');
  return requireApproval(core, caller, editToApprove(change.datastore, changed), rules);
}

function isLoosened(before: ApprovalRule, after: ApprovalRule | undefined): boolean {
  return after === undefined || !isNoLooser(before, after);
}

/** True when a rule concerns a change of these nodes. */
export function concernsEdit(
  core: ServerCore,
  { principal }: Caller,
  rule: ApprovalRule,
  changed: readonly InstancePath[],
): boolean {
  if (!rule.actions.includes(DATA_EDIT)) return false;
  const by = principal.agent === undefined ? [] : [principal.agent];
  if (!fitsNames(rule, { by, to: undefined, skill: undefined })) return false;
  const { schema } = core.endpoint({ view: nodeView });
  return rule.paths.length === 0 || rule.paths.some((path) => isChangedAt(schema, path, changed));
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
