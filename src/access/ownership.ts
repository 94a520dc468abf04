/** Decides for which agents a user may act, and which rows and events concern the user. */
import type { Audience } from '../events/index.js';
import { ADMIN_GROUP, isMember, OPERATOR_GROUP, type Principal } from './principal.js';

/** Declared here, implemented by the agents: access knows users, not agents. */
export interface AgentOwnership {
  /** Returns the owners of the agent; undefined when there is no such agent. */
  ownersOf(agent: string): readonly string[] | undefined;
  /** True when the node itself executes the agent's tasks. */
  isHosted(agent: string): boolean;
  /** True when the user may know that the agent exists. */
  isFoundBy(agent: string, principal: Principal): boolean;
  /** Returns the number of the last event of an earlier agent with this identifier; 0 when there was none. */
  began(agent: string): number;
}

/**
 * True when the agent is known and the user owns it, or the agent has no owner and the user is in group `admin`, or the agent
 * itself acts for the user.
 */
export function mayActFor(principal: Principal, agent: string, ownership: AgentOwnership): boolean {
  const owners = ownership.ownersOf(agent);
  if (owners === undefined) return false;
  if (principal.agent === agent) return true;
  return owners.length === 0 ? isMember(principal, ADMIN_GROUP) : owners.includes(principal.name);
}

/**
 * True when a row or event for this audience concerns the user. Without an audience it concerns every user. A hosted agent
 * without owners needs no reader: rows between it and an agent with owners concern these owners only.
 *
 * @param event number of an event; it does not concern an agent that got its identifier later
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
