/** The grants that operations on grants and tokens are about, for persons who approve them. */
import { grantOfMark } from '../../../access/index.js';
import { textOf } from '../../../data/rfc7951/members.js';
import type { OperationTargets } from '../../approval-sources.js';
import { inputInUse } from '../../values-in-use.js';
import type { GrantNeeds } from './grants.js';

/** The members of inputs that have tokens. */
const TOKENS = ['subject-token', 'actor-token', 'token'] as const;

/** Returns the targets by the operation. A token is shown to voters as digest, so the grants from which it comes are named. */
export function grantTargets({ access }: Pick<GrantNeeds, 'access'>): ReadonlyMap<string, OperationTargets> {
  const ofGrant: OperationTargets = async (_caller, input) => {
    const grant = textOf(inputInUse(input), 'grant');
    return grant === undefined ? [] : [pathOf(grant)];
  };
  const ofTokens: OperationTargets = async ({ source }, input) => {
    const members = inputInUse(input);
    const marks: string[] = [];
    for (const name of TOKENS) {
      const token = textOf(members, name);
      const held = token === undefined ? undefined : await access.heldToken(token, source);
      marks.push(...(held?.authority.lineage ?? []));
    }
    return [...new Set(marks.flatMap((mark) => grantOfMark(mark) ?? []))].map(pathOf);
  };
  return new Map([
    ['yangent-access:revoke', ofGrant],
    ['yangent-access:issue-token', ofGrant],
    ['yangent-access:exchange-token', ofTokens],
    ['yangent-access:revoke-token', ofTokens],
  ]);
}

function pathOf(grant: string): string {
  const quote = grant.includes("'") ? '"' : "'";
  return `/yangent-access:grants/grant[id=${quote}${grant}${quote}]`;
}
