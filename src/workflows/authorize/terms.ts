/** The authority of the agent of a node, for the initiator of a run. */
import type { DagNode } from '../model/dag.js';
import type { Turn } from '../run/turn.js';

export type Capabilities = NonNullable<NonNullable<DagNode['authorization']>['capability']>;

export interface Authorization {
  /** At least one. */
  readonly capabilities: Capabilities;
  /** How often the agent may hand them on. */
  readonly maxDepth: number;
  /** True: each answer to the agent has a new token. */
  readonly isFresh: boolean;
}

/** Returns the authorization of a node with the defaults in use; undefined for one whose agent gets no authority. */
export function authorizationOf({ authorization }: Pick<DagNode, 'authorization'>): Authorization | undefined {
  const given: Partial<NonNullable<DagNode['authorization']>> = authorization ?? {};
  const { capability: capabilities = [], 'max-delegation': maxDepth = 0, 'fresh-token': isFresh = false } = given;
  return capabilities.length === 0 ? undefined : { capabilities, maxDepth, isFresh };
}

/** Milliseconds for which a grant holds at most: a little less than access control permits. */
const LONGEST = 365 * 86_400_000;

/**
 * Returns what a task delegates to its agent; undefined when that is nothing.
 *
 * @param deadline of the task, in milliseconds since 1970; absent: it has none
 */
export function delegationOf({ now }: Pick<Turn, 'now'>, node: DagNode, deadline: number | undefined) {
  const authorization = authorizationOf(node);
  if (!authorization) return undefined;
  const { capabilities, maxDepth } = authorization;
  const expires = Math.min(deadline ?? Number.POSITIVE_INFINITY, now + LONGEST);
  return { capability: [...capabilities], expires: new Date(expires).toISOString(), 'max-depth': maxDepth };
}
