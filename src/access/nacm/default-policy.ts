/** The node's own policy while NACM has no rules. It decides by top-level node and operation (`defaultPermissions`). */
import type { DataNode, SchemaNode } from '../../yang/index.js';
import type { Permissions } from '../permissions.js';
import { ADMIN_GROUP, isMember, type Principal } from '../principal.js';
import { isMarked, READ_MARKS } from './marks.js';
import { type DataAccess, mayReadPath, type Policy } from './policy.js';
import { reachOf } from './reach.js';

export function defaultPolicy(permissions: Permissions, principal: Principal): Policy {
  const known: Record<'read' | 'write', Map<DataNode, boolean>> = { read: new Map(), write: new Map() };
  // Nodes that models mark as sensitive are for administrators: without rules, no other user is permitted.
  const unmarked = (node: SchemaNode) => isMember(principal, ADMIN_GROUP) || !isMarked(node, READ_MARKS);
  const decision = (node: DataNode, access: DataAccess): boolean => {
    const kind = access === 'read' ? 'read' : 'write';
    const remembered = known[kind].get(node);
    if (remembered !== undefined) return remembered;
    const top = topOf(node);
    const permitted =
      kind === 'read' ? permissions.mayRead(principal, top.qname) : permissions.mayWrite(principal, top.qname);
    const answer = permitted && unmarked(node);
    known[kind].set(node, answer);
    return answer;
  };
  const reach = reachOf(decision);
  return {
    decision,
    reach,
    unkeyed: (node) => ({ rules: [], reach: reach(node, 'read') }),
    // `defaultPermissions` names the operations of other users, which is as good as a rule.
    mayExecute: (operation) => permissions.mayExecute(principal, operation.qname),
    mayReceive: (notification, path) =>
      permissions.mayRead(principal, notification.qname) && unmarked(notification) && mayReadPath({ decision }, path),
  };
}

function topOf(node: SchemaNode): SchemaNode {
  let top = node;
  for (let each: SchemaNode | undefined = node; each && each.kind !== 'root'; each = each.parent) {
    if (each.kind !== 'choice' && each.kind !== 'case') top = each;
  }
  return top;
}
