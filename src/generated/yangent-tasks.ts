// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgents_AgentState, YangentAgents_ExecutionKind, YangentAgents_InteractionMode, YangentAgents_Modality } from './yangent-agents.js';

/** Type error-code of yangent-tasks. */
export type YangentTasks_ErrorCode = 'lack-of-skills' | 'overloaded' | 'invalid-input' | 'invalid-output' | 'deadline-exceeded' | 'executor-lost' | 'unreachable' | 'access-denied' | 'attempt-timeout' | 'verification-failed' | 'internal' | (string & {});

/** Type task-state of yangent-tasks. */
export type YangentTasks_TaskState = 'submitted' | 'negotiating' | 'accepted' | 'running' | 'input-required' | 'suspended' | 'verifying' | 'completed' | 'failed' | 'canceled' | 'rejected';

/** Type recovery of yangent-tasks. */
export type YangentTasks_Recovery = 'retry' | 'reassign' | 'modify' | 'provide-input' | 'rollback' | 'escalate' | (string & {});

/** Type verification-verdict of yangent-tasks. */
export type YangentTasks_VerificationVerdict = 'accepted' | 'rejected';

/** Type negotiation-type of yangent-tasks. */
export type YangentTasks_NegotiationType = 'FEASIBILITY' | 'FULFILLMENT';

/** Type verdict of yangent-tasks. */
export type YangentTasks_Verdict = 'feasible' | 'infeasible' | 'satisfied' | 'unsatisfied' | 'accepted' | 'rejected' | 'countered';

/**
 * The tasks of a node: work which one agent asks of another, from its assignment to its verified
 * result. The record of a task is state. Both sides change it by rpcs and actions only, and every
 * change is reported by task-changed. The assigner assigns, negotiates, updates, cancels, gives the
 * input that is asked for and verifies the result. The executor claims, negotiates, reports its
 * progress and completes or fails. The operations of the draft are found here as follows. taskAssign
 * assign taskCancel cancel taskResultQuery query taskResultSubscribe subscribe, unsubscribe
 * taskResultNotify report-progress, request-input, complete, fail FeasibilityNegotiate negotiate and
 * propose of type FEASIBILITY FulfillmentNegotiate negotiate and propose of type FULFILLMENT
 * CapabilityRequest negotiate-capability of yangent-agents An executor holds a task by a lease, which
 * claim grants and heartbeat prolongs. When the lease ends the task is given out again, under the next
 * attempt number. An action of the executor that names an attempt other than the current one is
 * refused, so that a late executor cannot overwrite the work of its successor.
 */
export interface YangentTasks {
  /** How this node deals with tasks. */
  'task-settings'?: YangentTasks_TaskSettings;
  /** The tasks which the caller may see. */
  tasks?: YangentTasks_Tasks;
}

/** Top-level data of yangent-tasks, as RFC 7951 names them in a document. */
export interface YangentTasksData {
  'yangent-tasks:task-settings'?: YangentTasks['task-settings'];
  'yangent-tasks:tasks'?: YangentTasks['tasks'];
}

