/** Who comes into the directory, and how much: `/yangent-agents:agents/policy`. */
import { booleanOf, isMembers, type Members, numberOf } from '../data/rfc7951/members.js';

export interface AgentPolicy {
  readonly operatorApproval: boolean;
  readonly ownerApproval: boolean;
  readonly maxAgents: number;
  readonly maxAgentsPerOwner: number;
  /** Octets of JSON text. */
  readonly maxDescriptionSize: number;
}

/** @param value of the container; what is absent has the default of the model */
function agentPolicy(value: unknown): AgentPolicy {
  const members: Members = isMembers(value) ? value : {};
  return {
    operatorApproval: booleanOf(members, 'operator-approval') ?? false,
    ownerApproval: booleanOf(members, 'owner-approval') ?? false,
    maxAgents: numberOf(members, 'max-agents') ?? 1_000_000,
    maxAgentsPerOwner: numberOf(members, 'max-agents-per-owner') ?? 100,
    maxDescriptionSize: numberOf(members, 'max-description-size') ?? 262_144,
  };
}

/** The policy in force: follows running. */
export class CurrentPolicy {
  #policy = agentPolicy(undefined);

  get now(): AgentPolicy {
    return this.#policy;
  }

  follow(value: unknown): void {
    this.#policy = agentPolicy(value);
  }
}
