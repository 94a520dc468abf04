/** The authority in the claims of a token (AAP, RFC 8693): who acts, within which limits, and from which tokens it comes. */
import { createHash } from 'node:crypto';
import { isObject } from '../../data/index.js';
import { CapabilityFault, capabilitiesOfClaim } from '../grant/capability.js';
import type { Delegation } from '../grant/delegation.js';
import { Link } from '../grant/link.js';
import type { Usage } from '../grant/usage.js';

export interface TokenAuthority {
  /** The claim jti; absent in tokens without one. */
  readonly id?: string;
  /** Those who act for the user, the nearest first. */
  readonly actors: readonly string[];
  /** The limits; undefined: none. */
  readonly link?: Link;
  readonly delegation: Delegation;
  /** Grants and tokens from which it comes, and itself: it is worth nothing when one of them is revoked. */
  readonly lineage: readonly string[];
}

/** A token whose claims about authority contradict each other or have a wrong form: it is not good. */
export class AuthorityFault extends Error {}

/** Maximum number of actors, and of tokens from which one comes. */
export const MAX_ACTORS = 16;
const MAX_NAME = 255;
/** Names stand in records and lists: like names of users, they have no line ends and nothing that cannot be seen. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Reads the authority in the claims of a token whose signature was checked.
 *
 * @param usageOf gives the counts of a token by the first mark of its lineage
 * @param foreign its issuer, if that is not the node: what it says of a lineage counts for nothing
 * @throws AuthorityFault
 */
export function authorityIn(
  payload: Readonly<Record<string, unknown>>,
  usageOf: (mark: string) => Usage,
  foreign?: string,
): TokenAuthority {
  const { jti, act, capabilities, agent, delegation, lineage } = payload;
  const id = jti === undefined ? undefined : name(jti, 'jti');
  const own = id === undefined ? [] : [foreign === undefined ? id : foreignMark(foreign, id)];
  const marks = foreign === undefined ? [...names(lineage ?? [], 'lineage'), ...own] : own;
  const actors = act === undefined ? [] : actorsIn(act);
  // A token of AAP names its agent: then it has limits, and without any it would be good for everything.
  if (capabilities === undefined && agent !== undefined)
    throw new AuthorityFault('it names an agent but no capabilities');
  return {
    ...(id === undefined ? {} : { id }),
    actors,
    ...(capabilities === undefined ? {} : { link: linkIn(capabilities, marks[0], usageOf) }),
    delegation: delegationIn(delegation),
    lineage: marks,
  };
}

/** Stands before the marks of tokens of other issuers. */
const FOREIGN = 'jwt:';

/** True for the mark of a token of another issuer. */
export function isForeignMark(mark: string): boolean {
  return mark.startsWith(FOREIGN);
}

/** Returns the mark of a token of another issuer: issuers may give the same identifier. @param id its claim jti */
export function foreignMark(issuer: string, id: string): string {
  return `${FOREIGN}${createHash('sha256').update(`${issuer}\0${id}`).digest('base64url')}`;
}

function linkIn(claim: unknown, id: string | undefined, usageOf: (token: string) => Usage): Link {
  try {
    return new Link(id ?? '', capabilitiesOfClaim(claim), id === undefined ? undefined : usageOf(id));
  } catch (error) {
    throw error instanceof CapabilityFault ? new AuthorityFault(error.message) : error;
  }
}

/** Reads the claim `act`, in which each actor holds the one before it. */
function actorsIn(act: unknown): readonly string[] {
  const actors: string[] = [];
  for (let each: unknown = act; each !== undefined; ) {
    if (!isObject(each) || actors.length >= MAX_ACTORS) throw new AuthorityFault('its claim act cannot be read');
    const { sub, act: before }: Record<string, unknown> = { ...each };
    actors.push(name(sub, 'act'));
    each = before;
  }
  return actors;
}

function delegationIn(claim: unknown): Delegation {
  if (claim === undefined) return { depth: 0, chain: [] };
  if (!isObject(claim)) throw new AuthorityFault('its claim delegation cannot be read');
  const { depth, max_depth: maxDepth, chain }: Record<string, unknown> = { ...claim };
  if (!isCount(depth) || (maxDepth !== undefined && !isCount(maxDepth)))
    throw new AuthorityFault('its claim delegation cannot be read');
  const holders = names(chain ?? [], 'delegation');
  if (chain !== undefined && holders.length !== depth + 1) throw new AuthorityFault('its chain has another length');
  if (maxDepth !== undefined && depth > maxDepth) throw new AuthorityFault('it is handed on too often');
  return { depth, ...(maxDepth === undefined ? {} : { maxDepth }), chain: holders };
}

function names(claim: unknown, of: string): readonly string[] {
  if (!Array.isArray(claim) || claim.length > MAX_ACTORS) throw new AuthorityFault(`its claim ${of} cannot be read`);
  return claim.map((each: unknown) => name(each, of));
}

function name(value: unknown, of: string): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME && !UNREADABLE.test(value))
    return value;
  throw new AuthorityFault(`its claim ${of} cannot be read`);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
