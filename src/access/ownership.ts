/** For which agents a user may act, and which rows and events concern the user. */
import type { Audience } from '../events/index.js';
import { ADMIN_GROUP, isMember, OPERATOR_GROUP, type Principal } from './principal.js';

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

/**
 * True when a row or event for this audience concerns the user; without an audience it is for everyone. An agent that
 * runs inside the node needs nobody to read its tasks: where it has no owner, what goes between it and somebody's agent
 * concerns that somebody only.
 *
 * @param event the number of an event: it does not concern an agent that got its identifier later
 */
export function sees(
  principal: Principal,
  audience: Audience | undefined,
  ownership: AgentOwnership,
  event: number = Number.POSITIVE_INFINITY,
): boolean {
  if (audience === undefined || isMember(principal, OPERATOR_GROUP)) return true;
  if (audience.users?.includes(principal.name)) return true;
  const agents = (audience.agents ?? []).filter((agent) => ownership.began(agent) < event);
  if (principal.agent !== undefined && agents.includes(principal.agent)) return true;
  const nobodys = agents.filter((agent) => ownership.ownersOf(agent)?.length === 0);
  const onlyNobodys = nobodys.length === agents.length;
  return agents.some(
    (agent) =>
      mayActFor(principal, agent, ownership) && (onlyNobodys || !nobodys.includes(agent) || !ownership.isHosted(agent)),
  );
}
