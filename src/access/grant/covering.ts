/** Finds the grants of one user to another that allow what a piece of work needs. */
import type { Tx } from '../../store/index.js';
import { areWithin, type Capability } from './capability.js';
import type { Grant, Grants } from './grants.js';

/** A piece of work for which an agent needs grants. */
export interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly capabilities: readonly Capability[];
  /** How often the agent may hand the capabilities on. */
  readonly maxDepth: number;
}

export interface CoverageNeeds {
  readonly grants: Grants;
  /** Knows what is revoked. */
  readonly revocations: { hasAny(lineage: readonly string[]): boolean };
}

/** The grants that cover what is wanted, or the first capability that none of them covers. */
export type Coverage = { readonly grants: readonly Grant[] } | { readonly lacking: Capability };

/**
 * Looks for a grant in force for each capability, as of now: grants never add up, so one grant covers a whole capability. Among several
 * it takes the one that ends last.
 */
export async function coverage(
  { grants, revocations }: CoverageNeeds,
  tx: Tx,
  { from, to, capabilities, maxDepth }: Wanted,
): Promise<Coverage> {
  const given = await grants.between(tx, from, to);
  const inForce = given.filter((grant) => grant.maxDepth >= maxDepth && !revocations.hasAny(grant.lineage));
  const used = new Set<Grant>();
  for (const each of capabilities) {
    const grant = inForce.find((one) => areWithin([each], one.capabilities));
    if (!grant) return { lacking: each };
    used.add(grant);
  }
  return { grants: [...used] };
}
