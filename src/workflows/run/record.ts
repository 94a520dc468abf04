/** A run and its steps as the node stores them. Records never change: a change makes another record. */
import type { TaskError } from '../../tasks/index.js';
import type { RunState, StepState } from '../model/states.js';

/** An error as a run stores it. */
export interface StoredError extends TaskError {
  /** In a sealed run: digest of its message and diagnostic, which are not here. */
  readonly text?: string;
}

/** How far a run has come. */
export interface Progress {
  /** Number of nodes that have not ended, those of `finally` not counted. */
  readonly open: number;
  /** Number of steps that were launched and have not ended. */
  readonly active: number;
  /** Number of tasks and child runs that count for `max-parallel`. */
  readonly live: number;
  /** Number of ready steps that were not launched. */
  readonly waiting: number;
  /** Number of steps that wait for no other and have become ready; undefined once all of them have. */
  readonly begun?: number;
  /** Node and item of steps that have ended, and from which edges lead that are still to be decided. */
  readonly behind?: readonly (readonly [node: string, item: number])[];
  /** The node whose failure lets no other step begin (`others finish`). */
  readonly failing?: string;
  /** Nodes whose failures wait for the decision of a person (`escalate`). */
  readonly undecided?: readonly string[];
  /** The final state that was decided; its unfinished steps are canceled, and nodes of `finally` run before it is reached. */
  readonly ending?: Ending;
  /** True while pending steps are still to be looked at after a step was mended. */
  readonly deciding?: true;
  /** Nodes whose failures a person let pass (`resume`). */
  readonly accepted?: readonly string[];
  /** True for a run that goes on after a failure: it fails again in the end when other steps have failed as well. */
  readonly reopened?: true;
  /** True for a run that failed because its output could not be computed. */
  readonly outputFailed?: true;
  /** Number of nodes of `finally` that have ended, and what is said of one that failed. */
  readonly finished?: number;
  readonly lastFailure?: string;
  /** Nodes with for-each whose items are being canceled. */
  readonly canceling?: readonly string[];
  /** The pause or resume that has not reached all of its tasks and child runs. */
  readonly below?: Below;
  /** True while the run is paused because the one above it is. */
  readonly pausedAbove?: true;
  /** Number of the last signal. */
  readonly signals?: number;
  /** Number of the last checkpoint, and when it was made, in milliseconds since 1970. Absent: the run has its first one only. */
  readonly checkpoint?: { readonly number: number; readonly at: number };
  /** Number of steps that have ended since the last checkpoint. */
  readonly sinceCheckpoint?: number;
  /** Number of checkpoints that agents took since a step has last ended. */
  readonly takenByAgents?: number;
  /** Number of the last gate, and those who have a vote in one of the gates, who see the run. */
  readonly gates?: number;
  readonly voters?: Voters;
  /** Number of the last way back to a checkpoint. */
  readonly rollbacks?: number;
  /** Number of those that followed from failures. */
  readonly ownRollbacks?: number;
  /** The way back that the run is on. */
  readonly rollback?: Back;
  /** The tasks by which the assigner of the run has it go back: they end once the run is back. */
  readonly backFor?: readonly string[];
  /** The failure after which the run goes back, by its graph. */
  readonly wantsBack?: WantsBack;
  /** The graphs that the run executed before it was migrated, the first one first. */
  readonly past?: readonly PastGraph[];
  /** Nodes by the names that they have in the identifiers of earlier tasks, with their present names. */
  readonly renamed?: readonly { readonly from: string; readonly to: string }[];
}

/** A graph that a run executed before it was migrated. */
export interface PastGraph {
  readonly digest: string;
  readonly version: string;
  readonly revision?: number;
  /** Number of the last event under it. */
  readonly until: number;
}

/** Groups and users who have a vote in a run. */
export interface Voters {
  readonly groups: readonly string[];
  readonly users: readonly string[];
}

