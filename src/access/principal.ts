import type { Delegation } from './grant/delegation.js';
import type { Link } from './grant/link.js';

/** The kind of a caller: a human being, a program that acts by itself, or a node. */
export type PrincipalKind = 'person' | 'agent' | 'node';

/** How a caller proved to be the user. */
export type AuthenticationMethod = 'password' | 'public-key' | 'ssh-certificate' | 'tls-certificate' | TokenMethod;

/**
 * How a caller proved to be the user of a token: by the token alone, with a signature of its key (RFC 9449), or on a TLS connection
 * with its client certificate (RFC 8705). A token that is bound to both has both methods.
 */
export type TokenMethod = 'bearer' | 'dpop' | 'mtls-token';

/** An authenticated caller. */
export interface Principal {
  readonly name: string;
  readonly groups: readonly string[];
  /** Default: person. */
  readonly kind?: PrincipalKind;
  /** The trust domain of which the caller is a member. The name tells it already (`nameOfMember`). Absent: none. */
  readonly domain?: string;
  /** The methods of the login, in their order. Absent: there was no login, as for work of the node itself. */
  readonly methods?: readonly AuthenticationMethod[];
  /** A recovery session (RFC 8341 §2.3): access control does not hold for it. */
  readonly recovery?: true;
  /** Those who act for the user by a token, the nearest first (RFC 8693 §4.1). */
  readonly actors?: readonly string[];
  /** Limits of the authority: each must allow what is done, beside access control. Absent: there are none. */
  readonly links?: readonly Link[];
  /** The token of the login. */
  readonly token?: {
    /** Its claim jti. */
    readonly id?: string;
    /** Whose authority it is, where the principal works within it. Default: his own. */
    readonly subject?: string;
    readonly delegation: Delegation;
    /** Grants and tokens from which it comes, and itself. */
    readonly lineage: readonly string[];
    /** The other issuer that vouched for the subject, by this token or one before: it is good for as long as that counts. */
    readonly origin?: string;
    /** When what was done with it must be proved anew, in milliseconds since 1970. Absent: never. */
    readonly ends?: number;
  };
  /** The hosted agent that acts for the user; it may also act as itself, whichever user owns it. */
  readonly agent?: string;
  /** When the credential of the login ends, in milliseconds since 1970. Absent: it has no end of its own. */
  readonly expires?: number;
}

/** Group whose members may do everything that the models offer. They see the rows and events of their agents. */
export const ADMIN_GROUP = 'admin';
/** Group whose members see the rows and events of all users, to watch, approve and stop. */
export const OPERATOR_GROUP = 'operator';

/** The name of the node itself, which no user may have. */
export const SYSTEM_USER = 'system';

/** The name given to a user of an earlier version that was called `system`. */
export const RENAMED_SYSTEM_USER = 'former-system';

/** The principal of the node for its own work: a recovery session (RFC 8341 §2.3) without login. */
export const SYSTEM: Principal = {
  name: SYSTEM_USER,
  groups: [ADMIN_GROUP, OPERATOR_GROUP],
  kind: 'node',
  recovery: true,
};

/** Stands before the identifier of an agent that acts for itself; no user name has a colon. */
const AGENT = 'agent:';

/** Returns the name under which a hosted agent acts for itself. */
export function nameOfAgent(agent: string): string {
  return `${AGENT}${agent}`;
}

/** Returns the agent that acts for itself under this name; undefined for the name of a user. */
export function agentOfName(name: string): string | undefined {
  return name.startsWith(AGENT) ? name.slice(AGENT.length) : undefined;
}

/** Groups that an agent gets from its owner only when the configuration says so. */
const WITHHELD: readonly string[] = [ADMIN_GROUP, OPERATOR_GROUP];

/**
 * Returns the principal of a hosted agent: its owner, without the groups admin and operator unless `withGroups` names them;
 * without an owner the agent itself, in no group.
 */
export function principalOfAgent(agent: string, owner?: Principal, withGroups: readonly string[] = []): Principal {
  if (!owner) return { name: nameOfAgent(agent), groups: [], kind: 'agent', agent };
  const groups = owner.groups.filter((group) => !WITHHELD.includes(group) || withGroups.includes(group));
  return { name: owner.name, groups, kind: 'agent', agent };
}

const unlimited = new WeakMap<Principal, Principal>();

/** Returns the principal by access control alone; the same object each time. */
export function withoutLinks(principal: Principal): Principal {
  if (!principal.links) return principal;
  const known = unlimited.get(principal);
  if (known) return known;
  const { links: _links, ...rest } = principal;
  unlimited.set(principal, rest);
  return rest;
}

export function isMember(principal: Principal, group: string): boolean {
  return principal.groups.includes(group);
}

/** True for a person who speaks by itself: no agent of the node and no actor of a token acts for it. */
export function isPersonItself({ kind = 'person', agent, actors = [] }: Principal): boolean {
  return kind === 'person' && agent === undefined && actors.length === 0;
}

/** True when the groups of the principal are these. */
export function hasGroups(principal: Principal, groups: readonly string[]): boolean {
  return principal.groups.length === groups.length && groups.every((group) => isMember(principal, group));
}

/** True when no entry of the configuration is hidden from the principal because it belongs to another user. */
export function knowsAll(principal: Principal): boolean {
  return isMember(principal, ADMIN_GROUP) || isMember(principal, OPERATOR_GROUP);
}
