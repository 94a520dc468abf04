/** The user of a token: its name on this node, and the groups that count. */
import type { JWTPayload } from 'jose';
import { isOfNode } from '../domain/node-issuer.js';
import type { TrustDomain } from '../domain/trust-domain.js';
import { memberName } from '../member-name.js';
import { ADMIN_GROUP, OPERATOR_GROUP, type Principal } from '../principal.js';
import { isUserName } from '../user-name.js';
import type { Issuer } from './issuer.js';
import type { Issuers } from './issuers.js';
import { ownUserOf } from './own-issuer.js';

/** Maximum length of a name: that of an owner of an agent. */
export const LONGEST_NAME = 255;
/** Maximum number of groups that are read from one token. */
const MAX_GROUPS = 256;

export type TokenUser = Pick<Principal, 'name' | 'groups' | 'kind' | 'domain'>;

/** Returns the name that a user of an issuer has on this node; undefined when the issuer may not give it. */
export function nameIn(payload: JWTPayload, issuer: Issuer, issuers: Issuers): string | undefined {
  const user = payload[issuer.userClaim];
  if (typeof user !== 'string' || !isNameFrom(user, issuer)) return undefined;
  const claim = issuers.domainOf(issuer);
  if (claim) return claim === 'former' ? undefined : memberIn(claim, user);
  if (!issuer.local) return memberName(user, issuer.issuer);
  // No local name is that of a member, whether its domain is there or gone.
  return issuers.domains.ofName(user) === undefined ? user : undefined;
}

/** Returns the user of a token, with the groups that count; undefined when it has none that is good. */
export function userOf(payload: JWTPayload, issuer: Issuer, issuers: Issuers): TokenUser | undefined {
  const { own, domains } = issuers;
  const user = own && issuers.isOwn(issuer.issuer) ? ownUserOf(payload, own) : foreignUser(payload, issuer, issuers);
  if (!user) return undefined;
  const claim = domains.ofName(user.name);
  if (claim === 'former') return undefined;
  return claim ? { name: user.name, ...claim.traits } : user;
}

function foreignUser(payload: JWTPayload, issuer: Issuer, issuers: Issuers): TokenUser | undefined {
  const name = nameIn(payload, issuer, issuers);
  if (name === undefined) return undefined;
  // A token says nothing of the kind: that of the user of this name counts.
  const kind = issuer.local ? issuers.own?.userOf(name)?.kind : undefined;
  return { name, groups: groupsIn(payload, issuer), ...(kind ? { kind } : {}) };
}

/** Returns the name of a member on this node; undefined when it is too long. */
function memberIn(domain: TrustDomain, user: string): string | undefined {
  const name = domain.spelt(user);
  return name.length > LONGEST_NAME ? undefined : name;
}

/** True for a name that an issuer may give: no name of a user has a colon, so that no other is called like an identifier or a node. */
function isNameFrom(user: string, issuer: Issuer): boolean {
  if (issuer.isSubject) return user === issuer.issuer;
  return isUserName(user) || (issuer.isNode === true && isOfNode(issuer.issuer, user));
}

function groupsIn(payload: JWTPayload, issuer: Issuer): readonly string[] {
  const claimed = payload[issuer.groupsClaim];
  const named = Array.isArray(claimed) ? claimed.filter((group) => typeof group === 'string') : [];
  return [...new Set(named.slice(0, MAX_GROUPS))].filter((group) => counts(group, issuer));
}

function counts(group: string, { local, permittedGroups }: Issuer): boolean {
  if (permittedGroups) return permittedGroups.includes(group);
  return local && group !== ADMIN_GROUP && group !== OPERATOR_GROUP;
}
