// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentTasksActions, YangentTasksNotifications, YangentTasksRpcs, YangentTasks_Assign_Input_Delegate_Capability, YangentTasks_Assign_Input_Receiver_Discover_Discover, YangentTasks_Assign_Input_RequiredCapability, YangentTasks_Assign_Input_Subscription, YangentTasks_ErrorCode, YangentTasks_TaskState, YangentTasks_Tasks, YangentTasks_Tasks_Halt, YangentTasks_Tasks_SigningKey, YangentTasks_Tasks_Task, YangentTasks_Tasks_Task_Artifact, YangentTasks_Tasks_Task_Constraint, YangentTasks_Tasks_Task_Event, YangentTasks_Tasks_Task_Executor_Resource, YangentTasks_Tasks_Task_ExpectedArtifact, YangentTasks_Tasks_Task_Negotiation, YangentTasks_Tasks_Task_ProvidedInput, YangentTasks_Tasks_Task_Quality, YangentTasks_Tasks_Task_RequiredCapability, YangentTasks_Tasks_Task_Subscription, YangentTasks_Tasks_Task_Term, YangentTasks_Tasks_Task_Verification_Finding } from './yangent-tasks.js';

/** What a provider of yangent-tasks is asked for and gives. */
export interface YangentTasksProvider {
  module: 'yangent-tasks';
  rpcs: {
    /**
     * Assign a task. When this is answered, the task is stored and survives a crash of the node. Assigning
     * again with the same from and task-id assigns no second task: the same description gets the answer of
     * the first, another description is refused. A task says what is to be done by at least one of
     * content, objective, type and input.
     */
    'assign': {
      input: YangentTasks_Assign_Input_InUse;
      output: YangentTasksRpcs['yangent-tasks:assign']['output'];
    };
    /**
     * Claim tasks that wait for an agent. The users who assigned them take turns: in a round each gets one
     * task out, the user with the most urgent one first. Of one user the most urgent task goes first, of
     * equally urgent ones the one that waits longest; one that has waited long goes before both
     * (task-settings/fairness).
     */
    'claim-next': {
      input: YangentTasks_ClaimNext_Input_InUse;
      output: YangentTasksRpcs['yangent-tasks:claim-next']['output'];
    };
    /** The record of one task, with its result if it is done. */
    'query': {
      input: YangentTasksRpcs['yangent-tasks:query']['input'];
      output: YangentTasksRpcs['yangent-tasks:query']['output'];
    };
    /**
     * The newest tasks of those that the caller may see, without their events: the list of tasks from its
     * end, a page at a time. Long records make a page shorter than was asked for.
     */
    'list': {
      input: YangentTasks_List_Input_InUse;
      output: YangentTasksRpcs['yangent-tasks:list']['output'];
    };
    /**
     * Assigner: speak in a negotiation. Without id, task-id and thread a new negotiation begins, before
     * any task is assigned; the executor is asked whether it could do what content says. Where a task is
     * named, the round belongs to that task.
     */
    'negotiate': {
      input: YangentTasksRpcs['yangent-tasks:negotiate']['input'];
      output: YangentTasksRpcs['yangent-tasks:negotiate']['output'];
    };
    /**
     * Operator: remove tasks for good, with their events, steps and the messages about them. An unfinished
     * task is canceled first. This is also the way to be rid of a record that an earlier version of the
     * node took and that its model refuses: such a record is left out of reads and named in the log of the
     * node.
     */
    'remove': {
      input: YangentTasksRpcs['yangent-tasks:remove']['input'];
      output: YangentTasksRpcs['yangent-tasks:remove']['output'];
    };
    /**
     * Halt every autonomous execution of the node at once: running tasks are suspended, loops are paused,
     * nothing is given out. Holds across restarts until resume-all.
     */
    'stop-all': {
      input: YangentTasksRpcs['yangent-tasks:stop-all']['input'];
      output: YangentTasksRpcs['yangent-tasks:stop-all']['output'];
    };
    /** Let go on what stop-all halted. */
    'resume-all': {
      input: Readonly<Record<string, never>>;
      output: YangentTasksRpcs['yangent-tasks:resume-all']['output'];
    };
  };
  /** By data path. */
  actions: {
    /** Assigner: call the task off. A canceled task stays so; to cancel it again changes nothing. */
    '/yangent-tasks:tasks/task/cancel': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/cancel']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/cancel']['output'];
    };
    /**
     * Assigner: change the task while it is not final. What is given replaces what stood there; entries of
     * lists are added or replaced. The executor is told.
     */
    '/yangent-tasks:tasks/task/update': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/update']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/update']['output'];
    };
    /** Assigner: halt the task until resume. */
    '/yangent-tasks:tasks/task/suspend': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/suspend']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/suspend']['output'];
    };
    /** Assigner: let a suspended task go on. */
    '/yangent-tasks:tasks/task/resume': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentTasksActions['/yangent-tasks:tasks/task/resume']['output'];
    };
    /**
     * Assigner: give the input which the executor has asked for. If it is not as input-request/schema
     * says, it is refused, and the task goes on waiting.
     */
    '/yangent-tasks:tasks/task/provide-input': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/provide-input']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/provide-input']['output'];
    };
    /** Assigner: judge the result of a task that is verifying. */
    '/yangent-tasks:tasks/task/verify': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/verify']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/verify']['output'];
    };
    /** Assigner: be told of every change of the task, by a request to a URL or on an event stream. */
    '/yangent-tasks:tasks/task/subscribe': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/subscribe']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/subscribe']['output'];
    };
    /** Assigner: end a subscription. */
    '/yangent-tasks:tasks/task/unsubscribe': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/unsubscribe']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/unsubscribe']['output'];
    };
    /**
     * Assigner: prolong the authority of the task to the end of the caller's token, which is one of the
     * same subject and actors, and whose limits cover those of the authority. The parts that work within
     * it are prolonged as well. From then on the task ends when this token or the first one is revoked.
     * The node of a trust domain does this for the tasks that it has assigned; without it they end with
     * their tokens. A task whose authority has no end stays as it is.
     */
    '/yangent-tasks:tasks/task/renew-authority': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentTasksActions['/yangent-tasks:tasks/task/renew-authority']['output'];
    };
    /**
     * Executor: begin the task. A task that another executor holds cannot be claimed, nor one whose token
     * another issuer cannot give at the moment (app-tag token-unavailable): it stays as it is, and is
     * claimed again later.
     */
    '/yangent-tasks:tasks/task/claim': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/claim']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/claim']['output'];
    };
    /** Executor: say that it is alive, and learn whether the task still stands. */
    '/yangent-tasks:tasks/task/heartbeat': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/heartbeat']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/heartbeat']['output'];
    };
    /**
     * Executor: report how far the task is; intermediate results may come with it. The report also counts
     * as a heartbeat. Where the task waits for input, the report withdraws the question: the executor goes
     * on without an answer.
     */
    '/yangent-tasks:tasks/task/report-progress': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/report-progress']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/report-progress']['output'];
    };
    /**
     * Executor: ask the assigner for input. Where it says by a schema what it needs, an answer that does
     * not fit is refused.
     */
    '/yangent-tasks:tasks/task/request-input': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/request-input']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/request-input']['output'];
    };
    /**
     * Executor: speak in the negotiation about the task. Before it begins (FEASIBILITY) it says whether it
     * can do the task, or what it could do instead; the verdict accepted accepts the task and rejected
     * refuses it. While it runs (FULFILLMENT) it proposes what it would deliver.
     */
    '/yangent-tasks:tasks/task/propose': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/propose']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/propose']['output'];
    };
    /**
     * Executor: deliver the result. The task is completed, or verifying where verification is wanted.
     * While a question of the executor waits for its answer this is refused; report-progress withdraws the
     * question.
     */
    '/yangent-tasks:tasks/task/complete': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/complete']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/complete']['output'];
    };
    /** Executor: give up. With the suggestion retry, and attempts left, the task is tried again. */
    '/yangent-tasks:tasks/task/fail': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/fail']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/fail']['output'];
    };
    /** Executor: hand the task back unfinished, for the next attempt. */
    '/yangent-tasks:tasks/task/release': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentTasksActions['/yangent-tasks:tasks/task/release']['input'];
      output: YangentTasksActions['/yangent-tasks:tasks/task/release']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-tasks:tasks': {
      keys: readonly [];
      value: YangentTasks_Tasks;
    };
    '/yangent-tasks:tasks/halt': {
      keys: readonly [];
      value: YangentTasks_Tasks_Halt;
    };
    '/yangent-tasks:tasks/signing-key': {
      keys: readonly [];
      value: YangentTasks_Tasks_SigningKey;
    };
    '/yangent-tasks:tasks/task': {
      keys: readonly [string] & {
        readonly id: string;
      };
      entry: YangentTasks_Tasks_Task;
    };
    '/yangent-tasks:tasks/task/constraint': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentTasks_Tasks_Task_Constraint;
    };
    '/yangent-tasks:tasks/task/expected-artifact': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentTasks_Tasks_Task_ExpectedArtifact;
    };
    '/yangent-tasks:tasks/task/term': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly term: string;
      };
      entry: YangentTasks_Tasks_Task_Term;
    };
    '/yangent-tasks:tasks/task/required-capability': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentTasks_Tasks_Task_RequiredCapability;
    };
    '/yangent-tasks:tasks/task/executor/resource': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentTasks_Tasks_Task_Executor_Resource;
    };
    '/yangent-tasks:tasks/task/provided-input': {
      keys: readonly [string, number] & {
        readonly id: string;
        readonly sequence: number;
      };
      entry: YangentTasks_Tasks_Task_ProvidedInput;
    };
    '/yangent-tasks:tasks/task/artifact': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentTasks_Tasks_Task_Artifact;
    };
    '/yangent-tasks:tasks/task/quality': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentTasks_Tasks_Task_Quality;
    };
    '/yangent-tasks:tasks/task/verification/finding': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly artifact: string;
      };
      entry: YangentTasks_Tasks_Task_Verification_Finding;
    };
    '/yangent-tasks:tasks/task/negotiation': {
      keys: readonly [string, number] & {
        readonly id: string;
        readonly round: number;
      };
      entry: YangentTasks_Tasks_Task_Negotiation;
    };
    '/yangent-tasks:tasks/task/subscription': {
      keys: readonly [string, string] & {
        readonly id: string;
      };
      entry: YangentTasks_Tasks_Task_Subscription;
    };
    '/yangent-tasks:tasks/task/event': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly sequence: string;
      };
      entry: YangentTasks_Tasks_Task_Event;
    };
  };
  config: YangentTasksConfig;
  notifications: YangentTasksNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentTasksConfig {
  '/yangent-tasks:task-settings': {
    keys: readonly [];
    value: YangentTasks_TaskSettings_InUse;
  };
  '/yangent-tasks:task-settings/retention': {
    keys: readonly [];
    value: YangentTasks_TaskSettings_Retention_InUse;
  };
  '/yangent-tasks:task-settings/negotiation': {
    keys: readonly [];
    value: YangentTasks_TaskSettings_Negotiation_InUse;
  };
}

