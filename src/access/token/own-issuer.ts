/** The node as an issuer: its own tokens need no configuration, and no configuration takes its place. */
import type { JWTPayload } from 'jose';
import { hasGroups, isMember, type Principal } from '../principal.js';
import type { Issuer } from './issuer.js';
import type { TokenKeys } from './signing.js';

export interface OwnIssuer {
  readonly keys: TokenKeys;
  /** The claims iss and aud; undefined before the node listens, and without RESTCONF. */
  readonly name: () => string | undefined;
  /** Returns the user of this node with the name. */
  readonly userOf: (name: string) => Principal | undefined;
}

/** Seconds by which a token may outlive what it was issued with: none is issued for longer. */
const MAX_LIFETIME = 3_600;
const CLOCK_SKEW = 5;
const MAX_NAME = 255;

/** Returns the node as an issuer, as it is now. */
export function issuerOfNode({ keys, name }: OwnIssuer): Issuer | undefined {
  const issuer = name();
  if (issuer === undefined) return undefined;
  return {
    ...{ issuer, audiences: [issuer], keys: { kind: 'inline', text: '' }, algorithms: ['EdDSA'] },
    ...{ userClaim: 'sub', groupsClaim: 'groups', local: true, permittedGroups: undefined, proofOfPossession: false },
    ...{ clockSkew: CLOCK_SKEW, maxLifetime: MAX_LIFETIME, identity: keys.identity },
    keySet: async ({ kid = '' }) => {
      const key = keys.verifying(kid);
      if (key) return key;
      throw new UnknownKey(`no key ${kid} signs or signed tokens of this node`);
    },
  };
}

/** A token names a key that is none, or none any more. */
export class UnknownKey extends Error {}

/**
 * Returns name and groups of the user of an own token; undefined when he is no user any more. The claim `groups` is there where the
 * subject had other groups than the user of his name.
 */
export function ownUserOf(
  payload: JWTPayload,
  { userOf }: OwnIssuer,
): Pick<Principal, 'name' | 'groups' | 'kind'> | undefined {
  const { sub: name, groups } = payload;
  if (typeof name !== 'string' || name.length > MAX_NAME) return undefined;
  const user = userOf(name);
  const kind = user?.kind ? { kind: user.kind } : {};
  if (Array.isArray(groups)) {
    const texts = groups.filter((group) => typeof group === 'string');
    // A user of this node has none that he has lost since.
    return { name, groups: user ? texts.filter((group) => isMember(user, group)) : texts, ...kind };
  }
  return user && { name, groups: user.groups, ...kind };
}

/** True while the user of an own token is there, with the same groups. */
export function isSameUser(payload: JWTPayload, groups: readonly string[], { userOf }: OwnIssuer): boolean {
  if (payload.groups !== undefined) return true;
  const user = userOf(payload.sub ?? '');
  return user !== undefined && hasGroups(user, groups);
}
