/** Computes how far access reaches into a subtree of the schema, cached for each node. */
import type { DataNode } from '../../yang/index.js';
import type { DataAccess, Decision, KeyedRule, Policy, Reach } from './policy.js';

/** Makes `reach` of a policy from its decisions; each node of the schema is visited once. */
export function reachOf(
  decision: (node: DataNode, access: DataAccess) => Decision,
): (node: DataNode, access: DataAccess) => Reach {
  const known: Record<DataAccess, Map<DataNode, Reach>> = {
    create: new Map(),
    read: new Map(),
    update: new Map(),
    delete: new Map(),
  };
  const reach = (node: DataNode, access: DataAccess): Reach => {
    const remembered = known[access].get(node);
    if (remembered !== undefined) return remembered;
    const answer = look(node, access);
    known[access].set(node, answer);
    return answer;
  };
  const look = (node: DataNode, access: DataAccess): Reach => {
    const own = decision(node, access);
    if (typeof own !== 'boolean') return 'some';
    if (!own && access === 'read') return 'none';
    const whole = own ? 'all' : 'none';
    if (node.kind !== 'container' && node.kind !== 'list') return whole;
    for (const child of node.data.values()) if (reach(child, access) !== whole) return 'some';
    return whole;
  };
  return reach;
}

/** Makes `unkeyed` of a policy from its decisions about reading. */
export function unkeyedOf(decision: (node: DataNode) => Decision): Policy['unkeyed'] {
  const known = new Map<DataNode, ReturnType<Policy['unkeyed']>>();
  const reach = reachOf((node) => {
    const own = decision(node);
    return typeof own === 'boolean' ? own : own.otherwise;
  });
  const look = (node: DataNode, into: Map<string, KeyedRule>): void => {
    const own = decision(node);
    if (typeof own !== 'boolean') for (const rule of own.rules) into.set(JSON.stringify(rule), rule);
    if (node.kind === 'container' || node.kind === 'list') for (const child of node.data.values()) look(child, into);
  };
  return (node) => {
    const remembered = known.get(node);
    if (remembered) return remembered;
    const rules = new Map<string, KeyedRule>();
    look(node, rules);
    const answer = { rules: [...rules.values()], reach: reach(node, 'read') };
    known.set(node, answer);
    return answer;
  };
}
