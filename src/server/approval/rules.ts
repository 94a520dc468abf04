/** The rules about approvals in force, and the names by which they fit requests. */
import { type About, type ApprovalRule, type Principal, type RequestNames, readRule } from '../../access/index.js';
import type { Tree } from '../../data/index.js';
import { configuration } from '../configuration.js';

const ACCESS = '/yangent-access:access';

const known = new WeakMap<object, readonly ApprovalRule[]>();
/** No rule. */
export const NONE: readonly ApprovalRule[] = [];

/** Returns the rules about approvals in a content of running. */
export function approvalRules(tree: Tree): readonly ApprovalRule[] {
  // The models need not have it.
  const access = tree.children.has(ACCESS.slice(1)) ? configuration(tree, ACCESS) : undefined;
  const list = access?.['approval-rule'];
  if (!list) return NONE;
  const value = known.get(list) ?? list.map(readRule);
  known.set(list, value);
  return value;
}

/** Returns the names in a request of a caller. */
export function namesOf({ agent }: Pick<Principal, 'agent'>, about: About): RequestNames {
  return { by: [agent, about.from].filter((each) => each !== undefined), to: about.agent, skill: about.skill };
}
