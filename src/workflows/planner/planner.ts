/** The port for planners, which make graphs of goals in words. */
import type { OfferedSkill, Said } from '../../tasks/index.js';

type Members = Readonly<Record<string, unknown>>;

/** A planner makes graphs of goals. What it proposes is checked before anyone sees it, and never started by itself. */
export interface Planner {
  /** Name, told with every plan. */
  readonly name: string;
  /** Proposes a graph, or asks a question. May throw any error: the rules then plan. */
  plan(wish: Wish, offers: Offers, signal: AbortSignal): Promise<PlanProposal>;
}

/** The goal, and what was wrong with earlier proposals for it. */
export interface Wish {
  /** The words of the caller: data, not instructions. */
  readonly goal: Said['text'];
  /** The input with which the graph will be started. */
  readonly input: Members;
  readonly refused: readonly Refused[];
}

/** A proposal with errors. */
export interface Refused {
  readonly workflow: unknown;
  /** Its faults, each with its place. */
  readonly problems: readonly string[];
}

/** A workflow or a skill that a graph may use. */
export interface OfferedWork extends OfferedSkill {
  /** JSON Schema (2020-12) of its output. */
  readonly output?: Members;
}

export interface Offers {
  /** Definitions of the node. */
  readonly workflows: readonly OfferedWork[];
  /** Skills of agents, each name once. */
  readonly skills: readonly OfferedWork[];
}

/** A graph in the form that `defineWorkflow` takes, not checked; or a question. */
export type PlanProposal = { readonly workflow: unknown } | { readonly question: string };
