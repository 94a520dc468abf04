/** Decides for which agents a user may act. */
import { ownerNamesOf } from './domain/member.js';
import { ADMIN_GROUP, isMember, knowsAll, type Principal } from './principal.js';

/** Declared here, implemented by the agents: access knows users, not agents. */
export interface AgentOwnership {
  /** Returns the owners of the agent; undefined when there is no such agent. */
  ownersOf(agent: string): readonly string[] | undefined;
  /** Returns the trust domains of the agent: that of its node, and those of its owners; none when there is no such agent. */
  trustDomainsOf(agent: string): readonly string[];
  /** True when the node itself executes the agent's tasks. */
  isHosted(agent: string): boolean;
  /** True when the user may know that the agent exists. */
  isFoundBy(agent: string, principal: Principal): boolean;
  /** Returns the number of the last event of an earlier agent with this identifier; 0 when there was none. */
  began(agent: string): number;
}

/**
 * True when the agent is known and the user or its whole trust domain owns it, or the agent has no owner and the user is in group `admin`, or the agent
 * itself acts for the user.
 */
export function mayActFor(principal: Principal, agent: string, ownership: AgentOwnership): boolean {
  const owners = ownership.ownersOf(agent);
  if (owners === undefined) return false;
  if (principal.agent === agent) return true;
  return owners.length === 0
    ? isMember(principal, ADMIN_GROUP)
    : ownerNamesOf(principal.name).some((name) => owners.includes(name));
}

/** True when the principal may know that the agent is there. */
export function mayKnowOf(
  principal: Principal,
  agent: string,
  ownership: Pick<AgentOwnership, 'ownersOf' | 'isFoundBy'>,
): boolean {
  return ownership.isFoundBy(agent, principal) || (knowsAll(principal) && ownership.ownersOf(agent) !== undefined);
}
