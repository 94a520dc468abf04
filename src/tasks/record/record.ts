/** The record of a task as the node stores it. `value.ts` makes the values of the models from it. */
import type { StoredAuthority } from '../../access/index.js';
import type { RemoteAddress } from '../../agents/index.js';
import type {
  YangentAgents_Modality,
  YangentContexts_Sensitivity,
  YangentTasks_ErrorCode,
  YangentTasks_NegotiationType,
  YangentTasks_Recovery,
  YangentTasks_Tasks_Task_Executor_Resource,
  YangentTasks_Tasks_Task_Quality,
  YangentTasks_Tasks_Task_Verification_Finding,
  YangentTasks_Verdict,
  YangentTasks_VerificationVerdict,
  YangentTasksRpcs,
} from '../../generated/index.js';
import type { TaskState } from './states.js';

/** RFC 7951 members of the grouping `task-description`. */
export type TaskDescription = Omit<
  YangentTasksRpcs['yangent-tasks:assign']['input'],
  'task-id' | 'from' | 'to' | 'discover' | 'wait' | 'verification' | 'subscription' | 'delegate'
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

/** The contribution of one side in one round of a negotiation. */
export interface Round {
  readonly round: number;
  readonly type: NegotiationType;
  /** The agent that speaks. */
  readonly by: string;
  readonly at: string;
  readonly content: readonly string[];
  readonly verdict?: Verdict;
  readonly counter?: string;
  /** Number of the proposal within the run of a hosted agent, counted from 1, so that a repeated run finds it again. */
  readonly proposal?: number;
  /** True when the node adds the round for an agent on another node to which the round before was not sent. */
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

/** A measure of a result, as its executor says. */
export type Quality = YangentTasks_Tasks_Task_Quality;

/** The final report of an executor. */
export interface Delivery {
  readonly artifacts: readonly Artifact[];
  readonly note?: string;
  readonly quality?: readonly Quality[];
}

/** A resource that an executor uses for a task. */
export type Resource = YangentTasks_Tasks_Task_Executor_Resource;

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

/** The agent that executes the task now, and its lease. */
export interface Execution {
  readonly agent: string;
  readonly claimed: string;
  readonly heartbeat?: string;
  /** End of the attempt by the policy, by the steady clock; absent without `attempt-timeout`. */
  readonly until?: number;
  /** Seconds for which the agent may be silent; absent for agents that run inside the node. */
  readonly lease?: number;
  /** Seconds of work that are left, as the agent last said. */
  readonly estimate?: number;
  /** When its work ends by that, in milliseconds since 1970. */
  readonly expected?: number;
  readonly resources?: readonly Resource[];
}

/** The task that was sent to another node to execute this one. */
export interface Dispatch {
  /** The agent of this node that represents the agent on the other node. */
  readonly agent: string;
  /** The task-id on the other node: made from the identifier on this node, and the same when it is sent again. */
  readonly taskId: string;
  readonly address: RemoteAddress;
  /** Number of negotiation rounds that were before the dispatch and do not concern the other node. Default: 0. */
  readonly rounds?: number;
}

/** A difference between an artifact of the result and the expected artifact. */
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

/** The terms that the assigner sets for a negotiation. */
export interface NegotiationTerms {
  readonly maxRounds?: number;
  /** yang:date-and-time */
  readonly until?: string;
  readonly criteria?: readonly string[];
}

export interface TaskDocument {
  /** The content key with which its content is stored encrypted. Absent: it is stored in clear. */
  readonly seal?: string;
  /** Sensitivity of its content, for sharing policies and trust domains. Default: internal. */
  readonly sensitivity?: YangentContexts_Sensitivity;
  /** Seconds for which an executor that claims it may be silent at most, whatever lease it asks for. */
  readonly silence?: number;
  /** False while the task is only negotiated. */
  readonly assigned: boolean;
  /** Tells a repeated assignment from a different one under the same key. */
  readonly fingerprint?: string;
  /** See `keyOf`. Absent until the task is assigned. */
  readonly key?: string;
  /** The authority of its assigner; absent where he acted for himself with all his rights. */
  readonly authority?: StoredAuthority;
  /** The grant from which its executor gets tokens. */
  readonly grant?: string;
  /** Set when that grant lies within others that the assigner had given to the agent. */
  readonly explicit?: true;
  /** As assigned and updated. */
  readonly description: TaskDescription;
  readonly reason?: string;
  readonly percent?: number;
  readonly note?: string;
  readonly checkpoints: readonly string[];
  readonly executor?: Execution;
  readonly inputRequest?: { readonly required: string; readonly schema?: string; readonly at: string };
  readonly inputs: readonly ProvidedInput[];
  /** Number of questions that the executor has asked. */
  readonly questions?: number;
  /** Tells a repeated answer of the draft's messages from another one. */
  readonly answer?: string;
  readonly artifacts: readonly Artifact[];
  /** Of the result; absent while there is none. */
  readonly quality?: readonly Quality[];
  readonly error?: TaskError;
  readonly verification: Verification;
  readonly rounds: readonly Round[];
  readonly negotiation?: NegotiationTerms;
  /** True when the assignment says more than the agreed words. */
  readonly deviates?: boolean;
  /** Kinds of information that a sharing policy removed from the texts of the two sides. */
  readonly redacted?: readonly string[];
  /** Agents that may get the task next, the best first, when its agent cannot do it. */
  readonly candidates?: readonly string[];
  readonly subscriptions: readonly TaskSubscription[];
  /** Attempts that were lost or failed. */
  readonly failures: number;
  /** The task on another node that does the work, until its outcome has been stored here. */
  readonly dispatch?: Dispatch;
  /** Number of tasks that were sent to other nodes for this one. */
  readonly dispatches?: number;
  /** True when `stop-all` suspended the task: `resume-all` resumes it. */
  readonly halted?: boolean;
  /** True when the executor suspended the task: the executor may resume it. */
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
  /** Its place in the queue; set while it is accepted. */
  readonly place?: number;
  /** Time by `steadyTime` until which a repeated attempt waits; absent when it need not wait. */
  readonly notBefore?: number;
  /** Time at which the state became final. */
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
