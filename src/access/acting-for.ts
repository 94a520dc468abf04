/** For which agents a user may act. */
import { ADMIN_GROUP, isMember, type Principal } from './principal.js';

/** Declared here, implemented by the agents: access knows users, not agents. */
export interface AgentOwnership {
  /** The users who own the agent; undefined when there is no such agent. */
  ownersOf(agent: string): readonly string[] | undefined;
  /** Whether the node itself executes the agent's tasks. */
  isHosted(agent: string): boolean;
  /** Whether the user may know that there is such an agent. */
  isFoundBy(agent: string, principal: Principal): boolean;
  /** The number of the last event that is of an earlier agent with this identifier; 0 where there was none. */
  began(agent: string): number;
}

/**
 * True when the user owns the agent, nobody does and the user is in group `admin`, or the agent acts for the user. Nobody acts
 * for an unknown agent.
 */
export function mayActFor(principal: Principal, agent: string, ownership: AgentOwnership): boolean {
  const owners = ownership.ownersOf(agent);
  if (owners === undefined) return false;
  if (principal.agent === agent) return true;
  return owners.length === 0 ? isMember(principal, ADMIN_GROUP) : owners.includes(principal.name);
}
