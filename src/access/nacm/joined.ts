/** Joins decisions and policies: what both permit, or what either does. */
import type { DataNode } from '../../yang/index.js';
import type { DataAccess, Decision, KeyedRule, Policy } from './policy.js';
import { reachOf, unkeyedOf } from './reach.js';

/** A decision that permits where both do. */
export function both(a: Decision, b: Decision): Decision {
  if (a === false || b === false) return false;
  if (a === true) return b;
  return b === true ? a : joined(a, b, (one, other) => one && other);
}

/** A decision that permits where one of the two does. */
export function either(a: Decision, b: Decision): Decision {
  if (a === true || b === true) return true;
  if (a === false) return b;
  return b === false ? a : joined(a, b, (one, other) => one || other);
}

/** Maximum number of rules of one decision. Where more would be needed, nothing is permitted. */
const MAX_RULES = 10_000;

/** The first pair of rules that both fit decides: pairs come in the order of the first decision, then of the second. */
function joined(
  a: Exclude<Decision, boolean>,
  b: Exclude<Decision, boolean>,
  join: (one: boolean, other: boolean) => boolean,
): Decision {
  const otherwise = (decision: Exclude<Decision, boolean>): KeyedRule => ({ permit: decision.otherwise, keyed: [] });
  if ((a.rules.length + 1) * (b.rules.length + 1) > MAX_RULES) return false;
  const rules: KeyedRule[] = [];
  for (const one of [...a.rules, otherwise(a)]) {
    for (const other of [...b.rules, otherwise(b)])
      rules.push({ permit: join(one.permit, other.permit), keyed: [...one.keyed, ...other.keyed] });
  }
  const last = rules.pop();
  return { rules, otherwise: last?.permit === true };
}

/** A policy that permits what both permit. */
export function bothPolicies(a: Policy, b: Policy): Policy {
  const known = new Map<DataNode, Partial<Record<DataAccess, Decision>>>();
  const decision = (node: DataNode, access: DataAccess): Decision => {
    const remembered = known.get(node)?.[access];
    if (remembered !== undefined) return remembered;
    const answer = both(a.decision(node, access), b.decision(node, access));
    known.set(node, { ...known.get(node), [access]: answer });
    return answer;
  };
  return {
    decision,
    reach: reachOf(decision),
    unkeyed: unkeyedOf((node) => decision(node, 'read')),
    mayExecute: (operation, path, about) =>
      a.mayExecute(operation, path, about) && b.mayExecute(operation, path, about),
    mayReceive: (notification, path) => a.mayReceive(notification, path) && b.mayReceive(notification, path),
  };
}
