import type { Dag } from '../model/dag.js';
import type { StepState } from '../model/states.js';

/** The states of a step, those first that a reader looks for first. */
export const SHOWN_STATES: readonly StepState[] = [
  'failed',
  'compensating',
  'suspended',
  'awaiting-approval',
  'executing',
  'ready',
  'pending',
  'completed',
  'skipped',
  'canceled',
  'rolled-back',
];

/** How far a step with for-each has come. */
export interface ItemCounts {
  /** Items that are completed. */
  readonly done: number;
  /** Items that failed. */
  readonly failed: number;
  /** All items. */
  readonly of: number;
}

/** The step of a node in a run. */
export interface StepPicture {
  readonly state: StepState;
  /** The agent that does the task, once there is one. */
  readonly agent?: string;
  /** Number of the attempt, from 1. The first one is not mentioned. */
  readonly attempt?: number;
  readonly items?: ItemCounts;
  /** Why the step is in this state, for example the code of its error. At most 60 characters are shown. */
  readonly note?: string;
}

/** The content of a picture: a graph and, for a run, the states of its steps. */
export interface PictureOf {
  readonly dag: Dag;
  /** Name of the definition. */
  readonly name: string;
  /** The state of the run. */
  readonly state?: string;
  /** The steps of the run by the names of their nodes. A node without an entry is pending. Absent: a definition, not a run. */
  readonly steps?: ReadonlyMap<string, StepPicture>;
  /** Names of the nodes of the critical path, in its order. */
  readonly criticalPath?: readonly string[];
}
