/** Detects data of more than one case of a choice (RFC 7950 §7.9, §8.3.1). */

import type { Data } from '../tree.js';
import { formatStep } from '../values/instance-path/format.js';
import type { Member, Members } from './members.js';
import { excludes } from './members.js';
import type { DecodeRun } from './run.js';

/**
 * Notes a fault for each node that exists beside a node of another case of the same choice. An edit may remove one case
 * and set another.
 */
export function checkCases(
  members: Members,
  children: ReadonlyMap<string, Data>,
  run: DecodeRun,
  module: string | undefined,
): void {
  let before: Member[] | undefined;
  for (const [qname, data] of children) {
    const member = members.byQname.get(qname);
    if (member === undefined || member.cases.length === 0 || isRemoval(data)) continue;
    const rival = before?.find((other) => excludes(other.cases, member.cases));
    if (rival === undefined) {
      before ??= [];
      before.push(member);
    } else {
      run.fault(
        'bad-element',
        `'${member.schema.name}' and '${rival.schema.name}' belong to different cases of the choice '${member.cases[0]?.choice.name}': only one of them may be there`,
        formatStep(member.schema, undefined, module),
        { 'bad-element': member.schema.name },
        { schema: member.schema },
      );
    }
  }
}

function isRemoval(data: Data): boolean {
  if (data.kind === 'list' || data.kind === 'leaf-list') {
    for (const entry of data.entries) if (!isRemoved(entry.meta?.operation)) return false;
    return true;
  }
  return isRemoved(data.meta?.operation);
}

const isRemoved = (operation: string | undefined): boolean => operation === 'delete' || operation === 'remove';
