/** Decides which rows and events concern a user. */
import type { Audience } from '../events/index.js';
import { type AgentOwnership, mayActFor } from './acting-for.js';
import { isMember, OPERATOR_GROUP, type Principal } from './principal.js';

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
  if (audience.groups?.some((group) => isMember(principal, group))) return true;
  const agents = (audience.agents ?? []).filter((agent) => ownership.began(agent) < event);
  if (principal.agent !== undefined && agents.includes(principal.agent)) return true;
  const nobodys = agents.filter((agent) => ownership.ownersOf(agent)?.length === 0);
  const onlyNobodys = nobodys.length === agents.length;
  return agents.some(
    (agent) =>
      mayActFor(principal, agent, ownership) && (onlyNobodys || !nobodys.includes(agent) || !ownership.isHosted(agent)),
  );
}
