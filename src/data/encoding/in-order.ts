/** Children in canonical order: keys first, then as the schema has them, whatever order they were set in. */

import type { DataParent } from '../../yang/schema.js';
import { type Member, membersOf } from '../codec/members.js';
import type { Children, Data } from '../tree.js';

export function forEachInOrder(
  parent: DataParent,
  children: Children,
  visit: (member: Member, data: Data) => void,
): void {
  const { byQname } = membersOf(parent);
  let last = -1;
  let ordered = true;
  const found: { readonly member: Member; readonly data: Data }[] = [];
  for (const [qname, data] of children) {
    const member = byQname.get(qname);
    if (member === undefined)
      throw new Error(
        `the Tree has a child '${qname}' that is not in the schema of '${parent.kind === 'root' ? '/' : parent.qname}'`,
      );
    if (member.index < last) ordered = false;
    last = member.index;
    found.push({ member, data });
  }
  if (!ordered) found.sort((a, b) => a.member.index - b.member.index);
  for (const { member, data } of found) visit(member, data);
}