/** What happens when an attempt is lost. */
export type YangentTasks_Assign_Input_Policy_InUse = {
  /**
   * How often the task is tried.
   * @default 3
   */
  'max-attempts': number;
  /**
   * What happens to the unfinished task when the node or its executor starts again. A task that the node
   * executes itself fails once the node has died three times while it ran.
   * @default "resume"
   */
  'on-restart': 'resume' | 'fail';
  /**
   * How long the task waits after a failed or lost attempt before it is given out again; longer after
   * each further one, as factor says. Absent: it does not wait.
   * Unit: seconds.
   */
  'retry-delay'?: number;
  /**
   * How long an attempt may be running; then it ends with the error attempt-timeout, and the task is
   * tried again while attempts are left. Time in which an agent of this node waits for parts and answers
   * does not count. Absent: no bound of its own.
   * Unit: seconds.
   */
  'attempt-timeout'?: number;
  /** By which the wait grows with each further attempt. Absent: 2. */
  factor?: `${number}`;
  /**
   * How long the task waits at most. Absent: a day.
   * Unit: seconds.
   */
  'max-delay'?: number;
  /**
   * true: each wait is a random one between half of it and the whole, so that many tasks do not return
   * at once. Absent: false.
   */
  jitter?: boolean;
  /**
   * Errors after which the task is tried again while attempts are left. Absent: those for which its
   * executor suggests the recovery retry.
   */
  'retry-on'?: readonly ('any' | YangentTasks_ErrorCode)[];
  /** Errors after which the task is not tried again, whatever retry-on and its executor say. */
  'never-retry'?: readonly YangentTasks_ErrorCode[];
  /** Where the next attempt begins. Absent: resume. */
  're-entry'?: 'resume' | 'restart';
  /**
   * Whether a task that was assigned by discover goes to the next best match when its agent refuses it,
   * is lost, lacks the skill or has too much to do. Absent: true.
   */
  reassign?: boolean;
};