/** A way back to a checkpoint that was asked for by a graph or a person, and is not begun. */
export interface WantsBack {
  /** `start`: to the first checkpoint. Else to the newest one before this node became ready. */
  readonly to: 'start' | { readonly before: string };
  readonly next: 'resume' | 'end';
  readonly reason: string;
}

/** A way back to a checkpoint. */
export interface Back {
  readonly number: number;
  /** Number of the checkpoint, and of the last event before it. */
  readonly to: number;
  readonly sequence: number;
  readonly next: 'resume' | 'pause' | 'end';
  readonly reason?: string;
  readonly by: string;
  readonly phase: 'beginning' | 'stopping' | 'notifying' | 'answers' | 'compensating' | 'undoing' | 'renewing';
  /** The last step that the phase has reached. */
  readonly after?: readonly [node: string, item: number];
  /** Milliseconds that the run had until its deadline. */
  readonly left?: number;
}

/** A pause, or its end, on its way to the tasks and child runs of a run. */
export interface Below {
  readonly act: 'pause' | 'resume';
  /** User or agent that caused it. */
  readonly by: string;
  /** True: tasks are suspended. */
  readonly suspends?: true;
  /** True: tasks go on that an earlier pause has suspended, which a resume did not reach. */
  readonly resumes?: true;
  /** The last step that it has reached. */
  readonly after?: readonly [node: string, item: number];
}

export interface Ending {
  readonly state: 'completed' | 'failed' | 'canceled' | 'rolled-back';
  readonly reason?: string;
  readonly error?: StoredError;
  /** The node whose failure caused it. */
  readonly cause?: string;
  /** True once its unfinished steps are canceled. */
  readonly settled?: true;
}

/** The trigger that started a run, and the value of its key for this run. */
export interface Cause {
  readonly trigger: string;
  readonly key: string;
}

/** The step whose child a run is. */
export interface ParentStep {
  readonly run: string;
  readonly node: string;
  readonly item: number;
}

export interface RunRecord {
  readonly id: string;
  readonly runKey?: string;
  readonly definition?: string;
  readonly revision?: number;
  /** Number of the revision that was asked for; undefined: the present content of the definition. */
  readonly asked?: number;
  readonly version: string;
  /** Digest of its graph. */
  readonly digest: string;
  readonly coordinator: string;
  /** The user with whose rights it acts. */
  readonly initiator: string;
  /** Set when the initiator is no user of the node, but one that a token named. */
  readonly guest?: true;
  readonly parent?: ParentStep;
  /** Number of runs above it. */
  readonly depth: number;
  /** The task of the coordinator that it executes. */
  readonly task?: string;
  readonly cause?: Cause;
  /** Number of triggers that led to it, one by the runs of another. */
  readonly triggerDepth: number;
  readonly state: RunState;
  readonly reason?: string;
  /** yang:date-and-time */
  readonly created: string;
  readonly ended?: string;
  /** Milliseconds since 1970. */
  readonly deadline?: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Digest of a value. */
  readonly input: string;
  readonly output?: string;
  readonly error?: StoredError;
  /** Number and hash of its latest event. */
  readonly sequence: number;
  readonly hash: string;
  readonly progress: Progress;
  /** The content key of its values, that of the topmost run. Absent: they are stored in clear. */
  readonly seal?: string;
  /** When that key was deleted, yang:date-and-time; set in the topmost run. */
  readonly shredded?: string;
}

/** The nodes whose outputs an input was computed from. */
export type Lineage = Readonly<Record<string, readonly string[]>>;

