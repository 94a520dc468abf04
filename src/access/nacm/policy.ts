/** What one user may do, as the questions that requests raise; answered by NACM rules or by the node's own policy. */
import { type InstancePath, keyValues } from '../../data/index.js';
import type { DataNode, NotificationNode, OperationNode } from '../../yang/index.js';
import type { AccessOperation } from './config.js';

export type DataAccess = Exclude<AccessOperation, 'exec'>;

/** One rule that holds for entries with certain keys only. */
export interface KeyedRule {
  readonly permit: boolean;
  /** The key values wanted, by position of the step in the path and of the key in its list; undefined: any. */
  readonly keyed: readonly { readonly at: number; readonly values: readonly (string | undefined)[] }[];
}

/** Whether access to a node is permitted: known from the schema, or by the first rule whose keys fit. */
export type Decision = boolean | { readonly rules: readonly KeyedRule[]; readonly otherwise: boolean };

/** How much of a subtree access reaches: everything, nothing, or it has to be asked below. */
export type Reach = 'all' | 'none' | 'some';

export interface Unkeyed {
  /** The rules for certain keys that could be about the node or something below it. */
  readonly rules: readonly KeyedRule[];
  /** How far reading reaches where none of them is. */
  readonly reach: Reach;
}

export interface Policy {
  /** Access to instances of the node itself. */
  decision(node: DataNode, access: DataAccess): Decision;
  /** Access to the node and all that can be below it. For reading, nothing below what cannot be read can be. */
  reach(node: DataNode, access: DataAccess): Reach;
  /** What is left of reading a node and all below it in instances that no rule for certain keys is about. */
  unkeyed(node: DataNode): Unkeyed;
  /** @param path of the instance that an action is invoked on; empty for an rpc */
  mayExecute(operation: OperationNode, path: InstancePath): boolean;
  /** @param path of the instance that a nested notification is about; empty for others */
  mayReceive(notification: NotificationNode, path: InstancePath): boolean;
}

/** Everything is permitted: access control is off, or this is a recovery session (RFC 8341 §2.3, §3.4.1). */
export const PERMIT_ALL: Policy = {
  decision: () => true,
  reach: () => 'all',
  unkeyed: () => ({ rules: [], reach: 'all' }),
  mayExecute: () => true,
  mayReceive: () => true,
};

/** The decision for one instance; `path` ends with the node the decision was made for, or goes on below it. */
export function decide(decision: Decision, path: InstancePath): boolean {
  if (typeof decision === 'boolean') return decision;
  return decision.rules.find((rule) => fits(rule, path))?.permit ?? decision.otherwise;
}

/** True when the rule may be about the node at the path or something below it. */
export function mayFit(rule: KeyedRule, path: InstancePath): boolean {
  return fits({ ...rule, keyed: rule.keyed.filter(({ at }) => at < path.length) }, path);
}

function fits({ keyed }: KeyedRule, path: InstancePath): boolean {
  return keyed.every(({ at, values }) => {
    const key = path[at]?.key;
    if (key === undefined) return false;
    const actual = keyValues(key);
    return values.every((value, position) => value === undefined || value === actual[position]);
  });
}

/** True when the node at the path and all above it can be read. */
export function mayReadPath(policy: Pick<Policy, 'decision'>, path: InstancePath): boolean {
  return readablePart(policy, path).length === path.length;
}

/** The path as far as it can be read. */
export function readablePart(policy: Pick<Policy, 'decision'>, path: InstancePath): InstancePath {
  const hidden = path.findIndex(({ schema }, index) => {
    return !decide(policy.decision(schema, 'read'), path.slice(0, index + 1));
  });
  return hidden < 0 ? path : path.slice(0, hidden);
}