/**
 * What the executor may do for the caller. It becomes a grant, and claim and heartbeat answer tokens
 * that come from it.
 */
export type YangentTasks_Assign_Input_Delegate_InUse = {
  /** What may be done; within the caller's own authority. */
  capability: readonly YangentTasks_Assign_Input_Delegate_Capability[];
  /** When it ends. */
  expires: string;
  /**
   * How often it may be handed on.
   * @default 0
   */
  'max-depth': number;
};

/** Whether the assigner will judge the result. */
export type YangentTasks_Assign_Input_Verification_InUse = {
  /**
   * true: the task is completed only when the assigner has accepted its result.
   * @default false
   */
  wanted: boolean;
  /**
   * true: the node refuses a result that lacks an expected artifact, as the assigner would, and tells
   * the executor what is wrong.
   * @default false
   */
  automatic: boolean;
};

export type YangentTasks_Assign_Input_InUse = {
  /** Identifier which the assigner gives, and its idempotency key. Absent: the node makes one. */
  'task-id'?: string;
  /** The agent that assigns the task. The caller must be its owner. */
  from: string;
  /**
   * Priority of the task.
   * @default 3
   */
  priority: number;
  /** Management domain of the task. */
  domain?: string;
  /** Type of the task: the name of a skill, or a word such as execution or monitoring. */
  type?: string;
  /**
   * The conversation to which the task belongs. A task that is assigned in a session has the identifier
   * of the session here.
   */
  thread?: string;
  /**
   * Who caused the task, if not the assigner: a person, a ticket or another task. Not shown to the
   * executor.
   */
  initiator?: string;
  /**
   * Identifier of the task of which this one is a part. The assigner executes or has assigned it. When
   * it ends without being completed, its unfinished parts are canceled.
   */
  parent?: string;
  /** When the task fails unless it is done. A time that is over is refused. */
  deadline?: string;
  /** When the task is expected to be done. Informs; deadline ends the task. */
  'expected-completion'?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt, with sections that start with two number signs as in irtf-agent:tasks. */
  content?: string;
  /** What the execution must keep to. Informs the executor: the node does not check that it does. */
  constraint?: readonly YangentTasks_Tasks_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentTasks_Tasks_Task_ExpectedArtifact[];
  /** The result which is expected, in plain language; the measure by which it is verified. */
  'expected-response'?: string;
  /** Terms used in the task, explained. */
  term?: readonly YangentTasks_Tasks_Task_Term[];
  /** Structured input of the task, as input-schema of the skill that the task names says. */
  input?: unknown;
  /** Identifiers of context items that belong to the task. */
  context?: readonly string[];
  /**
   * Identifiers of data parameters that belong to the task, of kinds that are among input-modes of the
   * skill.
   */
  'data-param'?: readonly string[];
  /**
   * true: the assignment is acknowledged at once; false: it is answered when the task is done.
   * @default true
   */
  async: boolean;
  /** What happens when an attempt is lost. */
  policy: YangentTasks_Assign_Input_Policy_InUse;
  /**
   * What the executor may do for the caller. It becomes a grant, and claim and heartbeat answer tokens
   * that come from it.
   */
  delegate?: YangentTasks_Assign_Input_Delegate_InUse;
  /**
   * What the executor must be allowed to do: who claims the task with a limited authority that does not
   * cover it is refused.
   */
  'required-capability'?: readonly YangentTasks_Assign_Input_RequiredCapability[];
  /**
   * How long to wait for the result where async is false. When the time is over, the answer reports the
   * state reached and the task goes on. Absent: as the node is set up.
   * Unit: seconds.
   */
  wait?: number;
  /** Whether the assigner will judge the result. */
  verification: YangentTasks_Assign_Input_Verification_InUse;
  /** Where the changes of the task are reported. */
  subscription?: YangentTasks_Assign_Input_Subscription;
} & (
  | {
    /** The agent. */
    to: string;
    discover?: never;
  }
  | {
    /** Query as for yangent-agents:discover. */
    discover: YangentTasks_Assign_Input_Receiver_Discover_Discover;
    to?: never;
  }
);

