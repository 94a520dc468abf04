/** Judges before the dispatch of a step whether its agent has the grants that the assurance profile wants. */
import { SYSTEM_USER } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import type { AssuranceProfile } from '../assurance/profile.js';
import type { Dag, DagNode } from '../model/dag.js';
import { stepPath, type WriteRecord } from '../run/facts.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { authorizationOf, type Capabilities } from './terms.js';

/** A piece of work for which an agent needs grants. */
export interface NeededGrants {
  /** The initiator of the run. */
  readonly user: string;
  readonly agent: string;
  readonly capabilities: Capabilities;
  readonly maxDepth: number;
}

/** Declared here, implemented where grants are. */
export interface StepGrants {
  /** Says which grant of the user to the agent is missing now; undefined when all is covered. */
  lack(tx: Tx, needed: NeededGrants): Promise<string | undefined>;
  /** Ends the grant of a task that has ended, with all tokens from it. */
  end(tx: Tx, grant: string): Promise<void>;
}

export interface AuthorizeNeeds {
  readonly grants: StepGrants;
  /** Returns the assurance profile of a graph. */
  readonly profileOf: (dag: Dag) => AssuranceProfile;
  readonly record: WriteRecord;
}

/** The name of this policy in notifications and records. */
const RULE = 'authorization';

export class Authorize {
  constructor(private readonly needs: AuthorizeNeeds) {}

  /** True when agents need grants that were given to them before. */
  isExplicit(dag: Dag): boolean {
    return this.needs.profileOf(dag).grants === 'explicit';
  }

  /** Returns the agents that may do a step now, in their order. @throws RpcError access-denied when none may */
  async permitted<A extends string | { readonly id: string }>(
    turn: Turn,
    node: DagNode,
    step: StepRecord,
    agents: readonly A[],
  ): Promise<readonly A[]> {
    const authorization = authorizationOf(node);
    if (!authorization) return agents;
    const permitted: A[] = [];
    let lacking: { readonly agent: string; readonly message: string } | undefined;
    for (const each of agents) {
      const agent = typeof each === 'string' ? each : each.id;
      const message = await this.#lack(turn, { ...authorization, user: turn.present.initiator, agent });
      if (message === undefined) permitted.push(each);
      else lacking ??= { agent, message };
    }
    if (permitted.length > 0 || !lacking) return permitted;
    this.#violated(turn, step, lacking);
    throw new RpcError({
      type: 'application',
      tag: 'access-denied',
      appTag: 'access-denied',
      message: lacking.message,
    });
  }

  /** Ends the grant of a task that has ended. */
  end(tx: Tx, grant: string): Promise<void> {
    return this.needs.grants.end(tx, grant);
  }

  #lack({ tx, plan }: Turn, needed: NeededGrants): Promise<string | undefined> | string | undefined {
    if (needed.user === SYSTEM_USER)
      return 'the run was started by the node itself, which has no authority to give: let a user start it';
    return this.isExplicit(plan.dag) ? this.needs.grants.lack(tx, needed) : undefined;
  }

  #violated(
    turn: Turn,
    step: StepRecord,
    { agent, message }: { readonly agent: string; readonly message: string },
  ): void {
    const { node, item, generation } = step;
    const place = { node, ...(item === 0 ? {} : { item }), generation };
    turn.note({ kind: 'policy', ...place, data: { rule: RULE, message, agent } });
    this.needs.record(turn.tx, turn.present, {
      ...{ operation: 'policy-violation', kind: 'decision', outcome: 'denied', rule: RULE },
      ...{ errorTag: 'access-denied', targets: [stepPath(step)] },
    });
  }
}

/** Returns the assignment options of a run whose agents need explicit grants. */
export function explicitOf(authorize: Pick<Authorize, 'isExplicit'>, node: DagNode, { plan: { dag } }: Turn) {
  return authorizationOf(node) && authorize.isExplicit(dag) ? { explicit: true } : {};
}
