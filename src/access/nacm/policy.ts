/** The access policy of one user; implemented by NACM rules or by the node's own policy. */
import { type InstancePath, keyValues } from '../../data/index.js';
import type { DataNode, NotificationNode, OperationNode } from '../../yang/index.js';
import type { AboutOrLater } from '../grant/asked.js';
import type { AccessOperation } from './config.js';

export type DataAccess = Exclude<AccessOperation, 'exec'>;

/** One rule that holds for entries with certain keys only. */
export interface KeyedRule {
  readonly permit: boolean;
  /** The key values wanted, by position of the step in the path and of the key in its list; undefined: any. */
  readonly keyed: readonly { readonly at: number; readonly values: readonly (string | undefined)[] }[];
}

/** The decision about access to a node: known from the schema, or made by the first rule whose keys fit. */
export type Decision = boolean | { readonly rules: readonly KeyedRule[]; readonly otherwise: boolean };

/** The part of a subtree to which access is permitted: all, none, or some nodes (ask for the nodes below). */
export type Reach = 'all' | 'none' | 'some';

export interface Unkeyed {
  /** The rules for certain keys that may apply to the node or to nodes below it. */
  readonly rules: readonly KeyedRule[];
  /** The reach of reading where none of these rules applies. */
  readonly reach: Reach;
}

export interface Policy {
  /** Access to instances of the node itself. */
  decision(node: DataNode, access: DataAccess): Decision;
  /** Access to the node and all nodes below it. Nodes below an unreadable node are unreadable. */
  reach(node: DataNode, access: DataAccess): Reach;
  /** Returns the reach of reading a node and all nodes below it, without the rules for certain keys. */
  unkeyed(node: DataNode): Unkeyed;
  /**
   * True when the operation is permitted.
   *
   * @param path the instance on which an action is invoked; empty for an rpc
   * @param about what links look at; rules do not
   */
  mayExecute(operation: OperationNode, path: InstancePath, about: AboutOrLater): boolean;
  /** True when the notification is permitted. @param path the instance of a nested notification; empty for others */
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

/** Applies a decision to one instance. `path` ends with the node of the decision or below it. */
export function decide(decision: Decision, path: InstancePath): boolean {
  if (typeof decision === 'boolean') return decision;
  return decision.rules.find((rule) => fits(rule, path))?.permit ?? decision.otherwise;
}

/** True when the rule may apply to the node at the path or to a node below it. */
export function mayFit(rule: KeyedRule, path: InstancePath): boolean {
  return fits({ ...rule, keyed: rule.keyed.filter(({ at }) => at < path.length) }, path);
}

/** True when the rule applies to the node at the path. */
export function fits({ keyed }: Pick<KeyedRule, 'keyed'>, path: InstancePath): boolean {
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

/** Returns the leading part of the path that can be read. */
export function readablePart(policy: Pick<Policy, 'decision'>, path: InstancePath): InstancePath {
  const hidden = path.findIndex(({ schema }, index) => {
    return !decide(policy.decision(schema, 'read'), path.slice(0, index + 1));
  });
  return hidden < 0 ? path : path.slice(0, hidden);
}