export type YangentTasks_ClaimNext_Input_InUse = {
  /** The agent that executes the tasks. The caller must be its owner. */
  agent: string;
  /**
   * Greatest number of tasks to claim.
   * @default 1
   */
  max: number;
  /**
   * How long to wait for a task if there is none.
   * @default 0
   * Unit: seconds.
   */
  wait: number;
  /**
   * How long the executor may be silent before the task is given out again. Absent: as the node is set
   * up.
   * Unit: seconds.
   */
  lease?: number;
};

export type YangentTasks_List_Input_InUse = {
  /** Only tasks that this agent assigned. */
  from?: string;
  /** Only tasks that this agent executes. */
  to?: string;
  /** Only tasks in this state. */
  state?: YangentTasks_TaskState;
  /** Only tasks made before the one with this identifier, such as the last of the page before. */
  before?: string;
  /**
   * Greatest number of tasks of the page.
   * @default 50
   */
  limit: number;
};

/** How long tasks are kept after their end. */
export type YangentTasks_TaskSettings_Retention_InUse = {
  /**
   * Tasks whose end is longer ago are removed, with their events and what the node recorded of them.
   * @default 30
   * Unit: days.
   */
  days: number;
  /**
   * Tasks that are kept after their end, the latest ones.
   * @default 100000
   */
  count: number;
};

/** Bounds of negotiations. */
export type YangentTasks_TaskSettings_Negotiation_InUse = {
  /**
   * Rounds of one negotiation.
   * @default 100
   */
  'max-rounds': number;
  /**
   * How long a negotiation may take before its task is assigned, unless its assigner says so.
   * @default 86400
   * Unit: seconds.
   */
  time: number;
};

/** How this node deals with tasks. */
export type YangentTasks_TaskSettings_InUse = {
  /** How long tasks are kept after their end. */
  retention: YangentTasks_TaskSettings_Retention_InUse;
  /**
   * When tasks of one user wait for an agent, one that has waited this many times the median wait of
   * those given out before goes before more urgent ones. A wait is counted in tasks of that user that
   * were given out to the agent meanwhile.
   * @default 2
   */
  fairness: number;
  /** Bounds of negotiations. */
  negotiation: YangentTasks_TaskSettings_Negotiation_InUse;
};
