/** Children in canonical order: keys first, then schema order, whatever order they were set in. */

import type { DataParent } from '../../yang/schema.js';
import { type Member, membersOf } from '../codec/members.js';
import type { Children, Data } from '../tree.js';

export function forEachInOrder(
  parent: DataParent,
  children: Children,
  visit: (member: Member, data: Data) => void,
): void {
  for (const member of inOrder(parent, children)) {
    const data = children.get(member.qname);
    if (data !== undefined) visit(member, data);
  }
}

/** Returns the members of the existing children, in canonical order. */
export function inOrder(parent: DataParent, children: Children): readonly Member[] {
  const { byQname } = membersOf(parent);
  let last = -1;
  let ordered = true;
  const members: Member[] = [];
  for (const qname of children.keys()) {
    const member = byQname.get(qname);
    if (member === undefined)
      throw new Error(
        `the Tree has a child '${qname}' that is not in the schema of '${parent.kind === 'root' ? '/' : parent.qname}'`,
      );
    if (member.index < last) ordered = false;
    last = member.index;
    members.push(member);
  }
  if (!ordered) members.sort((a, b) => a.index - b.index);
  return members;
}