/** RPCs of the module. */
export interface YangentTasksRpcs {
  /**
   * Assign a task. When this is answered, the task is stored and survives a crash of the node. Assigning
   * again with the same from and task-id assigns no second task: the same description gets the answer of
   * the first, another description is refused. A task says what is to be done by at least one of
   * content, objective, type and input.
   */
  'yangent-tasks:assign': {
    input: {
      /** Identifier which the assigner gives, and its idempotency key. Absent: the node makes one. */
      'task-id'?: string;
      /** The agent that assigns the task. The caller must be its owner. */
      from: string;
      /**
       * Priority of the task.
       * @default 3
       */
      priority?: number;
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
      async?: boolean;
      /** What happens when an attempt is lost. */
      policy?: YangentTasks_Assign_Input_Policy;
      /**
       * What the executor may do for the caller. It becomes a grant, and claim and heartbeat answer tokens
       * that come from it.
       */
      delegate?: YangentTasks_Assign_Input_Delegate;
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
      verification?: YangentTasks_Assign_Input_Verification;
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
    output: {
      /** Identifier which the node made. */
      id: string;
      /** Identifier which the assigner gave. */
      'task-id': string;
      /** The agent to which the task was given. */
      to?: string;
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
      /** Why the task is in this state. */
      'state-reason'?: string;
      /** One artifact. */
      artifact?: readonly YangentTasks_Tasks_Task_Artifact[];
      /** Why the task failed. */
      error?: YangentTasks_Assign_Output_Error;
    };
  };
  /**
   * Claim tasks that wait for an agent. The users who assigned them take turns: in a round each gets one
   * task out, the user with the most urgent one first. Of one user the most urgent task goes first, of
   * equally urgent ones the one that waits longest; one that has waited long goes before both
   * (task-settings/fairness).
   */
  'yangent-tasks:claim-next': {
    input: {
      /** The agent that executes the tasks. The caller must be its owner. */
      agent: string;
      /**
       * Greatest number of tasks to claim.
       * @default 1
       */
      max?: number;
      /**
       * How long to wait for a task if there is none.
       * @default 0
       * Unit: seconds.
       */
      wait?: number;
      /**
       * How long the executor may be silent before the task is given out again. Absent: as the node is set
       * up.
       * Unit: seconds.
       */
      lease?: number;
    };
    output: {
      /** A task that was claimed. */
      task?: readonly YangentTasks_ClaimNext_Output_Task[];
    };
  };
  /** The record of one task, with its result if it is done. */
  'yangent-tasks:query': {
    input: (
      | {
        /** Identifier which the node made. */
        id: string;
        from?: never;
        'task-id'?: never;
      }
      | {
        /** The agent that assigned the task. */
        from: string;
        /** Identifier which the assigner gave. */
        'task-id': string;
        id?: never;
      }
    );
    output: {
      /** The task. */
      task: YangentTasks_Query_Output_Task;
    };
  };
  /**
   * The newest tasks of those that the caller may see, without their events: the list of tasks from its
   * end, a page at a time. Long records make a page shorter than was asked for.
   */
  'yangent-tasks:list': {
    input: {
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
      limit?: number;
    };
    output: {
      /** A task; the newest first. */
      task?: readonly YangentTasks_List_Output_Task[];
      /** true: older tasks exist that also fit. */
      more?: boolean;
    };
  };
  /**
   * Assigner: speak in a negotiation. Without id, task-id and thread a new negotiation begins, before
   * any task is assigned; the executor is asked whether it could do what content says. Where a task is
   * named, the round belongs to that task.
   */
  'yangent-tasks:negotiate': {
    input: {
      /** The agent that assigns. The caller must be its owner. */
      from: string;
      /** The agent that executes. Required to begin a negotiation. */
      to?: string;
      /** Identifier which the node made for the task. */
      id?: string;
      /** Identifier which the assigner gave to the task. */
      'task-id'?: string;
      /** Identifier of the negotiation, from an earlier answer. */
      thread?: string;
      /** What is negotiated. */
      type: YangentTasks_NegotiationType;
      /** What is asked, proposed or answered, as prompts or text. */
      content?: readonly string[];
      /** What this side says to the last proposal of the other side. */
      verdict?: YangentTasks_Verdict;
      /** The counter-proposal: another task that could be done, or what the result should be instead. */
      counter?: string;
      /**
       * The number that this round is to have, so that a request can be repeated: where the same side has
       * said the same in that round, it is that round that is answered for. Where something else was said in
       * it, or the round before it is missing, the request is refused with the error-app-tag round-taken.
       * Absent: the next round.
       */
      round?: number;
      /**
       * Greatest number of rounds, at most that of task-settings. After the last one only accepted and
       * rejected can be said.
       */
      'max-rounds'?: number;
      /** When the negotiation is over. A task that is not accepted by then is rejected. */
      'negotiate-until'?: string;
      /** What a proposal must meet to be accepted, in plain language. Informs both sides, who judge. */
      criterion?: readonly string[];
      /**
       * How long to wait for the executor's answer. When the time is over, the answer reports the assigner's
       * own round; at once after the verdicts feasible, satisfied, accepted and rejected, which leave
       * nothing to be said. Absent: as the node is set up.
       * Unit: seconds.
       */
      wait?: number;
    };
    output: {
      /** Identifier of the negotiation. */
      thread: string;
      /** Identifier of the task, if one is assigned. */
      id?: string;
      /** Number of the round. */
      round: number;
      /** What is negotiated. */
      type: YangentTasks_NegotiationType;
      /** What is asked, proposed or answered, as prompts or text. */
      content?: readonly string[];
      /** What this side says to the last proposal of the other side. */
      verdict?: YangentTasks_Verdict;
      /** The counter-proposal: another task that could be done, or what the result should be instead. */
      counter?: string;
      /** The agent that speaks in this round. */
      by: string;
      /** When. */
      at: string;
      /** State of the task after the round, if one is assigned. */
      state?: YangentTasks_TaskState;
    };
  };
  /**
   * Operator: remove tasks for good, with their events, steps and the messages about them. An unfinished
   * task is canceled first. This is also the way to be rid of a record that an earlier version of the
   * node took and that its model refuses: such a record is left out of reads and named in the log of the
   * node.
   */
  'yangent-tasks:remove': {
    input: {
      /** Identifiers which the node made. */
      id: readonly string[];
    };
    output: {
      /** Number of tasks that were removed. */
      tasks: number;
    };
  };
  /**
   * Halt every autonomous execution of the node at once: running tasks are suspended, loops are paused,
   * nothing is given out. Holds across restarts until resume-all.
   */
  'yangent-tasks:stop-all': {
    input: {
      /** Why. */
      reason?: string;
    };
    output: {
      /** Number of tasks that were suspended. */
      tasks: number;
      /** Number of loops that were paused. */
      loops?: number;
    };
  };
  /** Let go on what stop-all halted. */
  'yangent-tasks:resume-all': {
    input: undefined;
    output: {
      /** Number of tasks that go on. */
      tasks: number;
      /** Number of loops that go on. */
      loops?: number;
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentTasksActions {
  /** Assigner: call the task off. A canceled task stays so; to cancel it again changes nothing. */
  '/yangent-tasks:tasks/task/cancel': {
    input: {
      /** Why. */
      reason?: string;
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /**
   * Assigner: change the task while it is not final. What is given replaces what stood there; entries of
   * lists are added or replaced. The executor is told.
   */
  '/yangent-tasks:tasks/task/update': {
    input: {
      /** Priority of the task. */
      priority?: number;
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
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /** Assigner: halt the task until resume. */
  '/yangent-tasks:tasks/task/suspend': {
    input: {
      /** Why. */
      reason?: string;
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /** Assigner: let a suspended task go on. */
  '/yangent-tasks:tasks/task/resume': {
    input: undefined;
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /**
   * Assigner: give the input which the executor has asked for. If it is not as input-request/schema
   * says, it is refused, and the task goes on waiting.
   */
  '/yangent-tasks:tasks/task/provide-input': {
    input: {
      /** The input as text. */
      content?: string;
      /** The input as structured data. */
      data?: unknown;
      /** Identifiers of data parameters that belong to it. */
      'data-param'?: readonly string[];
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /** Assigner: judge the result of a task that is verifying. */
  '/yangent-tasks:tasks/task/verify': {
    input: {
      /** The verdict. */
      verdict: YangentTasks_VerificationVerdict;
      /** Why; a refused result goes back to the executor with this comment. */
      comment?: string;
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /** Assigner: be told of every change of the task, by a request to a URL or on an event stream. */
  '/yangent-tasks:tasks/task/subscribe': {
    input: {
      /**
       * URL to which the node sends every change of the task, signed with tasks/signing-key. Absent: the
       * subscriber reads the event stream. Refused for a task of an agent that pushes no notifications
       * (capability/push-notifications).
       */
      url?: string;
      /** Protocol of the report: http, https or restconf, as the URL says. Refused without a URL. */
      protocol?: string;
      /** Method of the report, which is POST. Refused without a URL. */
      method?: string;
    };
    output: {
      /** Identifier of the subscription. */
      id: string;
      /** Event stream that carries the changes, if no URL was given. */
      stream?: string;
      /** XPath filter that selects the changes of this task on the stream. */
      filter?: string;
    };
  };
  /** Assigner: end a subscription. */
  '/yangent-tasks:tasks/task/unsubscribe': {
    input: {
      /** Identifier of the subscription. */
      id: string;
    };
    output: undefined;
  };
  /**
   * Assigner: prolong the authority of the task to the end of the caller's token, which is one of the
   * same subject and actors, and whose limits cover those of the authority. The parts that work within
   * it are prolonged as well. From then on the task ends when this token or the first one is revoked.
   * The node of a trust domain does this for the tasks that it has assigned; without it they end with
   * their tokens. A task whose authority has no end stays as it is.
   */
  '/yangent-tasks:tasks/task/renew-authority': {
    input: undefined;
    output: {
      /** When it ends now. Absent: it has no end. */
      ends?: string;
    };
  };
  /**
   * Executor: begin the task. A task that another executor holds cannot be claimed, nor one whose token
   * another issuer cannot give at the moment (app-tag token-unavailable): it stays as it is, and is
   * claimed again later.
   */
  '/yangent-tasks:tasks/task/claim': {
    input: {
      /** The agent that executes the task. Absent: the agent to which the task is assigned. */
      agent?: string;
      /**
       * How long the executor may be silent before the task is given out again. Absent: as the node is set
       * up.
       * Unit: seconds.
       */
      lease?: number;
      /**
       * How long the executor expects to work on the task.
       * Unit: seconds.
       */
      estimate?: number;
      /** Resources that the executor uses for the task, as it said when it claimed the task. Informs. */
      resource?: readonly YangentTasks_Tasks_Task_Executor_Resource[];
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
      /** Number of the attempt. */
      attempt: number;
      /** When the task is given out again unless the executor says that it is alive. */
      'lease-expires'?: string;
      /**
       * With it the executor acts for the assigner. A heartbeat answers a new one when the last one nears
       * its end, and none when it was revoked.
       */
      token?: string;
    };
  };
  /** Executor: say that it is alive, and learn whether the task still stands. */
  '/yangent-tasks:tasks/task/heartbeat': {
    input: {
      /**
       * Number of the attempt, from the answer to claim. If it is not the current one, the action is
       * refused.
       */
      attempt?: number;
      /**
       * How long the executor may be silent before the task is given out again. Absent: as the node is set
       * up.
       * Unit: seconds.
       */
      lease?: number;
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
      /** When the task is given out again unless the executor says that it is alive. */
      'lease-expires'?: string;
      /**
       * With it the executor acts for the assigner. A heartbeat answers a new one when the last one nears
       * its end, and none when it was revoked.
       */
      token?: string;
    };
  };
  /**
   * Executor: report how far the task is; intermediate results may come with it. The report also counts
   * as a heartbeat. Where the task waits for input, the report withdraws the question: the executor goes
   * on without an answer.
   */
  '/yangent-tasks:tasks/task/report-progress': {
    input: {
      /**
       * Number of the attempt, from the answer to claim. If it is not the current one, the action is
       * refused.
       */
      attempt?: number;
      /**
       * Share of the work that is done.
       * Unit: percent.
       */
      percent?: number;
      /** What is being done. */
      note?: string;
      /** Name of a step that is done. */
      checkpoint?: string;
      /**
       * How long the executor expects still to work on the task. Absent: the last estimate stays.
       * Unit: seconds.
       */
      estimate?: number;
      /** One artifact. */
      artifact?: readonly YangentTasks_Tasks_Task_Artifact[];
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /**
   * Executor: ask the assigner for input. Where it says by a schema what it needs, an answer that does
   * not fit is refused.
   */
  '/yangent-tasks:tasks/task/request-input': {
    input: {
      /**
       * Number of the attempt, from the answer to claim. If it is not the current one, the action is
       * refused.
       */
      attempt?: number;
      /** What is required, as a prompt or a question. */
      required: string;
      /**
       * JSON Schema (2020-12) of the input that is required: of data or, where there are none, of content,
       * as text or as the JSON it is. References are within the schema, and none comes back to itself.
       */
      schema?: string;
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /**
   * Executor: speak in the negotiation about the task. Before it begins (FEASIBILITY) it says whether it
   * can do the task, or what it could do instead; the verdict accepted accepts the task and rejected
   * refuses it. While it runs (FULFILLMENT) it proposes what it would deliver.
   */
  '/yangent-tasks:tasks/task/propose': {
    input: {
      /**
       * Number of the attempt, from the answer to claim. If it is not the current one, the action is
       * refused.
       */
      attempt?: number;
      /** What is negotiated. */
      type: YangentTasks_NegotiationType;
      /** What is asked, proposed or answered, as prompts or text. */
      content?: readonly string[];
      /** What this side says to the last proposal of the other side. */
      verdict?: YangentTasks_Verdict;
      /** The counter-proposal: another task that could be done, or what the result should be instead. */
      counter?: string;
      /**
       * The number that this round is to have, so that a request can be repeated: where the same side has
       * said the same in that round, it is that round that is answered for. Where something else was said in
       * it, or the round before it is missing, the request is refused with the error-app-tag round-taken.
       * Absent: the next round.
       */
      round?: number;
    };
    output: {
      /** Identifier of the negotiation. */
      thread: string;
      /** Number of the round. */
      round: number;
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /**
   * Executor: deliver the result. The task is completed, or verifying where verification is wanted.
   * While a question of the executor waits for its answer this is refused; report-progress withdraws the
   * question.
   */
  '/yangent-tasks:tasks/task/complete': {
    input: {
      /**
       * Number of the attempt, from the answer to claim. If it is not the current one, the action is
       * refused.
       */
      attempt?: number;
      /** One artifact. */
      artifact?: readonly YangentTasks_Tasks_Task_Artifact[];
      /** Measures of the result, as its executor says. Informs: the node does not judge by them. */
      quality?: readonly YangentTasks_Tasks_Task_Quality[];
      /** Summary for people. */
      note?: string;
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /** Executor: give up. With the suggestion retry, and attempts left, the task is tried again. */
  '/yangent-tasks:tasks/task/fail': {
    input: {
      /**
       * Number of the attempt, from the answer to claim. If it is not the current one, the action is
       * refused.
       */
      attempt?: number;
      /** The cause. */
      code: YangentTasks_ErrorCode;
      /** What went wrong, for people. Of more than 4096 characters the node keeps the begin. */
      message: string;
      /** Details that help to find the fault. Of more than 65536 characters the node keeps the begin. */
      diagnostic?: string;
      /**
       * What to do now, the best suggestion first. In the action fail, retry has the task tried again while
       * attempts are left; the others inform.
       */
      recovery?: readonly YangentTasks_Recovery[];
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
  /** Executor: hand the task back unfinished, for the next attempt. */
  '/yangent-tasks:tasks/task/release': {
    input: {
      /**
       * Number of the attempt, from the answer to claim. If it is not the current one, the action is
       * refused.
       */
      attempt?: number;
      /** Why. */
      reason?: string;
    };
    output: {
      /** State of the task after the operation. */
      state: YangentTasks_TaskState;
    };
  };
}

/** Notifications of the module. */
export interface YangentTasksNotifications {
  /** A task changed. Sent to those who may see the task. */
  'yangent-tasks:task-changed': {
    /** Identifier which the node made. */
    id: string;
    /** Identifier which the assigner gave. */
    'task-id': string;
    /** The agent that assigned the task. */
    from: string;
    /** The agent that executes the task. */
    to: string;
    /** State of the task. */
    state: YangentTasks_TaskState;
    /** Why the task is in this state. */
    'state-reason'?: string;
    /**
     * Share of the work that is done.
     * Unit: percent.
     */
    progress?: number;
    /** What happened. */
    note?: string;
    /** Number of the event, counted from 1 for each task. */
    sequence: `${bigint}`;
    /** The step that was just finished. */
    checkpoint?: string;
    /**
     * Intermediate results that came with this change. Values of more than 65536 characters are left out,
     * to be read from the task.
     */
    artifact?: readonly YangentTasks_TaskChanged_Artifact[];
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentTasksStructures {
  /** A round of a negotiation: what irtf-agent:task-negotiate answers in its data. */
  'yangent-tasks:negotiation': {
    /** Identifier of the negotiation. */
    thread: string;
    /** Identifier of the task, if it is already assigned. */
    id?: string;
    /** Identifier which the assigner gave to the task. */
    'task-id'?: string;
    /** The agent that assigns the task. */
    from?: string;
    /** The agent that executes the task. */
    to?: string;
    /** Number of the round. */
    round: number;
    /** What is negotiated. */
    type: YangentTasks_NegotiationType;
    /** What is asked, proposed or answered, as prompts or text. */
    content?: readonly string[];
    /** What this side says to the last proposal of the other side. */
    verdict?: YangentTasks_Verdict;
    /** The counter-proposal: another task that could be done, or what the result should be instead. */
    counter?: string;
    /** The agent that speaks in this round. */
    by: string;
    /** When. */
    at: string;
    /** State of the task after the round. */
    state?: YangentTasks_TaskState;
  };
}

/** How this node deals with tasks. */
export type YangentTasks_TaskSettings = {
  /** How long tasks are kept after their end. */
  retention?: YangentTasks_TaskSettings_Retention;
  /**
   * When tasks of one user wait for an agent, one that has waited this many times the median wait of
   * those given out before goes before more urgent ones. A wait is counted in tasks of that user that
   * were given out to the agent meanwhile.
   * @default 2
   */
  fairness?: number;
  /** Bounds of negotiations. */
  negotiation?: YangentTasks_TaskSettings_Negotiation;
};

/** How long tasks are kept after their end. */
export type YangentTasks_TaskSettings_Retention = {
  /**
   * Tasks whose end is longer ago are removed, with their events and what the node recorded of them.
   * @default 30
   * Unit: days.
   */
  days?: number;
  /**
   * Tasks that are kept after their end, the latest ones.
   * @default 100000
   */
  count?: number;
};

/** Bounds of negotiations. */
export type YangentTasks_TaskSettings_Negotiation = {
  /**
   * Rounds of one negotiation.
   * @default 100
   */
  'max-rounds'?: number;
  /**
   * How long a negotiation may take before its task is assigned, unless its assigner says so.
   * @default 86400
   * Unit: seconds.
   */
  time?: number;
};

/** The tasks which the caller may see. */
export type YangentTasks_Tasks = {
  /** Why nothing is executed on this node now. */
  halt?: YangentTasks_Tasks_Halt;
  /**
   * The key with which reports to a URL are signed (RFC 9421, Ed25519 over method, target, content type,
   * digest of the content and idempotency key).
   */
  'signing-key'?: YangentTasks_Tasks_SigningKey;
  /** One task. */
  task?: readonly YangentTasks_Tasks_Task[];
};

/** Why nothing is executed on this node now. */
export type YangentTasks_Tasks_Halt = {
  /** Reason given to stop-all. */
  reason?: string;
  /** Who halted the execution. */
  by: string;
  /** When. */
  at: string;
};

/**
 * The key with which reports to a URL are signed (RFC 9421, Ed25519 over method, target, content type,
 * digest of the content and idempotency key).
 */
export type YangentTasks_Tasks_SigningKey = {
  /** Its identifier: the thumbprint of RFC 7638. */
  'key-id'?: string;
  /** ed25519 */
  algorithm?: string;
  /** The public key as JSON Web Key. */
  'public-key'?: string;
};

/** One task. */
export type YangentTasks_Tasks_Task = {
  /** Identifier which the node made. */
  id: string;
  /** Identifier which the assigner gave, unique among the tasks of that assigner. */
  'task-id': string;
  /** The agent that assigned the task. */
  from: string;
  /** The agent that executes the task. */
  to: string;
  /**
   * URI of the task: the same in all its attempts, and different from that of every other task on any
   * node. An executor passes it to other systems as idempotency key, so that what a repeated attempt
   * orders again is done once. It is agent-task:NODE/ID, unless a function of the node assigned the task
   * under another key. Absent: the task is not assigned yet, or an earlier version of the node made it.
   */
  key?: string;
  /** Priority of the task. */
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
  /** true: the assignment is acknowledged at once; false: it is answered when the task is done. */
  async?: boolean;
  /** What happens when an attempt is lost. */
  policy?: YangentTasks_Tasks_Task_Policy;
  /** When the task was assigned. */
  created: string;
  /** When the record last changed. */
  changed?: string;
  /** State of the task. */
  state: YangentTasks_TaskState;
  /** Why the task is in this state. */
  'state-reason'?: string;
  /**
   * Kinds of information which a sharing policy removed: from what the executor is told (the
   * description, input given later, reasons and comments), and from what it says and delivers (progress,
   * questions, results, why it gives up).
   */
  redacted?: readonly string[];
  /** How far the task is. */
  progress?: YangentTasks_Tasks_Task_Progress;
  /** Number of the current attempt; 0 before the first claim. */
  attempt?: number;
  /**
   * By what right the task was assigned. What its executor does for it inside the node, and the parts
   * that it assigns, stay within it.
   */
  authority?: YangentTasks_Tasks_Task_Authority;
  /** What its executor must be allowed to do. */
  'required-capability'?: readonly YangentTasks_Tasks_Task_RequiredCapability[];
  /** Who executes the task now. */
  executor?: YangentTasks_Tasks_Task_Executor;
  /** The input which the executor has asked for. */
  'input-request'?: YangentTasks_Tasks_Task_InputRequest;
  /** Input given after the assignment. */
  'provided-input'?: readonly YangentTasks_Tasks_Task_ProvidedInput[];
  /** One artifact. */
  artifact?: readonly YangentTasks_Tasks_Task_Artifact[];
  /** Measures of the result, as its executor says. Informs: the node does not judge by them. */
  quality?: readonly YangentTasks_Tasks_Task_Quality[];
  /** Why the task or its last attempt failed. */
  error?: YangentTasks_Tasks_Task_Error;
  /** Judgement of the assigner on the result. */
  verification?: YangentTasks_Tasks_Task_Verification;
  /** What was set for the negotiation, and whose turn it is. */
  'negotiation-terms'?: YangentTasks_Tasks_Task_NegotiationTerms;
  /** The negotiation about the task, round by round. */
  negotiation?: readonly YangentTasks_Tasks_Task_Negotiation[];
  /** Who gets reports on the task. */
  subscription?: readonly YangentTasks_Tasks_Task_Subscription[];
  /** What has happened to the task. */
  event?: readonly YangentTasks_Tasks_Task_Event[];
};

/** What the execution must keep to. Informs the executor: the node does not check that it does. */
export type YangentTasks_Tasks_Task_Constraint = {
  /** Name of the constraint. */
  name: string;
  /** Kind of constraint; the string member leaves room for others. */
  type?: 'resource' | 'safety' | 'time' | 'policy' | (string & {});
  /** The limit or rule itself. */
  value?: string;
  /** The constraint in plain language. */
  description?: string;
};

/** What the result must contain. */
export type YangentTasks_Tasks_Task_ExpectedArtifact = {
  /** Name of the artifact. */
  name: string;
  /** Format wanted, for example a media type. */
  format?: string;
  /** Kind of data wanted. */
  modality?: YangentAgents_Modality;
  /** false: the artifact may be missing. Absent: it may not. */
  required?: boolean;
  /** What the artifact is to say. */
  description?: string;
};

/** Terms used in the task, explained. */
export type YangentTasks_Tasks_Task_Term = {
  /** The term. */
  term: string;
  /** Its explanation. */
  explanation?: string;
};

/** What happens when an attempt is lost. */
export type YangentTasks_Tasks_Task_Policy = {
  /** How often the task is tried. */
  'max-attempts'?: number;
  /**
   * What happens to the unfinished task when the node or its executor starts again. A task that the node
   * executes itself fails once the node has died three times while it ran.
   */
  'on-restart'?: 'resume' | 'fail';
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

/** How far the task is. */
export type YangentTasks_Tasks_Task_Progress = {
  /**
   * Share of the work that is done.
   * Unit: percent.
   */
  percent?: number;
  /** What is being done. */
  note?: string;
  /** Names of the steps that are done, in the order in which they were finished. */
  checkpoint?: readonly string[];
};

/**
 * By what right the task was assigned. What its executor does for it inside the node, and the parts
 * that it assigns, stay within it.
 */
export type YangentTasks_Tasks_Task_Authority = {
  /** Whose right it is. */
  subject: string;
  /** Who acted for him, the nearest first. */
  actor?: readonly string[];
  /** The grant from which it comes. */
  grant?: string;
  /** The token with which the task was assigned, or its authority prolonged. */
  'token-id'?: string;
  /**
   * When the authority ends and with it the task, unless the other node, which has vouched for the
   * assigner, prolongs it before. Absent: it ends by revocation only.
   */
  ends?: string;
};

/** What its executor must be allowed to do. */
export type YangentTasks_Tasks_Task_RequiredCapability = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[];
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentTasks_Tasks_Task_RequiredCapability_Constraint;
};

/** What is not known of an operation does not meet a constraint on it. */
export type YangentTasks_Tasks_Task_RequiredCapability_Constraint = {
  /** The agents that may be given something to do. */
  agent?: readonly string[];
  /** The types that tasks may have. */
  skill?: readonly string[];
  /** The devices concerned. */
  device?: readonly string[];
  /** The trust domains to which something may go. */
  domain?: readonly string[];
  /** Data at and below these paths, in the form of RFC 7951, where keys may be left out. */
  path?: readonly string[];
  /** The highest priority of a task. */
  'max-priority'?: number;
  /** How many delegations there may be above. */
  'max-depth'?: number;
  /** The most sensitive data. */
  'max-sensitivity'?: 'public' | 'internal' | 'personal' | 'secret';
  /** How many requests may be made in a minute. */
  'max-requests-per-minute'?: number;
  /** How many requests may be made in an hour. */
  'max-requests-per-hour'?: number;
  /** How many requests may be made in a day. */
  'max-requests-per-day'?: number;
  /** When it holds. */
  'time-window'?: YangentTasks_Tasks_Task_RequiredCapability_Constraint_TimeWindow;
};

/** When it holds. */
export type YangentTasks_Tasks_Task_RequiredCapability_Constraint_TimeWindow = {
  /** The first moment. */
  start: string;
  /** The first moment when it holds no more. */
  end: string;
};

/** Who executes the task now. */
export type YangentTasks_Tasks_Task_Executor = {
  /** The agent. */
  agent: string;
  /** When it claimed the task. */
  claimed: string;
  /** When it last said that it is alive. */
  heartbeat?: string;
  /** When the task is given out again unless the executor says that it is alive. */
  'lease-expires'?: string;
  /**
   * How long the executor expects to work on the task from now on, as it last said. Informs.
   * Unit: seconds.
   */
  estimate?: number;
  /** Resources that the executor uses for the task, as it said when it claimed the task. Informs. */
  resource?: readonly YangentTasks_Tasks_Task_Executor_Resource[];
};

/** Resources that the executor uses for the task, as it said when it claimed the task. Informs. */
export type YangentTasks_Tasks_Task_Executor_Resource = {
  /** Name of the resource, for example cpu. */
  name: string;
  /** Which one, or how much of it. */
  value: string;
};

/** The input which the executor has asked for. */
export type YangentTasks_Tasks_Task_InputRequest = {
  /** What is required, as a prompt or a question. */
  required: string;
  /** JSON Schema of the structured input that is required. */
  schema?: string;
  /** When it was asked for. */
  at: string;
};

/** Input given after the assignment. */
export type YangentTasks_Tasks_Task_ProvidedInput = {
  /** Number, counted from 1. */
  sequence: number;
  /** The input as text. */
  content?: string;
  /** The input as structured data. */
  data?: unknown;
  /** Identifiers of data parameters that belong to it. */
  'data-param'?: readonly string[];
  /** Who gave it. */
  by: string;
  /** When. */
  at: string;
};

/** One artifact. */
export type YangentTasks_Tasks_Task_Artifact = {
  /** Name of the artifact. */
  name: string;
  /** What the artifact is. */
  description?: string;
  /** Kind of data. */
  modality?: YangentAgents_Modality;
  /** Media type, for example application/json. */
  'media-type'?: string;
  /**
   * Digest of the artifact. One that is not that of value, or not the SHA-256 digest of the bytes of
   * data-param, is refused when it is given; of data and url it informs.
   */
  digest?: string;
} & (
  | {
    /** The artifact as text. */
    value?: string;
    data?: never;
    url?: never;
    'data-param'?: never;
  }
  | {
    /** The artifact as structured data. */
    data?: unknown;
    value?: never;
    url?: never;
    'data-param'?: never;
  }
  | {
    /** Where the artifact can be fetched. */
    url?: string;
    value?: never;
    data?: never;
    'data-param'?: never;
  }
  | {
    /** Identifier of the data parameter that is the artifact. */
    'data-param'?: string;
    value?: never;
    data?: never;
    url?: never;
  }
  | {
    value?: never;
    data?: never;
    url?: never;
    'data-param'?: never;
  }
);

/** Measures of the result, as its executor says. Informs: the node does not judge by them. */
export type YangentTasks_Tasks_Task_Quality = {
  /** Name of the measure, for example accuracy. */
  name: string;
  /** Its value. */
  value: string;
};

/** Why the task or its last attempt failed. */
export type YangentTasks_Tasks_Task_Error = {
  /** The cause. */
  code: YangentTasks_ErrorCode;
  /** What went wrong, for people. Of more than 4096 characters the node keeps the begin. */
  message: string;
  /** Details that help to find the fault. Of more than 65536 characters the node keeps the begin. */
  diagnostic?: string;
  /**
   * What to do now, the best suggestion first. In the action fail, retry has the task tried again while
   * attempts are left; the others inform.
   */
  recovery?: readonly YangentTasks_Recovery[];
};

/** Judgement of the assigner on the result. */
export type YangentTasks_Tasks_Task_Verification = {
  /** true: the task is completed only when the assigner has accepted its result. */
  wanted?: boolean;
  /** true: the node itself judges, by the expected artifacts. */
  automatic?: boolean;
  /** The verdict. */
  verdict?: YangentTasks_VerificationVerdict;
  /** Why. */
  comment?: string;
  /** Who judged. */
  by?: string;
  /** Expected artifacts which the result does not have as they were expected. */
  finding?: readonly YangentTasks_Tasks_Task_Verification_Finding[];
};

/** Expected artifacts which the result does not have as they were expected. */
export type YangentTasks_Tasks_Task_Verification_Finding = {
  /** Name of the expected artifact. */
  artifact: string;
  /** What is wrong. */
  problem: 'missing' | 'format' | 'modality' | 'digest';
};

/** What was set for the negotiation, and whose turn it is. */
export type YangentTasks_Tasks_Task_NegotiationTerms = {
  /**
   * Greatest number of rounds, at most that of task-settings. After the last one only accepted and
   * rejected can be said.
   */
  'max-rounds'?: number;
  /** When the negotiation is over. A task that is not accepted by then is rejected. */
  'negotiate-until'?: string;
  /** What a proposal must meet to be accepted, in plain language. Informs both sides, who judge. */
  criterion?: readonly string[];
  /**
   * The agent whose answer is awaited; the other one can only end the negotiation. Absent: either may
   * speak.
   */
  'next-speaker'?: string;
  /**
   * The round of a negotiation about feasibility whose proposal the other side has accepted. A later
   * proposal opens the negotiation again.
   */
  'agreed-round'?: number;
  /**
   * What was agreed: the words of that round. An assignment or an update whose content or objective does
   * not hold them is refused with the error-app-tag not-as-agreed.
   */
  'agreed-content'?: string;
  /** true: the task says something besides what was agreed. */
  deviates?: boolean;
};

/** The negotiation about the task, round by round. */
export type YangentTasks_Tasks_Task_Negotiation = {
  /** Number of the round. */
  round: number;
  /** What is negotiated. */
  type: YangentTasks_NegotiationType;
  /** What is asked, proposed or answered, as prompts or text. */
  content?: readonly string[];
  /** What this side says to the last proposal of the other side. */
  verdict?: YangentTasks_Verdict;
  /** The counter-proposal: another task that could be done, or what the result should be instead. */
  counter?: string;
  /** The agent that speaks in this round. */
  by: string;
  /** When. */
  at: string;
};

/** Who gets reports on the task. */
export type YangentTasks_Tasks_Task_Subscription = {
  /** Identifier of the subscription. */
  id: string;
  /**
   * URL to which the node sends every change of the task, signed with tasks/signing-key. Absent: the
   * subscriber reads the event stream. Refused for a task of an agent that pushes no notifications
   * (capability/push-notifications).
   */
  url?: string;
  /** Protocol of the report: http, https or restconf, as the URL says. Refused without a URL. */
  protocol?: string;
  /** Method of the report, which is POST. Refused without a URL. */
  method?: string;
  /** Who subscribed. */
  by: string;
};

/** What has happened to the task. */
export type YangentTasks_Tasks_Task_Event = {
  /** Number of the event, counted from 1 for each task. */
  sequence: `${bigint}`;
  /** When. */
  at: string;
  /** State after the event. */
  state: YangentTasks_TaskState;
  /**
   * Progress after the event.
   * Unit: percent.
   */
  percent?: number;
  /** What happened. */
  note?: string;
  /** Who caused it. */
  by?: string;
};

/** What happens when an attempt is lost. */
export type YangentTasks_Assign_Input_Policy = {
  /**
   * How often the task is tried.
   * @default 3
   */
  'max-attempts'?: number;
  /**
   * What happens to the unfinished task when the node or its executor starts again. A task that the node
   * executes itself fails once the node has died three times while it ran.
   * @default "resume"
   */
  'on-restart'?: 'resume' | 'fail';
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
export type YangentTasks_Assign_Input_Delegate = {
  /** What may be done; within the caller's own authority. */
  capability: readonly YangentTasks_Assign_Input_Delegate_Capability[];
  /** When it ends. */
  expires: string;
  /**
   * How often it may be handed on.
   * @default 0
   */
  'max-depth'?: number;
};

/** What may be done; within the caller's own authority. */
export type YangentTasks_Assign_Input_Delegate_Capability = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[];
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentTasks_Tasks_Task_RequiredCapability_Constraint;
};

/**
 * What the executor must be allowed to do: who claims the task with a limited authority that does not
 * cover it is refused.
 */
export type YangentTasks_Assign_Input_RequiredCapability = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[];
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentTasks_Tasks_Task_RequiredCapability_Constraint;
};

/** Whether the assigner will judge the result. */
export type YangentTasks_Assign_Input_Verification = {
  /**
   * true: the task is completed only when the assigner has accepted its result.
   * @default false
   */
  wanted?: boolean;
  /**
   * true: the node refuses a result that lacks an expected artifact, as the assigner would, and tells
   * the executor what is wrong.
   * @default false
   */
  automatic?: boolean;
};

/** Where the changes of the task are reported. */
export type YangentTasks_Assign_Input_Subscription = {
  /**
   * URL to which the node sends every change of the task, signed with tasks/signing-key. Absent: the
   * subscriber reads the event stream. Refused for a task of an agent that pushes no notifications
   * (capability/push-notifications).
   */
  url: string;
  /** Protocol of the report: http, https or restconf, as the URL says. Refused without a URL. */
  protocol?: string;
  /** Method of the report, which is POST. Refused without a URL. */
  method?: string;
};

/** Query as for yangent-agents:discover. */
export type YangentTasks_Assign_Input_Receiver_Discover_Discover = {
  /** Intent or task in plain language, or keywords. Agents are ranked by how well they match it. */
  text?: string;
  /** Name, alias or identifier of the agent. */
  name?: string;
  /** Globally unique identifier of the agent. */
  'digital-identifier'?: string;
  /** Type in the profile. */
  type?: string;
  /** Provider in the profile. */
  provider?: string;
  /** Domain of the agent or of its profile. */
  domain?: string;
  /** Managed object in the profile. */
  'management-object'?: string;
  /** Names of skills the agent must have. */
  skill?: readonly string[];
  /** Tags that must stand on one of the agent's skills. */
  tag?: readonly string[];
  /** Kinds of input one of its skills must take. */
  'input-mode'?: readonly YangentAgents_Modality[];
  /** Kinds of output one of its skills must give. */
  'output-mode'?: readonly YangentAgents_Modality[];
  /** Protocols the agent must speak. */
  protocol?: readonly string[];
  /** Ways of interacting the agent must support. */
  'interaction-mode'?: readonly YangentAgents_InteractionMode[];
  /** Services the agent must offer. */
  service?: readonly string[];
  /** States of which the agent must have one. Absent: online. */
  state?: readonly YangentAgents_AgentState[];
  /** Kinds of data the agent must handle. */
  modality?: readonly YangentAgents_Modality[];
  /** true: the agent must be able to stream. */
  streaming?: boolean;
  /** true: the agent must be able to push notifications. */
  'push-notifications'?: boolean;
  /** Kinds of negotiation the agent must support. The same kind in another minor version will do. */
  negotiate?: readonly string[];
  /** Names of programming interfaces the agent must offer. */
  interface?: readonly string[];
  /** Versions of the agent that will do. */
  version?: string;
  /** Where the agent must run. */
  kind?: YangentAgents_ExecutionKind;
  /**
   * Greatest latency the agent may lately have had. An agent whose latency has not been measured does
   * not match.
   * Unit: milliseconds.
   */
  'max-latency'?: number;
  /**
   * Greatest load the agent may have.
   * Unit: percent.
   */
  'max-load'?: `${number}`;
  /** What the agent must have registered about its security. */
  security?: YangentTasks_Assign_Input_Receiver_Discover_Discover_Security;
  /** Agents that are not wanted. */
  exclude?: readonly string[];
  /** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
  near?: YangentTasks_Assign_Input_Receiver_Discover_Discover_Near;
};

/** What the agent must have registered about its security. */
export type YangentTasks_Assign_Input_Receiver_Discover_Discover_Security = {
  /**
   * Security level. A number is met by every level that is a number at least as great, anything else by
   * the same text.
   */
  level?: string;
  /** Licences which the agent must hold. */
  license?: readonly string[];
  /**
   * Kinds of credentials which the agent must have: the types of verifiable credentials that the node
   * has verified. What is in a credential is not told.
   */
  credential?: readonly string[];
  /**
   * True: the agent need only have registered credentials of these kinds, verified or not: the name of a
   * credential, or the type of a verifiable credential. Absent: as false.
   */
  unverified?: boolean;
};

/** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
export type YangentTasks_Assign_Input_Receiver_Discover_Discover_Near = {
  /**
   * Greatest distance from the place.
   * Unit: meters.
   */
  radius: number;
} & (
  | {
    /**
     * Latitude of the place.
     * Unit: degrees.
     */
    latitude: `${number}`;
    /**
     * Longitude of the place.
     * Unit: degrees.
     */
    longitude: `${number}`;
    place?: never;
    agent?: never;
  }
  | {
    /** The place by its name in the list place, for example that of a base station. */
    place: string;
    latitude?: never;
    longitude?: never;
    agent?: never;
  }
  | {
    /** The registered location of this agent. */
    agent: string;
    latitude?: never;
    longitude?: never;
    place?: never;
  }
);

/** Why the task failed. */
export type YangentTasks_Assign_Output_Error = {
  /** The cause. */
  code: YangentTasks_ErrorCode;
  /** What went wrong, for people. Of more than 4096 characters the node keeps the begin. */
  message: string;
  /** Details that help to find the fault. Of more than 65536 characters the node keeps the begin. */
  diagnostic?: string;
  /**
   * What to do now, the best suggestion first. In the action fail, retry has the task tried again while
   * attempts are left; the others inform.
   */
  recovery?: readonly YangentTasks_Recovery[];
};

/** A task that was claimed. */
export type YangentTasks_ClaimNext_Output_Task = {
  /** Identifier which the node made. */
  id: string;
  /** Identifier which the assigner gave, unique among the tasks of that assigner. */
  'task-id': string;
  /** The agent that assigned the task. */
  from: string;
  /** The agent that executes the task. */
  to: string;
  /**
   * URI of the task: the same in all its attempts, and different from that of every other task on any
   * node. An executor passes it to other systems as idempotency key, so that what a repeated attempt
   * orders again is done once. It is agent-task:NODE/ID, unless a function of the node assigned the task
   * under another key. Absent: the task is not assigned yet, or an earlier version of the node made it.
   */
  key?: string;
  /** Priority of the task. */
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
  /** true: the assignment is acknowledged at once; false: it is answered when the task is done. */
  async?: boolean;
  /** What happens when an attempt is lost. */
  policy?: YangentTasks_Tasks_Task_Policy;
  /** When the task was assigned. */
  created: string;
  /** When the record last changed. */
  changed?: string;
  /** State of the task. */
  state: YangentTasks_TaskState;
  /** Why the task is in this state. */
  'state-reason'?: string;
  /**
   * Kinds of information which a sharing policy removed: from what the executor is told (the
   * description, input given later, reasons and comments), and from what it says and delivers (progress,
   * questions, results, why it gives up).
   */
  redacted?: readonly string[];
  /** How far the task is. */
  progress?: YangentTasks_Tasks_Task_Progress;
  /** Number of the current attempt; 0 before the first claim. */
  attempt?: number;
  /**
   * By what right the task was assigned. What its executor does for it inside the node, and the parts
   * that it assigns, stay within it.
   */
  authority?: YangentTasks_Tasks_Task_Authority;
  /** What its executor must be allowed to do. */
  'required-capability'?: readonly YangentTasks_Tasks_Task_RequiredCapability[];
  /** Who executes the task now. */
  executor?: YangentTasks_Tasks_Task_Executor;
  /** The input which the executor has asked for. */
  'input-request'?: YangentTasks_Tasks_Task_InputRequest;
  /** Input given after the assignment. */
  'provided-input'?: readonly YangentTasks_Tasks_Task_ProvidedInput[];
  /** One artifact. */
  artifact?: readonly YangentTasks_Tasks_Task_Artifact[];
  /** Measures of the result, as its executor says. Informs: the node does not judge by them. */
  quality?: readonly YangentTasks_Tasks_Task_Quality[];
  /** Why the task or its last attempt failed. */
  error?: YangentTasks_Tasks_Task_Error;
  /** Judgement of the assigner on the result. */
  verification?: YangentTasks_Tasks_Task_Verification;
  /** What was set for the negotiation, and whose turn it is. */
  'negotiation-terms'?: YangentTasks_Tasks_Task_NegotiationTerms;
  /** The negotiation about the task, round by round. */
  negotiation?: readonly YangentTasks_Tasks_Task_Negotiation[];
  /** Who gets reports on the task. */
  subscription?: readonly YangentTasks_Tasks_Task_Subscription[];
  /** What has happened to the task. */
  event?: readonly YangentTasks_Tasks_Task_Event[];
  /**
   * With it the executor acts for the assigner. A heartbeat answers a new one when the last one nears
   * its end, and none when it was revoked.
   */
  token?: string;
};

/** The task. */
export type YangentTasks_Query_Output_Task = {
  /** Identifier which the node made. */
  id: string;
  /** Identifier which the assigner gave, unique among the tasks of that assigner. */
  'task-id': string;
  /** The agent that assigned the task. */
  from: string;
  /** The agent that executes the task. */
  to: string;
  /**
   * URI of the task: the same in all its attempts, and different from that of every other task on any
   * node. An executor passes it to other systems as idempotency key, so that what a repeated attempt
   * orders again is done once. It is agent-task:NODE/ID, unless a function of the node assigned the task
   * under another key. Absent: the task is not assigned yet, or an earlier version of the node made it.
   */
  key?: string;
  /** Priority of the task. */
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
  /** true: the assignment is acknowledged at once; false: it is answered when the task is done. */
  async?: boolean;
  /** What happens when an attempt is lost. */
  policy?: YangentTasks_Tasks_Task_Policy;
  /** When the task was assigned. */
  created: string;
  /** When the record last changed. */
  changed?: string;
  /** State of the task. */
  state: YangentTasks_TaskState;
  /** Why the task is in this state. */
  'state-reason'?: string;
  /**
   * Kinds of information which a sharing policy removed: from what the executor is told (the
   * description, input given later, reasons and comments), and from what it says and delivers (progress,
   * questions, results, why it gives up).
   */
  redacted?: readonly string[];
  /** How far the task is. */
  progress?: YangentTasks_Tasks_Task_Progress;
  /** Number of the current attempt; 0 before the first claim. */
  attempt?: number;
  /**
   * By what right the task was assigned. What its executor does for it inside the node, and the parts
   * that it assigns, stay within it.
   */
  authority?: YangentTasks_Tasks_Task_Authority;
  /** What its executor must be allowed to do. */
  'required-capability'?: readonly YangentTasks_Tasks_Task_RequiredCapability[];
  /** Who executes the task now. */
  executor?: YangentTasks_Tasks_Task_Executor;
  /** The input which the executor has asked for. */
  'input-request'?: YangentTasks_Tasks_Task_InputRequest;
  /** Input given after the assignment. */
  'provided-input'?: readonly YangentTasks_Tasks_Task_ProvidedInput[];
  /** One artifact. */
  artifact?: readonly YangentTasks_Tasks_Task_Artifact[];
  /** Measures of the result, as its executor says. Informs: the node does not judge by them. */
  quality?: readonly YangentTasks_Tasks_Task_Quality[];
  /** Why the task or its last attempt failed. */
  error?: YangentTasks_Tasks_Task_Error;
  /** Judgement of the assigner on the result. */
  verification?: YangentTasks_Tasks_Task_Verification;
  /** What was set for the negotiation, and whose turn it is. */
  'negotiation-terms'?: YangentTasks_Tasks_Task_NegotiationTerms;
  /** The negotiation about the task, round by round. */
  negotiation?: readonly YangentTasks_Tasks_Task_Negotiation[];
  /** Who gets reports on the task. */
  subscription?: readonly YangentTasks_Tasks_Task_Subscription[];
  /** What has happened to the task. */
  event?: readonly YangentTasks_Tasks_Task_Event[];
};

/** A task; the newest first. */
export type YangentTasks_List_Output_Task = {
  /** Identifier which the node made. */
  id: string;
  /** Identifier which the assigner gave, unique among the tasks of that assigner. */
  'task-id': string;
  /** The agent that assigned the task. */
  from: string;
  /** The agent that executes the task. */
  to: string;
  /**
   * URI of the task: the same in all its attempts, and different from that of every other task on any
   * node. An executor passes it to other systems as idempotency key, so that what a repeated attempt
   * orders again is done once. It is agent-task:NODE/ID, unless a function of the node assigned the task
   * under another key. Absent: the task is not assigned yet, or an earlier version of the node made it.
   */
  key?: string;
  /** Priority of the task. */
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
  /** true: the assignment is acknowledged at once; false: it is answered when the task is done. */
  async?: boolean;
  /** What happens when an attempt is lost. */
  policy?: YangentTasks_Tasks_Task_Policy;
  /** When the task was assigned. */
  created: string;
  /** When the record last changed. */
  changed?: string;
  /** State of the task. */
  state: YangentTasks_TaskState;
  /** Why the task is in this state. */
  'state-reason'?: string;
  /**
   * Kinds of information which a sharing policy removed: from what the executor is told (the
   * description, input given later, reasons and comments), and from what it says and delivers (progress,
   * questions, results, why it gives up).
   */
  redacted?: readonly string[];
  /** How far the task is. */
  progress?: YangentTasks_Tasks_Task_Progress;
  /** Number of the current attempt; 0 before the first claim. */
  attempt?: number;
  /**
   * By what right the task was assigned. What its executor does for it inside the node, and the parts
   * that it assigns, stay within it.
   */
  authority?: YangentTasks_Tasks_Task_Authority;
  /** What its executor must be allowed to do. */
  'required-capability'?: readonly YangentTasks_Tasks_Task_RequiredCapability[];
  /** Who executes the task now. */
  executor?: YangentTasks_Tasks_Task_Executor;
  /** The input which the executor has asked for. */
  'input-request'?: YangentTasks_Tasks_Task_InputRequest;
  /** Input given after the assignment. */
  'provided-input'?: readonly YangentTasks_Tasks_Task_ProvidedInput[];
  /** One artifact. */
  artifact?: readonly YangentTasks_Tasks_Task_Artifact[];
  /** Measures of the result, as its executor says. Informs: the node does not judge by them. */
  quality?: readonly YangentTasks_Tasks_Task_Quality[];
  /** Why the task or its last attempt failed. */
  error?: YangentTasks_Tasks_Task_Error;
  /** Judgement of the assigner on the result. */
  verification?: YangentTasks_Tasks_Task_Verification;
  /** What was set for the negotiation, and whose turn it is. */
  'negotiation-terms'?: YangentTasks_Tasks_Task_NegotiationTerms;
  /** The negotiation about the task, round by round. */
  negotiation?: readonly YangentTasks_Tasks_Task_Negotiation[];
  /** Who gets reports on the task. */
  subscription?: readonly YangentTasks_Tasks_Task_Subscription[];
  /** What has happened to the task. */
  event?: readonly YangentTasks_Tasks_Task_Event[];
};

/**
 * Intermediate results that came with this change. Values of more than 65536 characters are left out,
 * to be read from the task.
 */
export type YangentTasks_TaskChanged_Artifact = {
  /** Name of the artifact. */
  name: string;
  /** What the artifact is. */
  description?: string;
  /** Kind of data. */
  modality?: YangentAgents_Modality;
  /** Media type, for example application/json. */
  'media-type'?: string;
  /**
   * Digest of the artifact. One that is not that of value, or not the SHA-256 digest of the bytes of
   * data-param, is refused when it is given; of data and url it informs.
   */
  digest?: string;
} & (
  | {
    /** The artifact as text. */
    value?: string;
    data?: never;
    url?: never;
    'data-param'?: never;
  }
  | {
    /** The artifact as structured data. */
    data?: unknown;
    value?: never;
    url?: never;
    'data-param'?: never;
  }
  | {
    /** Where the artifact can be fetched. */
    url?: string;
    value?: never;
    data?: never;
    'data-param'?: never;
  }
  | {
    /** Identifier of the data parameter that is the artifact. */
    'data-param'?: string;
    value?: never;
    data?: never;
    url?: never;
  }
  | {
    value?: never;
    data?: never;
    url?: never;
    'data-param'?: never;
  }
);
