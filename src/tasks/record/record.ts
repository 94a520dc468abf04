/** A task as the node keeps it. What the models show of it is made in `value.ts`. */
import type { RemoteAddress } from '../../agents/index.js';
import type {
  YangentAgents_Modality,
  YangentTasks_ErrorCode,
  YangentTasks_NegotiationType,
  YangentTasks_Recovery,
  YangentTasks_Tasks_Task_Verification_Finding,
  YangentTasks_Verdict,
  YangentTasks_VerificationVerdict,
  YangentTasksRpcs,
} from '../../generated/index.js';
import type { TaskState } from './states.js';

/** RFC 7951 members of the grouping `task-description`. */
export type TaskDescription = Omit<
  YangentTasksRpcs['yangent-tasks:assign']['input'],
  'task-id' | 'from' | 'to' | 'discover' | 'wait' | 'verification' | 'subscription'
>;

export type NegotiationType = YangentTasks_NegotiationType;

export const VERDICTS = [
  'feasible',
  'infeasible',
  'satisfied',
  'unsatisfied',
  'accepted',
  'rejected',
  'countered',
] as const satisfies readonly YangentTasks_Verdict[];
export type Verdict = YangentTasks_Verdict;

/** What one side says in a round of a negotiation. */
export interface Round {
  readonly round: number;
  readonly type: NegotiationType;
  /** The agent that speaks. */
  readonly by: string;
  readonly at: string;
  readonly content: readonly string[];
  readonly verdict?: Verdict;
  readonly counter?: string;
  /** Which of the proposals of a hosted agent's run this is, counted from 1, so that a repeated run finds it again. */
  readonly proposal?: number;
  /** The node says it for an agent on another node, which was not told the round before. */
  readonly byNode?: true;
}

export interface TaskError {
  readonly code: YangentTasks_ErrorCode;
  readonly message: string;
  readonly diagnostic?: string;
  /** Suggestions, the best first: `retry`, `reassign`, ... */
  readonly recovery: readonly YangentTasks_Recovery[];
}

/** A result, final or not, by its RFC 7951 members. */
export interface Artifact {
  readonly name: string;
  readonly description?: string;
  readonly modality?: YangentAgents_Modality;
  readonly 'media-type'?: string;
  readonly value?: string;
  readonly data?: unknown;
  readonly url?: string;
  readonly 'data-param'?: string;
  readonly digest?: string;
}

export interface ProvidedInput {
  readonly sequence: number;
  readonly content?: string;
  readonly data?: unknown;
  readonly 'data-param'?: readonly string[];
  readonly by: string;
  readonly at: string;
  /** Number of the question that it answers, counted from 1. */
  readonly question?: number;
}

export interface TaskSubscription {
  readonly id: string;
  readonly url?: string;
  readonly protocol?: string;
  readonly method?: string;
  readonly by: string;
}

/** Who executes the task now. */
export interface Execution {
  readonly agent: string;
  readonly claimed: string;
  readonly heartbeat?: string;
  /** Seconds it may be silent; absent for agents that run inside the node. */
  readonly lease?: number;
}

/** A task that another node was given for this one. */
export interface Dispatch {
  /** The agent of this node that stands for the one over there. */
  readonly agent: string;
  /** By which the other node knows it: made of the identifier here, and the same however often it is sent. */
  readonly taskId: string;
  readonly address: RemoteAddress;
  /** So many rounds of the negotiation are none of its business: those that there were before it. Absent: none. */
  readonly rounds?: number;
}

/** What an artifact of a result lacks of what was expected. */
export type Finding = YangentTasks_Tasks_Task_Verification_Finding;

/** The judgement of a result (seed 004 §4.5). */
export interface Verification {
  readonly wanted: boolean;
  /** The node judges by the expected artifacts. */
  readonly automatic?: boolean;
  readonly verdict?: YangentTasks_VerificationVerdict;
  readonly comment?: string;
  readonly by?: string;
  readonly findings?: readonly Finding[];
}

/** What the assigner sets for a negotiation. */
export interface NegotiationTerms {
  readonly maxRounds?: number;
  /** yang:date-and-time */
  readonly until?: string;
  readonly criteria?: readonly string[];
}

export interface TaskDocument {
  /** False while there is only a negotiation about it. */
  readonly assigned: boolean;
  /** Tells a repeated assignment from a different one under the same key. */
  readonly fingerprint?: string;
  /** As assigned and updated. */
  readonly description: TaskDescription;
  readonly reason?: string;
  readonly percent?: number;
  readonly note?: string;
  readonly checkpoints: readonly string[];
  readonly executor?: Execution;
  readonly inputRequest?: { readonly required: string; readonly schema?: string; readonly at: string };
  readonly inputs: readonly ProvidedInput[];
  /** How many questions the executor has asked. */
  readonly questions?: number;
  /** Tells a repeated answer of the draft's messages from another one. */
  readonly answer?: string;
  readonly artifacts: readonly Artifact[];
  readonly error?: TaskError;
  readonly verification: Verification;
  readonly rounds: readonly Round[];
  readonly negotiation?: NegotiationTerms;
  /** The task says something besides what was agreed. */
  readonly deviates?: boolean;
  /** Kinds of information that a sharing policy removed from what the two sides say. */
  readonly redacted?: readonly string[];
  /** Agents to which it may go next, the best first, when the one that has it cannot do it. */
  readonly candidates?: readonly string[];
  readonly subscriptions: readonly TaskSubscription[];
  /** Attempts that were lost or failed. */
  readonly failures: number;
  /** The task on another node that does the work, until its end has been taken over. */
  readonly dispatch?: Dispatch;
  /** How many tasks other nodes were given for this one. */
  readonly dispatches?: number;
  /** Suspended by stop-all, so that resume-all lets it go on. */
  readonly halted?: boolean;
  /** Suspended by its executor, so that the executor may go on by itself. */
  readonly suspendedByExecutor?: boolean;
}

export interface TaskRecord {
  readonly id: string;
  readonly taskId: string;
  readonly from: string;
  readonly to: string;
  /** The user on whose behalf it was assigned. */
  readonly owner: string;
  readonly state: TaskState;
  readonly priority: number;
  readonly created: string;
  readonly changed: string;
  readonly version: number;
  readonly sequence: number;
  readonly attempt: number;
  readonly leaseExpires?: number;
  readonly deadline?: number;
  /** Its place in the order of waiting; set while it is accepted. */
  readonly place?: number;
  /** Until when a repeated attempt waits, by `steadyTime`; absent when it need not. */
  readonly notBefore?: number;
  /** When it became final. */
  readonly ended?: number;
  /** The task of which it is a part. */
  readonly parent?: string;
  readonly document: TaskDocument;
}

export interface TaskEvent {
  readonly sequence: number;
  readonly at: string;
  readonly state: TaskState;
  readonly percent?: number;
  readonly note?: string;
  readonly by?: string;
}

export const NEW_DOCUMENT: Omit<TaskDocument, 'description'> = {
  assigned: false,
  checkpoints: [],
  inputs: [],
  artifacts: [],
  verification: { wanted: false },
  rounds: [],
  subscriptions: [],
  failures: 0,
};
