/** An authenticated caller. */
export interface Principal {
  readonly name: string;
  readonly groups: readonly string[];
  /** A recovery session (RFC 8341 §2.3): access control does not hold for it. */
  readonly recovery?: true;
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
export const SYSTEM: Principal = { name: SYSTEM_USER, groups: [ADMIN_GROUP, OPERATOR_GROUP], recovery: true };

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
  if (!owner) return { name: nameOfAgent(agent), groups: [], agent };
  const groups = owner.groups.filter((group) => !WITHHELD.includes(group) || withGroups.includes(group));
  return { name: owner.name, groups, agent };
}

export function isMember(principal: Principal, group: string): boolean {
  return principal.groups.includes(group);
}

/** True when no entry of the configuration is hidden from the principal because it belongs to another user. */
export function knowsAll(principal: Principal): boolean {
  return isMember(principal, ADMIN_GROUP) || isMember(principal, OPERATOR_GROUP);
}
