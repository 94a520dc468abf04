/** The authority of a caller as it is kept with what he asked for, so that it goes on to limit what is done for it. */

import { isPermit } from './domain/trust-domain.js';
import { areWithin, type Capability, capabilitiesOfClaim, claimOf, commonTo } from './grant/capability.js';
import type { Json } from './grant/constraint.js';
import type { Delegation } from './grant/delegation.js';
import { Link } from './grant/link.js';
import type { Usage } from './grant/usage.js';
import type { Principal } from './principal.js';

export interface StoredAuthority {
  /** Whose it is. */
  readonly subject: string;
  /** Those who acted for him, the nearest first. */
  readonly actors: readonly string[];
  readonly grant?: string;
  /** The claim jti of the token. */
  readonly token?: string;
  /** Grants and tokens from which it comes: it ends when one of them is revoked. */
  readonly lineage: readonly string[];
  /** The part of the lineage with which it began. Absent: it was never prolonged. */
  readonly first?: readonly string[];
  readonly delegation: Delegation;
  /** When it ends unless it is prolonged, in milliseconds since 1970. Absent: it ends by a revocation only. */
  readonly ends?: number;
  /** The other token issuer that vouched for the subject. Absent: none did. */
  readonly origin?: string;
  /** The limits, each as the claim `capabilities`. */
  readonly links: readonly { readonly id: string; readonly capabilities: readonly Json[] }[];
}

const GRANT = 'grant:';
const NO_DELEGATION: Delegation = { depth: 0, chain: [] };

/** Returns the authority of a caller for whom another acts, or whose authority is limited; undefined for all others. */
export function authorityOf({ name, actors = [], links = [], token }: Principal): StoredAuthority | undefined {
  if (actors.length === 0 && links.length === 0) return undefined;
  const { id, subject = name, delegation = NO_DELEGATION, lineage = [], ends, origin } = token ?? {};
  return {
    ...{ subject, actors, lineage, delegation },
    ...grantIn(lineage),
    ...(id === undefined ? {} : { token: id }),
    ...(ends === undefined ? {} : { ends }),
    ...(origin === undefined ? {} : { origin }),
    links: links.map((link) => ({ id: link.id, capabilities: claimOf(link.capabilities) })),
  };
}

/** Returns the principal within an authority: each of its limits is one of the principal, whatever he may otherwise. */
export function under(principal: Principal, stored: StoredAuthority, usageOf: (token: string) => Usage): Principal {
  const { links, subject, token, delegation, lineage, ends, origin } = stored;
  const added = links.map(({ id, capabilities }) => new Link(id, capabilitiesOfClaim(capabilities), usageOf(id)));
  return {
    ...principal,
    links: [...(principal.links ?? []), ...added],
    token: {
      ...{ ...(token === undefined ? {} : { id: token }), subject, delegation, lineage },
      ...(ends === undefined ? {} : { ends }),
      ...(origin === undefined ? {} : { origin }),
    },
  };
}

/**
 * Returns an authority that a login prolongs: it goes on to the end of that token, and ends with the revocation of that token too. It
 * never gets wider, and as narrow as the permit of its trust domain is now.
 *
 * @returns undefined when the limits of that token do not cover those of the authority
 */
export function prolonged(stored: StoredAuthority, { links = [], token }: Principal): StoredAuthority | undefined {
  const permits = new Map(links.filter(({ id }) => isPermit(id)).map((link) => [link.id, link]));
  const limits = stored.links.map(({ id, capabilities }) => {
    const [own, permit] = [capabilitiesOfClaim(capabilities), permits.get(id)];
    return { id, capabilities: permit ? bothAllow(own, permit.capabilities) : own };
  });
  const covers = (link: Link) => limits.some(({ capabilities }) => areWithin(capabilities, link.capabilities));
  if (!links.every(covers)) return undefined;
  const { first = stored.lineage } = stored;
  const lineage = [...new Set([...first, ...(token?.lineage ?? [])])];
  return {
    ...{ ...stored, lineage, first, ...grantIn(lineage) },
    ...(token?.id === undefined ? {} : { token: token.id }),
    ...(token?.ends === undefined ? {} : { ends: token.ends }),
    links: limits.map(({ id, capabilities }) => ({ id, capabilities: claimOf(capabilities) })),
  };
}

function bothAllow(one: readonly Capability[], other: readonly Capability[]): readonly Capability[] {
  if (areWithin(one, other)) return one;
  return areWithin(other, one) ? other : commonTo([one, other]);
}

function grantIn(lineage: readonly string[]): Pick<StoredAuthority, 'grant'> {
  const grant = lineage.findLast((each) => each.startsWith(GRANT))?.slice(GRANT.length);
  return grant === undefined ? {} : { grant };
}
