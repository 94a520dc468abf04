/** The terms of a grant, as tokens that are issued from it have them. */
import { type Grant, grantMark } from '../grant/grants.js';
import { hasGroups, type Principal } from '../principal.js';
import type { TokenContent } from './claims.js';
import { TokenFault } from './fault.js';
import type { IssuingNeeds } from './issuing-needs.js';
import type { Revocations } from './revocations.js';

/** Returns what a grant says of a token: for whom, who acts, and within which limits. */
export function contentOf({ from, to, actors, capabilities, depth, maxDepth }: Grant) {
  return {
    ...{ subject: from, actors: [to, ...actors], capabilities },
    delegation: {
      depth,
      maxDepth: depth + maxDepth,
      chain: [...actors]
        .reverse()
        .concat(to)
        .slice(-(depth + 1)),
    },
  };
}

/** Returns the lineage of what comes from several grants. */
export function lineageOf(grants: readonly Grant[]): readonly string[] {
  return [...new Set(grants.flatMap(({ id, lineage }) => [...lineage, grantMark(id)]))];
}

export function ended(): TokenFault {
  return new TokenFault('invalid_grant', 'the grant has ended', 'aap_capability_expired');
}

export function unknownGrant(id: string): TokenFault {
  return new TokenFault('invalid_grant', `there is no grant "${id}" of yours`);
}

/** @throws TokenFault for a grant that was revoked, has ended or has not begun */
export function requireInForce({ notBefore, expires, revoked, lineage }: Grant, revocations: Revocations): void {
  if (revoked !== undefined || revocations.hasAny(lineage))
    throw new TokenFault('invalid_grant', 'the grant has been revoked', 'aap_capability_expired');
  if (expires <= Date.now()) throw ended();
  if (notBefore !== undefined && notBefore > Date.now())
    throw new TokenFault('invalid_grant', 'the grant has not begun', 'aap_capability_expired');
}

/**
 * A subject that came in with other groups than the user of his name, as with a token of another issuer, or is no user of this node, keeps these:
 * no token gives more than its subject had.
 */
export function groupsOf(
  { userOf }: Pick<IssuingNeeds, 'userOf'>,
  { name, groups }: Principal,
): Pick<TokenContent, 'groups'> {
  const user = userOf(name);
  return user && hasGroups(user, groups) ? {} : { groups };
}