/** Members of a step that no query asks for. */
export interface StepDetail {
  /** Its tasks. */
  readonly tasks?: readonly string[];
  /** The agents that execute it. */
  readonly agents?: readonly string[];
  /** Number of the child run, from 1. Default: 1. */
  readonly attempts?: number;
  /** Its child run. */
  readonly child?: string;
  /** Number of the try, from 1. Default: 1. */
  readonly try?: number;
  /** How far the run is that another node executes for it, in percent. */
  readonly percent?: number;
  /** Number of the round of `repeat`, from 1. */
  readonly round?: number;
  /** When it became ready, and when it ended. */
  readonly started?: string;
  readonly ended?: string;
  /** When its time is over (`timeout/total`), in milliseconds since 1970. */
  readonly expires?: number;
  /** When its execution ends by the estimate, in milliseconds since 1970. */
  readonly expected?: number;
  /** True once it was told that its attempt takes longer. */
  readonly overdue?: true;
  /** Until when it is ready and not launched, in milliseconds since 1970. */
  readonly until?: number;
  /** Digest of its input. */
  readonly input?: string;
  readonly lineage?: Lineage;
  readonly degraded?: true;
  readonly error?: StoredError;
  /** Named values that the executor gave about its result. */
  readonly quality?: Readonly<Record<string, string>>;
  /** In a sealed run: digest of these. */
  readonly measured?: string;
  /** Numbers of edges that count and lead to it, as far as they are decided. */
  readonly satisfied?: number;
  readonly dead?: number;
  /** The edges that lead from it, by target, once it has ended: true for a satisfied one. */
  readonly edges?: Readonly<Record<string, boolean>>;
  /** The node whose failure had it skipped or canceled. */
  readonly cause?: string;
  /** True while its task or child run counts for `max-parallel`. */
  readonly live?: true;
  readonly items?: Items;
  /** Agents that can be asked next, while one is being asked whether it could do the task. */
  readonly others?: readonly string[];
  /** The end of each of several executors, by task. */
  readonly votes?: Readonly<Record<string, Vote>>;
  /** True for a step that failed because persons did not vote in time, and for which a person has to decide. */
  readonly escalates?: true;
  /** True for a step whose gates were opened. */
  readonly gated?: true;
  /** When a wait ends by itself, or the time for votes is over, in milliseconds since 1970. */
  readonly fires?: number;
  /** The place in the event log up to which a wait has read. */
  readonly cursor?: string;
  /** Set for a step whose output a person replaced after it had ended. */
  readonly injected?: Injected;
  /** Number of the try for which an input is computed anew, since a person corrected an output that it reads. */
  readonly corrected?: number;
  /** The task that undoes it, and why it failed. */
  readonly compensation?: { readonly task: string; readonly agent: string; readonly failed?: string };
}

/** The replacement of the output of a step. */
export interface Injected {
  readonly by: string;
  /** yang:date-and-time */
  readonly at: string;
  /** Digest of the output that the step gave; undefined: it gave none. */
  readonly was?: string;
}

/** The end of one of several executors: the digest of its output, or its error. */
export interface Vote {
  readonly output?: string;
  readonly error?: StoredError;
}

/** The items of a for-each. */
export interface Items {
  /** Digest of the list. */
  readonly list: string;
  readonly total: number;
  /** Number of items that have begun, that have ended, and that have failed. */
  readonly begun: number;
  readonly ended: number;
  readonly failed: number;
}

/** The work of a step that waits for a notification. */
export const WATCHING = 'notification';

export interface StepRecord {
  readonly run: string;
  readonly node: string;
  /** 0: the node itself; items of a for-each count from 1. */
  readonly item: number;
  /** From 1. */
  readonly generation: number;
  readonly state: StepState;
  readonly reason?: string;
  /** Seconds from its begin to the end of the run, by the estimates. */
  readonly rank: number;
  /** The first of its tasks, or its child run; undefined for a ready step that was not launched. */
  readonly work?: string;
  /** yang:date-and-time */
  readonly since: string;
  /** When it goes on by itself, in milliseconds since 1970. */
  readonly due?: number;
  /** True for a ready step that waits for slots of its pools, and is in no list of those that can be launched. */
  readonly held?: true;
  /** Digest of its output; undefined: it has none, which expressions see as null. */
  readonly output?: string;
  readonly detail: StepDetail;
}
