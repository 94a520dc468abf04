// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgents_AgentState, YangentAgents_ExecutionKind, YangentAgents_InteractionMode, YangentAgents_Modality } from './yangent-agents.js';
import type { YangentContexts_Sensitivity } from './yangent-contexts.js';
import type { YangentTasks_ErrorCode, YangentTasks_Recovery } from './yangent-tasks.js';

/** Type context-element of yangent-workflows. */
export type YangentWorkflows_ContextElement = 'graph' | 'state' | 'results' | 'checkpoints';

/** Type risk of yangent-workflows. */
export type YangentWorkflows_Risk = 'low' | 'medium' | 'high' | 'critical';

/** Type outcome of yangent-workflows. */
export type YangentWorkflows_Outcome = 'success' | 'failure' | 'skipped';

/** Type run-state of yangent-workflows. */
export type YangentWorkflows_RunState = 'initializing' | 'running' | 'paused' | 'escalated' | 'verifying' | 'rolling-back' | 'rolled-back' | 'completed' | 'failed' | 'canceled';

/** Type rollback-end of yangent-workflows. */
export type YangentWorkflows_RollbackEnd = 'resume' | 'pause' | 'end';

/**
 * Workflows: a graph of tasks that a coordinator agent executes. A definition is configuration. Each
 * content of it that was committed is a revision, which never changes; a run executes one revision. A
 * node of the graph becomes a step of the run, and a step of type task is a task of yangent-tasks.
 * What happens to a run is one journal, of which each event is bound to the one before it by a hash.
 * Values are computed by expressions in the Common Expression Language (CEL). They see: input, the
 * input of the run; steps.NAME.state, steps.NAME.output, steps.NAME.error and steps.NAME.quality of
 * the nodes from which a data edge leads to this one; run.id and run.started; item and index in a node
 * with for-each; event in a trigger; output and round in repeat.
 */
export interface YangentWorkflows {
  /** Workflows of the node. */
  workflows?: YangentWorkflows_Workflows;
}

/** Top-level data of yangent-workflows, as RFC 7951 names them in a document. */
export interface YangentWorkflowsData {
  'yangent-workflows:workflows'?: YangentWorkflows['workflows'];
}

/** RPCs of the module. */
export interface YangentWorkflowsRpcs {
  /** Start a run. */
  'yangent-workflows:start': {
    input: {
      /** Key of this start: the same user gets the same run for it, and starts no second one. */
      'run-key'?: string;
      /** Input of the run. */
      input?: unknown;
      /** A label, by which runs are found. */
      label?: readonly YangentWorkflows_Workflows_Run_Label[];
      /** When it is canceled if it has not ended. Default: by execution/timeout. */
      deadline?: string;
      /**
       * Time to wait for the end before the answer.
       * @default 0
       * Unit: seconds.
       */
      wait?: number;
      /**
       * true: only check whether it could start.
       * @default false
       */
      'dry-run'?: boolean;
    } & (
      | {
        /** A definition. */
        definition: string;
        /** Number of its revision. Default: its content now. */
        revision?: number;
        dag?: never;
        coordinator?: never;
      }
      | {
        /** A graph. It is run for operators, and for users who own an agent: they may assign tasks themselves. */
        dag?: YangentWorkflows_Start_Input_What_Dag_Dag;
        /**
         * The agent that assigns the tasks.
         * @default "coordinator"
         */
        coordinator?: string;
        definition?: never;
        revision?: never;
      }
    );
    output: {
      /** Identifier of the run; absent after a dry-run. */
      id?: string;
      /** URI of the run. */
      uri?: string;
      /** State of the run. */
      state?: YangentWorkflows_RunState;
      /** Output of the run, if it has completed. */
      output?: unknown;
      /** Why it failed. */
      error?: YangentWorkflows_Start_Output_Error;
      /** One finding. */
      finding?: readonly YangentWorkflows_Start_Output_Finding[];
    };
  };
  /** The newest runs of those that the caller may see, a page at a time. */
  'yangent-workflows:list-runs': {
    input: {
      /** Only runs of this definition. */
      definition?: string;
      /** Only runs in this state. */
      state?: YangentWorkflows_RunState;
      /** A label, by which runs are found. */
      label?: readonly YangentWorkflows_Workflows_Run_Label[];
      /** Only runs started at this time or later. */
      'created-after'?: string;
      /** Only runs started before this time. */
      'created-before'?: string;
      /** Only runs made before the one with this identifier, such as the last of the page before. */
      before?: string;
      /**
       * Greatest number of runs of the page.
       * @default 50
       */
      limit?: number;
    };
    output: {
      /** A run; the newest first. */
      run?: readonly YangentWorkflows_ListRuns_Output_Run[];
      /** true: older runs exist that also fit. */
      more: boolean;
    };
  };
  /**
   * The gates that wait for votes, of runs that the caller may see; the one whose time is over first
   * comes first.
   */
  'yangent-workflows:list-gates': {
    input: {
      /**
       * true: also those in which the caller has no vote, or has voted already.
       * @default false
       */
      all?: boolean;
      /**
       * Greatest number of gates of the answer.
       * @default 100
       */
      limit?: number;
    };
    output: {
      /** A gate. */
      gate?: readonly YangentWorkflows_ListGates_Output_Gate[];
      /** true: there are further ones. */
      more: boolean;
    };
  };
  /** Draw a definition, or a run with the states of its steps. */
  'yangent-workflows:render': {
    input: {
      /**
       * Format of the picture.
       * @default "svg"
       */
      format?: 'svg' | 'dot' | 'mermaid';
    } & (
      | {
        /** A definition. */
        definition: string;
        run?: never;
      }
      | {
        /** A run. */
        run: string;
        definition?: never;
      }
    );
    output: {
      /** The picture. */
      picture: string;
      /** Media type of the picture. */
      'media-type': string;
    };
  };
  /** Check a graph as a commit would, and store nothing. */
  'yangent-workflows:check': {
    input: {
      /** The graph. */
      dag: YangentWorkflows_Check_Input_Dag;
    };
    output: {
      /** Digest of the graph. */
      digest: string;
      /** One finding. */
      finding?: readonly YangentWorkflows_Start_Output_Finding[];
    };
  };
  /**
   * Make a graph for a goal that is given in words. It is checked as by check. Nothing is stored, and
   * nothing is started: whoever wants it run gives it to start. It uses definitions that the caller may
   * start, and skills of agents that the caller may find.
   */
  'yangent-workflows:plan': {
    input: {
      /** What is to be reached, in plain language. */
      goal: string;
      /** The input with which the graph will be started: the planner may use its members. */
      input?: unknown;
      /** Definitions that the graph may run. Absent: all that the caller may start. */
      template?: readonly string[];
    };
    output: {
      /** The graph. */
      dag?: YangentWorkflows_Plan_Output_Dag;
      /** What the planner must know first. */
      question?: string;
      /** The planner: rules, or the name of a model. */
      planner: string;
      /**
       * How often it proposed a graph. One with errors is given back to it with what was found, at most
       * twice.
       */
      rounds: number;
      /** One finding. */
      finding?: readonly YangentWorkflows_Start_Output_Finding[];
    };
  };
  /**
   * The context of a run: of those who may see the run all of it, of an agent that executes a step of it
   * what concerns its steps. An agent sees the nodes that it executes, those from which a data edge
   * leads to one of these, the edges between them, and what these edges share.
   */
  'yangent-workflows:context': {
    input: {
      /** The run. */
      run: string;
      /**
       * The agent, for which the caller may speak. Absent: at the endpoint of an agent this agent; else the
       * caller may see the run.
       */
      agent?: string;
      /** What is wanted. Absent: all. */
      element?: readonly YangentWorkflows_ContextElement[];
      /**
       * The node whose steps are wanted. Absent: all nodes. Of more than 10,000 steps, or 16 Mi characters
       * of values, the error is too-big.
       */
      node?: string;
      /** The item of the node; 0 is the node itself. Absent: all. */
      item?: number;
    };
    output: {
      /** The run; of an agent, without its values, its labels and its initiator. */
      run: YangentWorkflows_Context_Output_Run;
      /** The graph, or the part of it that concerns the agent. */
      dag?: YangentWorkflows_Context_Output_Dag;
      /** The steps. */
      step?: readonly YangentWorkflows_Context_Output_Step[];
      /** The checkpoints. */
      checkpoint?: readonly YangentWorkflows_Context_Output_Checkpoint[];
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentWorkflowsActions {
  /** Fire now, also when it is disabled. For its owner and operators. */
  '/yangent-workflows:workflows/trigger/fire': {
    input: {
      /** What its expressions see as event. Absent: for a schedule the present time, else an empty object. */
      event?: unknown;
    };
    output: {
      /** The run; absent when it waits until those before it have ended. */
      run?: string;
    };
  };
  /** Assign no further task, in the runs of its steps neither. Agents go on with tasks that they have. */
  '/yangent-workflows:workflows/run/pause': {
    input: {
      /** The reason, for people. */
      reason?: string;
      /**
       * What becomes of tasks that are executed.
       * @default "finish"
       */
      running?: 'finish' | 'suspend';
    };
    output: {
      /** State of the run now. */
      state: YangentWorkflows_RunState;
    };
  };
  /**
   * Go on after pause, or after an escalated failure: the failed steps stay failed. The runs of its
   * steps go on that were paused with it.
   */
  '/yangent-workflows:workflows/run/resume': {
    input: {
      /** The reason, for people. */
      reason?: string;
    };
    output: {
      /** State of the run now. */
      state: YangentWorkflows_RunState;
    };
  };
  /**
   * End the run. Its unfinished steps are canceled, and the nodes of finally run. A second one, while
   * they do, ends these as well.
   */
  '/yangent-workflows:workflows/run/cancel': {
    input: {
      /** The reason, for people. */
      reason?: string;
      /**
       * true: what was done is undone. The run goes back to its first checkpoint, and ends rolled-back.
       * @default false
       */
      compensate?: boolean;
    };
    output: {
      /** State of the run now. */
      state: YangentWorkflows_RunState;
    };
  };
  /**
   * Make a checkpoint now. For those who steer the run, and for the agent of a step that is executed.
   * Until another step ends, agents take at most a quarter of those that retention/checkpoints keeps;
   * one more is resource-denied.
   */
  '/yangent-workflows:workflows/run/take-checkpoint': {
    input: {
      /** What it is for. */
      label?: string;
    };
    output: {
      /** Identifier of the checkpoint. */
      id: string;
      /** Hash of the event after which it stands. */
      'state-hash': string;
    };
  };
  /**
   * Go back to a checkpoint. The journal and the signature of the checkpoint are verified first (app-tag
   * integrity). What is executed is canceled; each agent that took part since is told by a task of the
   * skill agent-task-dag-rollback, and acknowledges; compensations run; then results after the
   * checkpoint do not count any more. A run that is a step of another, or a task, goes back only until
   * it has ended. Who logged in by a token has to log in by another way when the checkpoint is older
   * than token-lifetime of the assurance profile.
   */
  '/yangent-workflows:workflows/run/roll-back': {
    input: {
      /** Identifier of the checkpoint. */
      to: string;
      /** The reason, for people. */
      reason: string;
      /**
       * What the run does when it is back.
       * @default "pause"
       */
      then?: YangentWorkflows_RollbackEnd;
    };
    output: {
      /** State of the run now. */
      state: YangentWorkflows_RunState;
      /** Number of the rollback. */
      number: number;
    };
  };
  /** Give the run as one document, which can be verified without the node: the structure dag, in JSON. */
  '/yangent-workflows:workflows/run/export': {
    input: {
      /** Only what was before this checkpoint. Absent: all. */
      checkpoint?: string;
      /**
       * How the document is given.
       * @default "json"
       */
      format?: 'json' | 'gzip';
    };
    output: {
      /** The document. */
      document?: string;
      /** The document, compressed. */
      compressed?: string & { readonly __binary?: true };
    };
  };
  /**
   * Let the run go on in another revision of its definition. Steps that have begun stay as they are, and
   * decided edges stay decided; steps that have not begun are decided about anew, and persons vote on
   * them again. A for-each that has begun keeps its items. Each obstacle is a finding, whose code is the
   * app-tag of the error. Refused for a run that has ended, goes back or executes no definition. For
   * those who steer the run and may start runs of the definition, and for operators.
   */
  '/yangent-workflows:workflows/run/migrate': {
    input: {
      /** Number of the revision. Absent: the present content of the definition. */
      revision?: number;
      /** A node that has another name there. Each other node keeps its name. */
      map?: readonly YangentWorkflows_Workflows_Run_Migrate_Input_Map[];
      /** The reason, for people. */
      reason?: string;
      /**
       * true: give the findings, and change nothing.
       * @default false
       */
      'dry-run'?: boolean;
    };
    output: {
      /** State of the run now. */
      state: YangentWorkflows_RunState;
      /** Number of the revision. */
      revision: number;
      /** One finding. */
      finding?: readonly YangentWorkflows_Start_Output_Finding[];
    };
  };
  /**
   * Correct the output of a step that has ended, for those that have not begun. It fits the
   * output-schema of the node. Decided edges stay decided, and what other steps have made of the earlier
   * output stays. Persons vote again on steps that read it, and a step that failed on it reads the new
   * one when it is retried. The output of a step with for-each cannot be replaced.
   */
  '/yangent-workflows:workflows/run/inject': {
    input: {
      /** The node of the step. */
      node: string;
      /** The output. */
      output: unknown;
      /** The reason, for people. */
      reason: string;
    };
    output: {
      /** State of the run now. */
      state: YangentWorkflows_RunState;
    };
  };
  /**
   * Give a signal, which one wait of the run consumes. One that fits the output-schema of no wait for
   * it, or which the condition of a wait cannot read and no other wait takes, is refused.
   */
  '/yangent-workflows:workflows/run/signal': {
    input: {
      /** Name of the signal. */
      name: string;
      /** Key of this signal: a second one with the same key is not taken. */
      key?: string;
      /** What it says. */
      data?: unknown;
    };
    output: {
      /** false: there was one with this key before. */
      accepted: boolean;
    };
  };
  /** Vote for a gate of the step. */
  '/yangent-workflows:workflows/run/step/approve': {
    input: {
      /** Digest of the gate. With one that it has no more, the error is stale-approval. */
      digest: string;
      /** Why, for those who read it later. */
      comment?: string;
      /**
       * Signature over the statement: of ssh-keygen -Y sign -n approval@yangent with an authorized key, or a
       * JSON Web Signature of type yangent-vote+jwt with a signing key, detached or with the statement as
       * its payload.
       */
      signature?: string;
      /** What the form of the gate asks for. */
      data?: unknown;
    };
    output: {
      /** State of the step now. */
      state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
    };
  };
  /** Vote against a gate of the step, which fails with the code rejected. */
  '/yangent-workflows:workflows/run/step/reject': {
    input: {
      /** Digest of the gate. */
      digest: string;
      /** The reason, for people. */
      reason?: string;
      /** Signature over the statement, as in approve. */
      signature?: string;
    };
    output: {
      /** State of the step now. */
      state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
    };
  };
  /**
   * Execute a failed step again, and those that were canceled or skipped because it failed. When the
   * output of the run could not be computed: also a completed step after which no other has begun. The
   * output is computed again.
   */
  '/yangent-workflows:workflows/run/step/retry': {
    input: {
      /** The reason, for people. */
      reason?: string;
      /** New deadline of the run, after the present time. Required when that of the run is over. */
      deadline?: string;
    };
    output: {
      /** State of the step now. */
      state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
    };
  };
  /** Let the run go on without this step. */
  '/yangent-workflows:workflows/run/step/skip': {
    input: {
      /** The reason, for people. */
      reason?: string;
    };
    output: {
      /** State of the step now. */
      state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
    };
  };
  /**
   * Complete a failed step with an output that was made otherwise, and fits its output-schema. When the
   * output of the run could not be computed: also complete a step that was skipped, and replace the
   * output of a completed one. What other steps have made of that stays, and the output of the run is
   * computed again. The output of a step with for-each cannot be set.
   */
  '/yangent-workflows:workflows/run/step/set-output': {
    input: {
      /** The output. */
      output?: unknown;
      /** The reason, for people. */
      reason?: string;
    };
    output: {
      /** State of the step now. */
      state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
    };
  };
  /**
   * Let the run go on without the answer of an agent, or without a compensation that failed or waits for
   * votes. For operators.
   */
  '/yangent-workflows:workflows/run/rollback/acknowledge': {
    input: {
      /** The agent. */
      agent: string;
      /** Only for this node. Absent: for all. */
      node?: string;
      /** Only for this item. Absent: for all. */
      item?: number;
      /** The reason, for people. */
      reason: string;
    };
    output: {
      /** State of the run now. */
      state: YangentWorkflows_RunState;
    };
  };
}

/** Notifications of the module. */
export interface YangentWorkflowsNotifications {
  /** A run came into another state, or was migrated to another revision. Sent to those who may see it. */
  'yangent-workflows:run-changed': {
    /** The run. */
    id: string;
    /** Its definition. */
    definition?: string;
    /** Its state now. */
    state: YangentWorkflows_RunState;
    /** Why. */
    'state-reason'?: string;
    /** Number of its event. */
    sequence?: `${bigint}`;
  };
  /** A step came into another state. Sent to those who may see the run. */
  'yangent-workflows:step-changed': {
    /** The run. */
    run: string;
    /** The node. */
    node: string;
    /** Item of a for-each; absent for the node itself. */
    item?: number;
    /** Number of the execution. */
    generation?: number;
    /** Its state now. */
    state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
    /**
     * Why: input-required, for example; overdue, once in an attempt, when the execution takes longer than
     * was estimated.
     */
    'state-reason'?: string;
    /** Its tasks. */
    task?: readonly string[];
    /** Number of its event. */
    sequence?: `${bigint}`;
  };
  /**
   * A checkpoint of a run was made. Sent to those who may see the run; not for the first one, which each
   * run has.
   */
  'yangent-workflows:checkpoint-created': {
    /** The run. */
    run: string;
    /** The checkpoint. */
    id: string;
    /** Why it was made. */
    type: 'yangent-workflows:automatic' | 'yangent-workflows:explicit' | 'yangent-workflows:recovery' | (string & {});
    /** What it is for. */
    label?: string;
    /** Number of the last event before it. */
    sequence?: `${bigint}`;
    /** Hash of that event. */
    'state-hash': string;
  };
  /**
   * A step waits for the votes of persons. Sent to those who may see the run, and to those who have a
   * vote.
   */
  'yangent-workflows:approval-needed': {
    /** The run. */
    run: string;
    /** The node. */
    node: string;
    /** Item of a for-each; absent for the node itself. */
    item?: number;
    /** Name of the gate. */
    gate: string;
    /** Its digest, which votes name. */
    digest: string;
    /** The question. */
    question?: string;
    /** When the time for votes is over. */
    expires: string;
    /** Number of the event. */
    sequence?: `${bigint}`;
  };
  /** A guard, or the lack of a grant, has refused a step. Sent to those who may see the run. */
  'yangent-workflows:policy-violation': {
    /** The run. */
    run: string;
    /** The node. */
    node: string;
    /** Item of a for-each; absent for the node itself. */
    item?: number;
    /** The guard; authorization: the agent lacks a grant. */
    rule: string;
    /** What it refuses. */
    message: string;
    /** The agent, where the graph names it. */
    agent?: string;
    /** Number of the event. */
    sequence?: `${bigint}`;
  };
  /** A run goes back to a checkpoint. Sent to those who may see it. */
  'yangent-workflows:rollback-started': {
    /** The run. */
    run: string;
    /** Number of the rollback. */
    number: number;
    /** The checkpoint. */
    to: string;
    /** Why. */
    reason?: string;
  };
  /**
   * A trigger should have started a run and did not. Of several that are missed for the same reason,
   * with no run between them, only the first is told. Not sent when what was missed is another
   * trigger-missed.
   */
  'yangent-workflows:trigger-missed': {
    /** The trigger. */
    name: string;
    /** When it should have fired, or should first have. */
    from?: string;
    /** How often it should have. At most 1000 are counted. Absent: unknown. */
    number?: number;
    /** Why it did not. */
    reason: string;
    /** The run of which the notification told that was missed. */
    run?: string;
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentWorkflowsStructures {
  /**
   * A graph as it travels between nodes, and is kept in files: the document of the media type
   * application/vnd.ietf.agent-task-dag+json. A node that gets it starts a run of the graph, and reads
   * what is in request. The others tell of a run: its steps are what its events say of them, and each
   * value is named by its digest in the events; one that is not here was deleted, or is {}. Values of a
   * sealed run are not here.
   */
  'yangent-workflows:dag': {
    /** The graph, without values that are the default. */
    graph: YangentWorkflows_Dag_Graph;
    /** What is asked of the node that gets the document. */
    request?: YangentWorkflows_Dag_Request;
    /** The run. */
    run: YangentWorkflows_Dag_Run;
    /** URI of the definition, of the run, or of the checkpoint at which the run ends. */
    uri?: string;
    /** When the document was made. */
    exported?: string;
    /** Digest of the input of a sealed run, which is not here: it stands before the first event. */
    'input-digest'?: string;
    /**
     * Signature of the node over an exported run: a JWS without its payload (RFC 7515, appendix F), typ
     * yangent-export+jws. The payload is the digest of the canonical JSON text (RFC 8785) of all other
     * members, as sha-256: and 64 hexadecimal digits.
     */
    signature?: string;
    /** When the content was committed, or the run started. */
    created?: string;
    /** The user who committed it, or started the run. */
    owner?: string;
    /** A step after the last event. */
    step?: readonly YangentWorkflows_Dag_Step[];
    /** A checkpoint. */
    checkpoint?: readonly YangentWorkflows_Dag_Checkpoint[];
    /** The journal. */
    event?: readonly YangentWorkflows_Dag_Event[];
    /** What persons were asked, each opening of a gate by itself. */
    gate?: readonly YangentWorkflows_Dag_Gate[];
    /** A value. */
    value?: readonly YangentWorkflows_Dag_Value[];
  };
  /**
   * A message about a run or a step of it, as an agent protocol can carry it. Each is an operation on
   * the run, or on the task of the step.
   */
  'yangent-workflows:dag-message': {
    /** URI of the run: agent-dag:NODE/RUN. */
    dag: string;
    /** URI of the step: agent-task:NODE/RUN/STEP[.ITEM][;g=N]. */
    node?: string;
    /** The newest checkpoint of the run that the sender knows. */
    checkpoint?: string;
    /** When it was sent. */
    at?: string;
  } & (
    | {
      /** Coordinator: execute the step. */
      'execution-request': YangentWorkflows_DagMessage_Message_ExecutionRequest_ExecutionRequest;
      acceptance?: never;
      status?: never;
      result?: never;
      context?: never;
      'checkpoint-request'?: never;
      rollback?: never;
      acknowledgement?: never;
      error?: never;
    }
    | {
      /** Executor: the task is taken. */
      acceptance: YangentWorkflows_DagMessage_Message_Acceptance_Acceptance;
      'execution-request'?: never;
      status?: never;
      result?: never;
      context?: never;
      'checkpoint-request'?: never;
      rollback?: never;
      acknowledgement?: never;
      error?: never;
    }
    | {
      /** Executor: how far the step is. */
      status: YangentWorkflows_DagMessage_Message_Status_Status;
      'execution-request'?: never;
      acceptance?: never;
      result?: never;
      context?: never;
      'checkpoint-request'?: never;
      rollback?: never;
      acknowledgement?: never;
      error?: never;
    }
    | {
      /** Executor: the step is done. */
      result: YangentWorkflows_DagMessage_Message_Result_Result;
      'execution-request'?: never;
      acceptance?: never;
      status?: never;
      context?: never;
      'checkpoint-request'?: never;
      rollback?: never;
      acknowledgement?: never;
      error?: never;
    }
    | {
      /**
       * Coordinator: the context of the run, as far as it was asked for and the executor may know it. The
       * newest checkpoint is that of the message.
       */
      context: YangentWorkflows_DagMessage_Message_Context_Context;
      'execution-request'?: never;
      acceptance?: never;
      status?: never;
      result?: never;
      'checkpoint-request'?: never;
      rollback?: never;
      acknowledgement?: never;
      error?: never;
    }
    | {
      /** Make a checkpoint of the run now. */
      'checkpoint-request': YangentWorkflows_DagMessage_Message_CheckpointRequest_CheckpointRequest;
      'execution-request'?: never;
      acceptance?: never;
      status?: never;
      result?: never;
      context?: never;
      rollback?: never;
      acknowledgement?: never;
      error?: never;
    }
    | {
      /** Send the run back to a checkpoint: the action roll-back. */
      rollback: YangentWorkflows_DagMessage_Message_Rollback_Rollback;
      'execution-request'?: never;
      acceptance?: never;
      status?: never;
      result?: never;
      context?: never;
      'checkpoint-request'?: never;
      acknowledgement?: never;
      error?: never;
    }
    | {
      /**
       * Operator: a rollback goes on without the answer of an agent, the action acknowledge. An agent
       * acknowledges by the result of its task.
       */
      acknowledgement: YangentWorkflows_DagMessage_Message_Acknowledgement_Acknowledgement;
      'execution-request'?: never;
      acceptance?: never;
      status?: never;
      result?: never;
      context?: never;
      'checkpoint-request'?: never;
      rollback?: never;
      error?: never;
    }
    | {
      /** Executor: the step failed. */
      error: YangentWorkflows_DagMessage_Message_Error_Error;
      'execution-request'?: never;
      acceptance?: never;
      status?: never;
      result?: never;
      context?: never;
      'checkpoint-request'?: never;
      rollback?: never;
      acknowledgement?: never;
    }
  );
}

/** Workflows of the node. */
export type YangentWorkflows_Workflows = {
  /** A workflow. */
  definition?: readonly YangentWorkflows_Workflows_Definition[];
  /**
   * Starts runs of a definition at times, or for notifications. Its runs act with the rights of its
   * owner, the user whose commit last changed it. These are judged when it fires: the owner must be
   * allowed to execute start and the assignment of tasks, and be in a runner-group of the definition if
   * it has any. A trigger that the node itself committed, from a file for example, acts as the user
   * system, who is in no group and may do what access control permits this name. Under stop-all no
   * trigger fires. When that ends, a schedule goes on as after a downtime, and a notification trigger
   * with the notifications that have come meanwhile.
   */
  trigger?: readonly YangentWorkflows_Workflows_Trigger[];
  /**
   * A resource that tasks share: a test bed, a licence, a window of work. Waiting steps get slots in the
   * order in which they came.
   */
  pool?: readonly YangentWorkflows_Workflows_Pool[];
  /**
   * A rule of operators about the steps of all runs, whatever their graph. It is judged when a step
   * begins. It concerns the tasks, and without skill and domain also the sub-workflows, that fit all
   * that it names. What a graph leaves open fits: an agent that is still to be found may be of any
   * domain, and a task without a skill may be for any skill of its agent.
   */
  guard?: readonly YangentWorkflows_Workflows_Guard[];
  /**
   * How carefully runs are executed. One with the name fast, standard or regulated stands in place of
   * that of the node. fast: no checkpoint but the first, no gate. standard: a checkpoint after 20 steps
   * or 300 seconds, a gate from critical on. regulated: a checkpoint after each step, a gate from high
   * on with signed votes, explicit grants, tokens of 300 seconds, sealed values.
   */
  'assurance-profile'?: readonly YangentWorkflows_Workflows_AssuranceProfile[];
  /** How long runs that have ended are kept. Runs that have not ended stay. */
  retention?: YangentWorkflows_Workflows_Retention;
  /** An execution of a graph. */
  run?: readonly YangentWorkflows_Workflows_Run[];
};

/** A workflow. */
export type YangentWorkflows_Workflows_Definition = {
  /** Name of the definition. */
  name: string;
  /**
   * false: a draft. It is stored though it may not be able to run, and no run of it begins.
   * @default true
   */
  enabled?: boolean;
  /**
   * The agent that assigns the tasks.
   * @default "coordinator"
   */
  coordinator?: string;
  /** Groups of users who may start it and see its runs. Absent: all users who may execute start. */
  'runner-group'?: readonly string[] & { readonly __set?: true };
  /**
   * Globally unique identifier. Where the author gives none, the node writes agent-dag:NODE/NAME into
   * documents: NAME is that of the definition, or made of the content of a graph that was given to
   * start. Such an id is no part of the digest.
   */
  id?: string;
  /** Version, as its author counts. */
  version: string;
  /** What the workflow is for. */
  description?: string;
  /** What the input of a run must be. Absent: an object. */
  'input-schema'?: string;
  /** What the output of a run must be. Absent: an object. */
  'output-schema'?: string;
  /** The output of a run: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Output[];
  /** How a run is executed. */
  execution?: YangentWorkflows_Workflows_Definition_Execution;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Workflows_Definition_Node[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Workflows_Definition_Edge[];
  /** The id of the graph, or where its author gave none agent-dag:NODE/NAME. */
  uri?: string;
  /** A content that the definition has, or had. */
  revision?: readonly YangentWorkflows_Workflows_Definition_Revision[];
  /** What has become wrong since it was committed, and warnings. */
  finding?: readonly YangentWorkflows_Workflows_Definition_Finding[];
};

/** The output of a run: an object with a member for each entry. */
export type YangentWorkflows_Workflows_Definition_Output = {
  /** Name of the member. */
  name: string;
  /** How its value is computed. */
  value: string;
};

/** How a run is executed. */
export type YangentWorkflows_Workflows_Definition_Execution = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel'?: number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority?: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance?: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval'?: number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks'?: number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:workflows/definition/node/name' })[];
};

/** A node of the graph. */
export type YangentWorkflows_Workflows_Definition_Node = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Workflows_Definition_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Workflows_Definition_Node_Approval;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Workflows_Definition_Node_Oversight;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /**
   * What the output must be. A step with another fails with the code invalid-output. A wait takes no
   * signal and no notification that does not fit.
   */
  'output-schema'?: string;
  /** The step is skipped unless it is true. It is evaluated once, when the step could begin. */
  condition?: string;
  /**
   * When the step begins, of the edges that count. A node without such edges begins at once.
   * @default "all"
   */
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Workflows_Definition_Node_Retry;
  /** How long the step may take. */
  timeout?: YangentWorkflows_Workflows_Definition_Node_Timeout;
  /**
   * How long the step usually takes. Of the nodes that can begin, the one with the longest path behind
   * it goes first. step-changed tells that a task or a sub-workflow takes longer, by this or by what its
   * executor has said since.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk?: YangentWorkflows_Risk;
  /**
   * Sensitivity of what the node reads and makes. Its task is shared as a message of this sensitivity:
   * sharing policies, and the trust domain of its agent, may refuse it, or remove parts. With a node
   * that is personal or secret all values of a run are sealed. Absent: the greatest of the nodes from
   * which data edges lead to this one; internal without one.
   */
  sensitivity?: YangentContexts_Sensitivity;
  /** Pools of the node of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly string[] & { readonly __set?: true };
  /**
   * What the agent of the step may do for the initiator of the run. It gets tokens with these
   * capabilities as it claims its task, and none when nothing is named.
   */
  authorization?: YangentWorkflows_Workflows_Definition_Node_Authorization;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The task that an agent does. */
export type YangentWorkflows_Workflows_Definition_Node_Task = {
  /** Name of the skill that the task needs. Required unless an agent is named. */
  skill?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt. */
  content?: string;
  /** Management domain of the task. */
  domain?: string;
  /** Nodes before this one whose agent does this task, too. */
  'same-agent-as'?: readonly (string & { readonly __leafref?: '/yangent-workflows:workflows/definition/node/name' })[] & { readonly __set?: true };
  /** Nodes before this one whose agent does not do this task. */
  'other-agent-than'?: readonly (string & { readonly __leafref?: '/yangent-workflows:workflows/definition/node/name' })[] & { readonly __set?: true };
  /**
   * Number of different agents that do the task, each for itself. More than one needs discover, and goes
   * with neither for-each nor repeat nor negotiate.
   * @default 1
   */
  executors?: number;
  /**
   * Number of executors, more than half of them, whose outputs must be equal. Absent: the first output
   * is that of the step.
   */
  agree?: number;
  /**
   * true: the coordinator asks the executor first whether it can do the task, and the next best if it
   * cannot.
   * @default false
   */
  negotiate?: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify?: boolean;
  /**
   * The parts of the context of the run that its agent gets with the task: a context item that the task
   * names, which is a message context of the structure dag-message. It has this node, the nodes from
   * which a data edge leads here, and what these edges share, as they are when the task is assigned.
   * Absent: nothing; the agent can ask by the rpc context.
   */
  context?: readonly YangentWorkflows_ContextElement[] & { readonly __set?: true };
  /** What the execution must keep to. Informs the executor. */
  constraint?: readonly YangentWorkflows_Workflows_Definition_Node_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact[];
} & (
  | {
    /** This agent. */
    agent?: string;
    discover?: never;
  }
  | {
    /** The best agent that fits; the skill and the domain of the task are conditions, too. */
    discover?: YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover;
    agent?: never;
  }
  | {
    agent?: never;
    discover?: never;
  }
);

/** What the execution must keep to. Informs the executor. */
export type YangentWorkflows_Workflows_Definition_Node_Task_Constraint = {
  /** Name of the constraint. */
  name: string;
  /** Kind of constraint: resource, safety, time, policy or another. */
  type?: string;
  /** The limit or rule itself. */
  value?: string;
};

/** What the result must contain. */
export type YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact = {
  /** Name of the artifact. */
  name: string;
  /** Format wanted, for example a media type. */
  format?: string;
};

/** The best agent that fits; the skill and the domain of the task are conditions, too. */
export type YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover = {
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
  skill?: readonly string[] & { readonly __set?: true };
  /** Tags that must stand on one of the agent's skills. */
  tag?: readonly string[] & { readonly __set?: true };
  /** Kinds of input one of its skills must take. */
  'input-mode'?: readonly YangentAgents_Modality[] & { readonly __set?: true };
  /** Kinds of output one of its skills must give. */
  'output-mode'?: readonly YangentAgents_Modality[] & { readonly __set?: true };
  /** Protocols the agent must speak. */
  protocol?: readonly string[] & { readonly __set?: true };
  /** Ways of interacting the agent must support. */
  'interaction-mode'?: readonly YangentAgents_InteractionMode[] & { readonly __set?: true };
  /** Services the agent must offer. */
  service?: readonly string[] & { readonly __set?: true };
  /** States of which the agent must have one. Absent: online. */
  state?: readonly YangentAgents_AgentState[] & { readonly __set?: true };
  /** Kinds of data the agent must handle. */
  modality?: readonly YangentAgents_Modality[] & { readonly __set?: true };
  /** true: the agent must be able to stream. */
  streaming?: boolean;
  /** true: the agent must be able to push notifications. */
  'push-notifications'?: boolean;
  /** Kinds of negotiation the agent must support. The same kind in another minor version will do. */
  negotiate?: readonly string[] & { readonly __set?: true };
  /** Names of programming interfaces the agent must offer. */
  interface?: readonly string[] & { readonly __set?: true };
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
  security?: YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Security;
  /** Agents that are not wanted. */
  exclude?: readonly string[] & { readonly __set?: true };
  /** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
  near?: YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Near;
};

/** What the agent must have registered about its security. */
export type YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Security = {
  /**
   * Security level. A number is met by every level that is a number at least as great, anything else by
   * the same text.
   */
  level?: string;
  /** Licences which the agent must hold. */
  license?: readonly string[] & { readonly __set?: true };
  /**
   * Kinds of credentials which the agent must have: the types of verifiable credentials that the node
   * has verified. What is in a credential is not told.
   */
  credential?: readonly string[] & { readonly __set?: true };
  /**
   * True: the agent need only have registered credentials of these kinds, verified or not: the name of a
   * credential, or the type of a verifiable credential. Absent: as false.
   */
  unverified?: boolean;
};

/** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
export type YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Near = {
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

/** The workflow that is run. */
export type YangentWorkflows_Workflows_Definition_Node_Workflow = {
  /** Name of its definition. */
  definition: string;
  /** Versions that are wanted. The latest revision that fits is run. Absent: the latest revision. */
  version?: string;
  /**
   * A coordinator of another node, such as coordinator@DOMAIN. It gets the graph of the definition as a
   * task with the skill agent-task-dag, and runs it there, with the agents, the rules and the rights of
   * that node. Absent: the workflow is run here.
   */
  agent?: string;
  /**
   * How often it is tried, each time as a new run.
   * @default 1
   */
  attempts?: number;
};

/**
 * Who decides. Its input, which is what they decide about, is an object with the output of each node
 * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
 * (the names of those who approved) and data (of the last of them).
 */
export type YangentWorkflows_Workflows_Definition_Node_Approval = {
  /**
   * Groups whose members have a vote. Without an entry, and without approver, these are admin and
   * operator.
   */
  'approver-group'?: readonly string[] & { readonly __set?: true };
  /** Users who have a vote. */
  approver?: readonly string[] & { readonly __set?: true };
  /**
   * Number of persons who must approve. One who rejects ends the step.
   * @default 1
   */
  quorum?: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation?: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature?: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor'?: boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout'?: 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/**
 * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
 * once, before its first item or round.
 */
export type YangentWorkflows_Workflows_Definition_Node_Oversight = {
  /**
   * Groups whose members have a vote. Without an entry, and without approver, these are admin and
   * operator.
   */
  'approver-group'?: readonly string[] & { readonly __set?: true };
  /** Users who have a vote. */
  approver?: readonly string[] & { readonly __set?: true };
  /**
   * Number of persons who must approve. One who rejects ends the step.
   * @default 1
   */
  quorum?: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation?: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature?: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor'?: boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout'?: 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/** What is waited for. */
export type YangentWorkflows_Workflows_Definition_Node_Wait = (
  | {
    /**
     * This time.
     * Unit: seconds.
     */
    seconds: number;
    until?: never;
    notification?: never;
    signal?: never;
  }
  | {
    /** The time that the expression gives, as a timestamp or as text in the format of date-and-time. */
    until: string;
    seconds?: never;
    notification?: never;
    signal?: never;
  }
  | {
    /**
     * A notification, as the initiator of the run may see it, that came after the first node before this
     * one had begun. It is the output of the step.
     */
    notification: YangentWorkflows_Workflows_Definition_Node_Wait_For_Notification_Notification;
    seconds?: never;
    until?: never;
    signal?: never;
  }
  | {
    /** A signal to the run. Its data are the output of the step; each signal ends one wait. */
    signal: YangentWorkflows_Workflows_Definition_Node_Wait_For_Signal_Signal;
    seconds?: never;
    until?: never;
    notification?: never;
  }
);

/**
 * A notification, as the initiator of the run may see it, that came after the first node before this
 * one had begun. It is the output of the step.
 */
export type YangentWorkflows_Workflows_Definition_Node_Wait_For_Notification_Notification = {
  /** Name of the notification, for example yangent-tasks:task-changed. */
  name: string;
  /**
   * Event stream.
   * @default "NETCONF"
   */
  stream?: string;
  /** Condition over event, the content of the notification. */
  match?: string;
};

/** A signal to the run. Its data are the output of the step; each signal ends one wait. */
export type YangentWorkflows_Workflows_Definition_Node_Wait_For_Signal_Signal = {
  /** Name of the signal. */
  name: string;
  /** Condition over event, the data of the signal. */
  match?: string;
};

/** The input of the task or workflow: an object with a member for each entry. */
export type YangentWorkflows_Workflows_Definition_Node_Input = {
  /** Name of the member. */
  name: string;
  /** How its value is computed. */
  value: string;
};

/** The output of the step: an object with a member for each entry. */
export type YangentWorkflows_Workflows_Definition_Node_Output = {
  /** Name of the member. */
  name: string;
  /** How its value is computed. */
  value: string;
};

/**
 * The items. Their outputs, in the order of the items, are the output of the step; that of an item
 * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
 */
export type YangentWorkflows_Workflows_Definition_Node_ForEach = {
  /** A list. */
  items: string;
  /**
   * Length of the list at most. A longer one fails the step with the code too-big.
   * @default 1000
   */
  'max-items'?: number;
  /**
   * Items at one time.
   * @default 16
   */
  'max-parallel'?: number;
  /**
   * Share of the items that may fail. When more have failed, the others are canceled, and the step fails
   * with the code item-failed.
   * @default 0
   * Unit: percent.
   */
  tolerate?: number;
};

/** Rounds of one step. */
export type YangentWorkflows_Workflows_Definition_Node_Repeat = {
  /** Condition over output, that of the round that has ended, and round, its number from 1. */
  until: string;
  /**
   * Time between two rounds.
   * @default 10
   * Unit: seconds.
   */
  delay?: number;
  /**
   * Number of rounds. When the last has ended and the condition does not hold, the step fails with the
   * code not-reached.
   * @default 100
   */
  max?: number;
};

/** How a failed attempt of the task is repeated. */
export type YangentWorkflows_Workflows_Definition_Node_Retry = {
  /**
   * Number of attempts.
   * @default 3
   */
  'max-attempts'?: number;
  /**
   * Time before the second attempt.
   * @default 1
   * Unit: seconds.
   */
  delay?: number;
  /**
   * By which the time grows with each further attempt.
   * @default "2.0"
   */
  factor?: `${number}`;
  /**
   * Time between two attempts at most.
   * @default 300
   * Unit: seconds.
   */
  'max-delay'?: number;
  /**
   * true: each time is a random one between half of it and the whole, so that many do not try at once.
   * @default true
   */
  jitter?: boolean;
  /**
   * Errors after which the task is tried again. Absent: all but invalid-input, access-denied and
   * lack-of-skills.
   */
  on?: readonly YangentTasks_ErrorCode[] & { readonly __set?: true };
  /** Errors after which it is not, whatever on says. */
  never?: readonly YangentTasks_ErrorCode[] & { readonly __set?: true };
};

/** How long the step may take. */
export type YangentWorkflows_Workflows_Definition_Node_Timeout = {
  /**
   * Time of one attempt.
   * @default 3600
   * Unit: seconds.
   */
  attempt?: number;
  /**
   * Time until an agent has begun. Absent: no bound of its own.
   * Unit: seconds.
   */
  assignment?: number;
  /**
   * Time from ready to the end, with all attempts, all rounds, and the time in which it waits for a
   * place. Absent: no bound of its own; in finally, one hour more than attempt or wait/seconds say.
   * Unit: seconds.
   */
  total?: number;
};

/**
 * What the agent of the step may do for the initiator of the run. It gets tokens with these
 * capabilities as it claims its task, and none when nothing is named.
 */
export type YangentWorkflows_Workflows_Definition_Node_Authorization = {
  /**
   * What may be done; within the authority of the initiator. If the assurance profile wants explicit
   * grants, a grant of the initiator to the agent must cover each of them when the step is dispatched.
   */
  capability?: readonly YangentWorkflows_Workflows_Definition_Node_Authorization_Capability[];
  /**
   * How often the agent may hand it on.
   * @default 0
   */
  'max-delegation'?: number;
  /**
   * true: each claim and heartbeat answers a new token, which the issuer has just issued.
   * @default false
   */
  'fresh-token'?: boolean;
};

/**
 * What may be done; within the authority of the initiator. If the assurance profile wants explicit
 * grants, a grant of the initiator to the agent must cover each of them when the step is dispatched.
 */
export type YangentWorkflows_Workflows_Definition_Node_Authorization_Capability = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[] & { readonly __set?: true };
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint;
};

/** What is not known of an operation does not meet a constraint on it. */
export type YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint = {
  /** The agents that may be given something to do. */
  agent?: readonly string[] & { readonly __set?: true };
  /** The types that tasks may have. */
  skill?: readonly string[] & { readonly __set?: true };
  /** The devices concerned. */
  device?: readonly string[] & { readonly __set?: true };
  /** The trust domains to which something may go. */
  domain?: readonly string[] & { readonly __set?: true };
  /** Data at and below these paths, in the form of RFC 7951, where keys may be left out. */
  path?: readonly string[] & { readonly __set?: true };
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
  'time-window'?: YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint_TimeWindow;
};

/** When it holds. */
export type YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint_TimeWindow = {
  /** The first moment. */
  start: string;
  /** The first moment when it holds no more. */
  end: string;
};

/**
 * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
 * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
 * its executor was lost, for example.
 */
export type YangentWorkflows_Workflows_Definition_Node_Compensation = {
  /** Name of the skill that the task needs. */
  skill: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt. */
  content?: string;
  /** The agent that does it. Absent: the one that did the step. */
  agent?: string;
  /** The input of the task: an object with a member for each entry. Absent: that of the step. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Compensation_Input[];
};

/** The input of the task: an object with a member for each entry. Absent: that of the step. */
export type YangentWorkflows_Workflows_Definition_Node_Compensation_Input = {
  /** Name of the member. */
  name: string;
  /** How its value is computed. It sees output, that of the step or null, beside what the node sees. */
  value: string;
};

/** The target follows the source. */
export type YangentWorkflows_Workflows_Definition_Edge = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:workflows/definition/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:workflows/definition/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type?: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on?: readonly YangentWorkflows_Outcome[] & { readonly __set?: true };
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts?: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[] & { readonly __set?: true };
};

/** A content that the definition has, or had. */
export type YangentWorkflows_Workflows_Definition_Revision = {
  /** Number of the revision, from 1. A content that was there before keeps its number. */
  number: number;
  /** Version, as its author counts. */
  version: string;
  /**
   * Digest of the canonical JSON text (RFC 8785) of the graph, without values that are the default,
   * lists sorted by key.
   */
  digest: string;
  /** When it was committed first. */
  at: string;
  /** Who committed it. */
  by: string;
};

/** What has become wrong since it was committed, and warnings. */
export type YangentWorkflows_Workflows_Definition_Finding = {
  /** Number of the finding. */
  id: number;
  /** What the finding means. */
  severity: 'error' | 'warning';
  /**
   * The fault: dag-cycle, dag-depth, dag-edge-missing, dag-no-output, dag-expression, dag-type-mismatch,
   * dag-unknown-agent, dag-unknown-skill, dag-unknown-definition, dag-join, dag-bounds, dag-schema,
   * dag-capability or dag-checkpoint. Of the answer to plan also dag-form: what the planner gave is no
   * graph. Of the answer to migrate also migrate-map, migrate-image, migrate-name, migrate-kind,
   * migrate-predecessor, migrate-output, migrate-gate, migrate-input, migrate-seal or migrate-begun.
   */
  code: string;
  /** Where in the graph: node[name='NAME']/condition, for example. */
  path: string;
  /** What is wrong, and what would be right. */
  message: string;
};

/**
 * Starts runs of a definition at times, or for notifications. Its runs act with the rights of its
 * owner, the user whose commit last changed it. These are judged when it fires: the owner must be
 * allowed to execute start and the assignment of tasks, and be in a runner-group of the definition if
 * it has any. A trigger that the node itself committed, from a file for example, acts as the user
 * system, who is in no group and may do what access control permits this name. Under stop-all no
 * trigger fires. When that ends, a schedule goes on as after a downtime, and a notification trigger
 * with the notifications that have come meanwhile.
 */
export type YangentWorkflows_Workflows_Trigger = {
  /** Name of the trigger. */
  name: string;
  /** The definition of which it starts runs, with the content that it has when the trigger fires. */
  definition: string & { readonly __leafref?: '/yangent-workflows:workflows/definition/name' };
  /**
   * false: it fires only by the action fire, and forgets what waits to be started.
   * @default true
   */
  enabled?: boolean;
  /**
   * What it does when it fires while a run of its own with the same value of key has not ended.
   * @default "skip"
   */
  overlap?: 'allow' | 'skip' | 'queue' | 'replace';
  /**
   * Runs that it starts within an hour. What comes then counts as missed. This also bounds circles that
   * trigger-depth does not see: those through the configuration or the state of an agent, for example.
   * Unit: runs per hour.
   */
  'rate-limit'?: number;
  /** The input of a run: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Trigger_Input[];
  /** The user whose commit last changed it. */
  owner?: string;
  /** When it last started a run. */
  'last-fired'?: string;
  /** The time for which its schedule fires next. */
  next?: string;
  /** Runs that wait until those before them have ended. */
  waiting?: number;
  /** How often it should have started a run and did not. */
  missed?: `${bigint}`;
} & (
  | {
    /** At times. event is an object with the member time: the time for which it fires, as date-and-time. */
    schedule: YangentWorkflows_Workflows_Trigger_On_Schedule_Schedule;
    notification?: never;
  }
  | {
    /**
     * For notifications, as the owner may see them. event is the content of the notification. After a
     * downtime the trigger goes on with the notification that follows the last one that it has handled.
     */
    notification: YangentWorkflows_Workflows_Trigger_On_Notification_Notification;
    schedule?: never;
  }
);

/** The input of a run: an object with a member for each entry. */
export type YangentWorkflows_Workflows_Trigger_Input = {
  /** Name of the member. */
  name: string;
  /** Its value; an expression over event. */
  value: string;
};

/** At times. event is an object with the member time: the time for which it fires, as date-and-time. */
export type YangentWorkflows_Workflows_Trigger_On_Schedule_Schedule = {
  /**
   * The times, as five fields: minute, hour, day of the month, month, day of the week; with six fields
   * the first one is the second. When the clock is set forward, a time that does not exist is replaced
   * by the first moment after the gap. When it is set back, a time that occurs twice fires at its first
   * occurrence only, unless the field of the hour is *: then it goes by the hours that pass.
   */
  cron: string;
  /**
   * Name of the time zone of these times in the IANA time zone database, for example Europe/Berlin.
   * @default "UTC"
   */
  'time-zone'?: string;
  /**
   * A time that is over by more than this counts as missed, after a downtime for example; until then the
   * trigger fires late.
   * @default 60
   * Unit: seconds.
   */
  'catch-up'?: number;
};

/**
 * For notifications, as the owner may see them. event is the content of the notification. After a
 * downtime the trigger goes on with the notification that follows the last one that it has handled.
 */
export type YangentWorkflows_Workflows_Trigger_On_Notification_Notification = {
  /**
   * Event stream.
   * @default "NETCONF"
   */
  stream?: string;
  /** Name of the notification, for example yangent-tasks:task-changed. Absent: all. */
  name?: string;
  /** Fires only when this is true of the notification, as a filter of subscriptions (RFC 8639). */
  'xpath-filter'?: string;
  /**
   * Expression over event: overlap looks at the runs with the same value only. Absent: at all runs of
   * the trigger.
   */
  key?: string;
};

/**
 * A resource that tasks share: a test bed, a licence, a window of work. Waiting steps get slots in the
 * order in which they came.
 */
export type YangentWorkflows_Workflows_Pool = {
  /** Name of the pool. */
  name: string;
  /** Number of tasks that have it at one time. */
  slots: number;
  /** Slots that tasks have. */
  used?: number;
  /** Steps that wait for slots. */
  waiting?: number;
};

/**
 * A rule of operators about the steps of all runs, whatever their graph. It is judged when a step
 * begins. It concerns the tasks, and without skill and domain also the sub-workflows, that fit all
 * that it names. What a graph leaves open fits: an agent that is still to be found may be of any
 * domain, and a task without a skill may be for any skill of its agent.
 */
export type YangentWorkflows_Workflows_Guard = {
  /** Name of the guard. */
  name: string;
  /** Skills that a task may be for. Absent: all. */
  skill?: readonly string[] & { readonly __set?: true };
  /** Management domains of a task or its agent. Absent: all. */
  domain?: readonly string[] & { readonly __set?: true };
  /**
   * Definitions whose runs, with the runs below them, it is about. Absent: all runs, those of graphs
   * that were given to start as well.
   */
  definition?: readonly string[] & { readonly __set?: true };
  /** Nodes of this risk or a higher one. Absent: all. The risk of a node is what its author says. */
  'min-risk'?: YangentWorkflows_Risk;
} & (
  | {
    /** It fails with the code policy-violation. */
    deny: [null];
    approval?: never;
  }
  | {
    /** Persons who approve it. Separation is always on where the assurance profile of the run says so. */
    approval: YangentWorkflows_Workflows_Guard_Then_Approval_Approval;
    deny?: never;
  }
);

/** Persons who approve it. Separation is always on where the assurance profile of the run says so. */
export type YangentWorkflows_Workflows_Guard_Then_Approval_Approval = {
  /**
   * Groups whose members have a vote. Without an entry, and without approver, these are admin and
   * operator.
   */
  'approver-group'?: readonly string[] & { readonly __set?: true };
  /** Users who have a vote. */
  approver?: readonly string[] & { readonly __set?: true };
  /**
   * Number of persons who must approve. One who rejects ends the step.
   * @default 1
   */
  quorum?: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation?: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature?: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor'?: boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout'?: 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/**
 * How carefully runs are executed. One with the name fast, standard or regulated stands in place of
 * that of the node. fast: no checkpoint but the first, no gate. standard: a checkpoint after 20 steps
 * or 300 seconds, a gate from critical on. regulated: a checkpoint after each step, a gate from high
 * on with signed votes, explicit grants, tokens of 300 seconds, sealed values.
 */
export type YangentWorkflows_Workflows_AssuranceProfile = {
  /** Name of the profile. */
  name: string;
  /**
   * When checkpoints are made by themselves, beside those at the start and before gates and nodes of
   * high risk. They are made when a step ends.
   */
  checkpoint?: YangentWorkflows_Workflows_AssuranceProfile_Checkpoint;
  /**
   * How long an agent may take to acknowledge a rollback. It is asked three times.
   * @default 300
   * Unit: seconds.
   */
  acknowledge?: number;
  /**
   * What an agent needs to do a step.
   * @default "profile"
   */
  grants?: 'profile' | 'explicit';
  /**
   * Lifetime of the tokens that executors get.
   * @default 600
   * Unit: seconds.
   */
  'token-lifetime'?: number;
  /**
   * The issuer of these tokens. A task whose token it does not issue cannot be claimed meanwhile.
   * Absent: the node.
   */
  'token-issuer'?: string & { readonly __leafref?: '/yangent-access:access/token-issuer/issuer' };
  /**
   * true: all values of a run are sealed: input, outputs, texts of errors, data of signals and votes,
   * and its tasks. They are stored encrypted with a key of the run; notifications, journal and exports
   * have none of them. A run that is called by another has the key of that one. Without it a run is
   * sealed if a node of its graph is personal or secret.
   * @default false
   */
  seal?: boolean;
  /** Nodes of this risk or a higher one have a gate. Absent: by risk none has. */
  'gate-from'?: YangentWorkflows_Risk;
  /**
   * true: votes at all gates are signed.
   * @default false
   */
  signature?: boolean;
  /**
   * true: at all gates neither the initiator nor an owner of an executing agent has a vote.
   * @default false
   */
  separation?: boolean;
};

/**
 * When checkpoints are made by themselves, beside those at the start and before gates and nodes of
 * high risk. They are made when a step ends.
 */
export type YangentWorkflows_Workflows_AssuranceProfile_Checkpoint = {
  /** After this number of steps. Absent: by no number. */
  'every-steps'?: number;
  /**
   * When the last one is older. Absent: at no age.
   * Unit: seconds.
   */
  'every-seconds'?: number;
};

/** How long runs that have ended are kept. Runs that have not ended stay. */
export type YangentWorkflows_Workflows_Retention = {
  /**
   * Days after the end of a run.
   * @default 30
   */
  days?: number;
  /**
   * Number of runs that have ended; the oldest are deleted.
   * @default 100000
   */
  count?: number;
  /**
   * Checkpoints of one run; the oldest are deleted. The first one of a run stays, and those to which it
   * was rolled back.
   * @default 100
   */
  checkpoints?: number;
  /**
   * When the values of a sealed run are deleted: its key is, without which they cannot be read, in a
   * copy of the database neither.
   * @default "expiry"
   */
  purge?: 'expiry' | 'completion';
};

/** An execution of a graph. */
export type YangentWorkflows_Workflows_Run = {
  /** Identifier which the node made. */
  id: string;
  /** agent-dag: and the identifiers of the node and of the run. */
  uri?: string;
  /** Key which the initiator gave to start. */
  'run-key'?: string;
  /** The definition. Absent: the graph was given to start. */
  definition?: string;
  /** Number of the revision of the definition. */
  revision?: number;
  /** Version of the graph, as its author counts. */
  version?: string;
  /** Digest of the graph. */
  digest?: string;
  /** The agent that assigns the tasks. */
  coordinator?: string;
  /** The user with whose rights it acts. */
  initiator?: string;
  /** The trigger that started it. */
  cause?: string;
  /**
   * How many triggers led to it, one by the runs of another: one more than in the run of which the
   * notification told. A sub-workflow has that of its parent.
   */
  'trigger-depth'?: number;
  /** The step whose child it is: RUN/NODE. */
  parent?: string;
  /** The task of the coordinator that it executes. */
  task?: string;
  /** How the values of the run are stored. Absent: in clear. */
  seal?: 'sealed' | 'shredded';
  /** State of the run. */
  state: YangentWorkflows_RunState;
  /** Why it is in this state. */
  'state-reason'?: string;
  /** When it was started. */
  created?: string;
  /** When it ended. */
  ended?: string;
  /** When it is canceled if it has not ended. */
  deadline?: string;
  /** A label, by which runs are found. */
  label?: readonly YangentWorkflows_Workflows_Run_Label[];
  /** Input of the run. */
  input?: unknown;
  /** Output of the run. */
  output?: unknown;
  /** Why it failed. */
  error?: YangentWorkflows_Workflows_Run_Error;
  /** How far it has come. */
  progress?: YangentWorkflows_Workflows_Run_Progress;
  /** Number of its latest event. */
  sequence?: `${bigint}`;
  /** Hash of its latest event. */
  'state-hash'?: string;
  /** The execution of a node. A node that is not here is pending. */
  step?: readonly YangentWorkflows_Workflows_Run_Step[];
  /**
   * A place in the journal to which the run can go back. Its content is the journal until there, with
   * the values that it names; it never changes. An ended step keeps its result there; each other one
   * begins anew.
   */
  checkpoint?: readonly YangentWorkflows_Workflows_Run_Checkpoint[];
  /** A way back to a checkpoint. */
  rollback?: readonly YangentWorkflows_Workflows_Run_Rollback[];
  /** Journal of the run. Each entry is bound by its hash to the one before. */
  event?: readonly YangentWorkflows_Workflows_Run_Event[];
};

/** A label, by which runs are found. */
export type YangentWorkflows_Workflows_Run_Label = {
  /** Name of the label. */
  name: string;
  /** Value of the label. */
  value: string;
};

/** Why it failed. */
export type YangentWorkflows_Workflows_Run_Error = {
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

/** How far it has come. */
export type YangentWorkflows_Workflows_Run_Progress = {
  /**
   * Share of the nodes that have ended.
   * Unit: percent.
   */
  percent?: number;
  /** When it ends by the estimates of its nodes. */
  'estimated-end'?: string;
  /** The nodes still to end on which its end depends, in their order. */
  'critical-path'?: readonly string[];
  /** Nodes by state. */
  steps?: readonly YangentWorkflows_Workflows_Run_Progress_Steps[];
};

/** Nodes by state. */
export type YangentWorkflows_Workflows_Run_Progress_Steps = {
  /** A state. */
  state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
  /** Number of nodes in it. */
  number: number;
};

/** The execution of a node. A node that is not here is pending. */
export type YangentWorkflows_Workflows_Run_Step = {
  /** The node. */
  node: string;
  /** Item of a for-each, from 1; 0 is the node itself. */
  item: number;
  /** Number of the execution, from 1. */
  generation: number;
  /** State of the step. */
  state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
  /** Why it is in this state. */
  'state-reason'?: string;
  /** Its task; the tasks of all executors, where it has several. */
  task?: readonly string[];
  /** The agents that execute it. */
  agent?: readonly string[];
  /** The run that it executes, of another workflow. */
  run?: string;
  /** Number of the try: retry makes the next one. */
  try?: number;
  /** Number of the round of repeat. */
  round?: number;
  /** How many items of the list are done. */
  items?: YangentWorkflows_Workflows_Run_Step_Items;
  /** When it came into this state. */
  since?: string;
  /** When it became ready. */
  started?: string;
  /** When it ended. */
  ended?: string;
  /** When it goes on by itself. */
  due?: string;
  /** Its input. */
  input?: unknown;
  /**
   * Its output, where that is an object. In a list of steps an output of more than 256 KiB is the object
   * with the members data-param and digest that expressions see; a step that is read by its key has the
   * whole.
   */
  output?: unknown;
  /** Its output as JSON text, where that is no object. */
  'output-text'?: string;
  /**
   * true: it read an output that stands for a failed step, or one that is missing, or an output made of
   * such ones.
   */
  degraded?: boolean;
  /** The replacement of its output by the action inject. */
  injected?: YangentWorkflows_Workflows_Run_Step_Injected;
  /** Why it failed. */
  error?: YangentWorkflows_Workflows_Run_Step_Error;
  /** What persons decide, or have decided, before it begins. */
  gate?: readonly YangentWorkflows_Workflows_Run_Step_Gate[];
  /** Where an input came from. */
  lineage?: readonly YangentWorkflows_Workflows_Run_Step_Lineage[];
};

/** How many items of the list are done. */
export type YangentWorkflows_Workflows_Run_Step_Items = {
  /** Length of the list. */
  total: number;
  /** Items that have ended. */
  ended: number;
  /** Items that have failed, of those that ended. */
  failed: number;
};

/** The replacement of its output by the action inject. */
export type YangentWorkflows_Workflows_Run_Step_Injected = {
  /** Who replaced it. */
  by: string;
  /** When it was replaced. */
  at: string;
  /** Digest of the output that the step gave. Absent: it gave none. */
  was?: string;
};

/** Why it failed. */
export type YangentWorkflows_Workflows_Run_Step_Error = {
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

/** What persons decide, or have decided, before it begins. */
export type YangentWorkflows_Workflows_Run_Step_Gate = {
  /**
   * approval; oversight; assurance: by the risk of the node; or guard: and the name of a guard. What
   * undoes the step has rollback:, the number of the rollback and / before it.
   */
  name: string;
  /** The guard that asks for it. */
  guard?: string;
  /** How far it has come. */
  state: 'open' | 'approved' | 'rejected' | 'expired' | 'void';
  /** Why it is void, or was rejected. */
  reason?: string;
  /**
   * What votes approve and sign: canonical JSON text (RFC 8785) of v, node, id, requester, operation,
   * target, digest, quorum and expires.
   */
  statement: string;
  /** SHA-256, in hexadecimal digits, of the salt and of the subject. A vote names it. */
  digest: string;
  /** The octets before the subject in the digest. */
  salt: string & { readonly __binary?: true };
  /**
   * Canonical JSON text (RFC 8785) of the digest of the graph, the digest of the input of the step, the
   * checkpoint that was made when votes were asked for, and the gate.
   */
  subject: string;
  /** When votes were asked for. */
  asked: string;
  /** When the time for votes is over. */
  expires: string;
  /**
   * Groups whose members have a vote. Without an entry, and without approver, these are admin and
   * operator.
   */
  'approver-group'?: readonly string[];
  /** Users who have a vote. */
  approver?: readonly string[];
  /**
   * Number of persons who must approve. One who rejects ends the step.
   * @default 1
   */
  quorum?: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation?: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature?: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor'?: boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout'?: 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
  /** The last vote of each person. */
  vote?: readonly YangentWorkflows_Workflows_Run_Step_Gate_Vote[];
};

/** The last vote of each person. */
export type YangentWorkflows_Workflows_Run_Step_Gate_Vote = {
  /** Who voted. */
  by: string;
  /** How. */
  verdict?: 'approve' | 'reject';
  /** When. */
  at?: string;
  /** Why. */
  comment?: string;
  /** How the login of the voter was proved. */
  method?: readonly string[];
  /** The signature over the statement. */
  signature?: string;
  /** Fingerprint of the SSH key, or thumbprint of the signing key, that made the signature. */
  key?: string;
  /** What the voter said, as the form wants it. */
  data?: unknown;
  /**
   * JSON Web Signature of the node over the vote, of type yangent-gate-vote+jwt, in compact form. In a
   * sealed run it has the digest of the comment only.
   */
  proof: string;
};

/** Where an input came from. */
export type YangentWorkflows_Workflows_Run_Step_Lineage = {
  /** Name of the input. */
  input: string;
  /** The nodes whose outputs were read. */
  step?: readonly string[];
};

/**
 * A place in the journal to which the run can go back. Its content is the journal until there, with
 * the values that it names; it never changes. An ended step keeps its result there; each other one
 * begins anew.
 */
export type YangentWorkflows_Workflows_Run_Checkpoint = {
  /** Number of the checkpoint in the run, from 1: that before its first step. */
  id: string;
  /** URI of the run, with ;c= and this identifier. */
  uri?: string;
  /** Why it was made. */
  type: 'yangent-workflows:automatic' | 'yangent-workflows:explicit' | 'yangent-workflows:recovery' | (string & {});
  /** When it was made. */
  at: string;
  /** Number of the last event before it; 0: there was none. */
  sequence: `${bigint}`;
  /** Version of the graph. */
  version: string;
  /** Digest of the graph. */
  digest: string;
  /** Hash of that event, which binds all before it; of sequence 0 what stands before the first event. */
  'state-hash': string;
  /** What it is for, for people; the node before which it stands. */
  label?: string;
  /**
   * When what is stored of it is deleted, at the latest, by the retention that is configured now.
   * Absent: the run has not ended.
   */
  expires?: string;
  /**
   * On whose authority the run acts, and what it uses outside of it: user:NAME, agent:NAME of its
   * coordinator and of the agents that execute its steps, assurance:NAME, task:ID, run:ID above it, and
   * data-param:ID of contexts and long outputs that it may read. At most 256.
   */
  reference?: readonly string[];
  /** User or agent that asked for it, or node. */
  by: string;
  /**
   * Signature of the node (RFC 7515, compact form, typ yangent-checkpoint+jws, key of the purpose
   * document). Its payload is the canonical JSON text (RFC 8785) of run, id, type without its module,
   * at, sequence as a number, version, digest, state-hash, label, reference and by.
   */
  signature: string;
};

/** A way back to a checkpoint. */
export type YangentWorkflows_Workflows_Run_Rollback = {
  /** Number of the rollback, from 1. */
  number: number;
  /** The checkpoint. */
  to: string;
  /** Why. */
  reason?: string;
  /** What the run does when it is back. */
  then?: YangentWorkflows_RollbackEnd;
  /** Who asked for it, or node. */
  by: string;
  /** When it began. */
  at: string;
  /** How far it has come. */
  state: 'notifying' | 'compensating' | 'restored' | 'incomplete';
  /** What an agent says that took part. */
  acknowledgement?: readonly YangentWorkflows_Workflows_Run_Rollback_Acknowledgement[];
};

/** What an agent says that took part. */
export type YangentWorkflows_Workflows_Run_Rollback_Acknowledgement = {
  /** The agent; for a sub-workflow its coordinator. */
  agent: string;
  /** The node of its step. */
  node: string;
  /** The item of its step. */
  item: number;
  /** Its answer. */
  state: 'pending' | 'acknowledged' | 'refused' | 'expired' | 'forced';
  /** When it came into this state. */
  at?: string;
  /** What it says; automatic: its profile lacks the skill, so it was not asked. */
  note?: string;
  /** Resources that it has released: the member released of its result. */
  released?: readonly string[];
  /** The task that asks it; for a sub-workflow its run. */
  task?: string;
};

/** Journal of the run. Each entry is bound by its hash to the one before. */
export type YangentWorkflows_Workflows_Run_Event = {
  /** Number of the event, from 1. */
  sequence: `${bigint}`;
  /** When it happened. */
  at?: string;
  /**
   * run, step, signal or rollback; action: what a person did, or the agent of a step; gate: what persons
   * are asked; vote; policy: a guard refused a step; or shredded: the values of a sealed run were
   * deleted.
   */
  kind?: string;
  /** The node of which it speaks. */
  node?: string;
  /** The item of which it speaks. */
  item?: number;
  /** The execution of which it speaks. */
  generation?: number;
  /** Who caused it. */
  by?: string;
  /** What happened. Values are there by their digests. */
  data?: unknown;
  /**
   * SHA-256, in hexadecimal digits, of the hash before (32 octets) and the canonical JSON text (RFC
   * 8785) of this event without its hash, sequence as a number. Before the first event stands the
   * SHA-256 of the canonical JSON text of run, digest of the graph, digest of the input, and created.
   */
  hash?: string;
};

/** A graph. It is run for operators, and for users who own an agent: they may assign tasks themselves. */
export type YangentWorkflows_Start_Input_What_Dag_Dag = {
  /**
   * Globally unique identifier. Where the author gives none, the node writes agent-dag:NODE/NAME into
   * documents: NAME is that of the definition, or made of the content of a graph that was given to
   * start. Such an id is no part of the digest.
   */
  id?: string;
  /** Version, as its author counts. */
  version: string;
  /** What the workflow is for. */
  description?: string;
  /** What the input of a run must be. Absent: an object. */
  'input-schema'?: string;
  /** What the output of a run must be. Absent: an object. */
  'output-schema'?: string;
  /** The output of a run: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Output[];
  /** How a run is executed. */
  execution?: YangentWorkflows_Start_Input_What_Dag_Dag_Execution;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Start_Input_What_Dag_Dag_Node[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Start_Input_What_Dag_Dag_Edge[];
};

/** How a run is executed. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Execution = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel'?: number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority?: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance?: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval'?: number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks'?: number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:start/input/dag/node/name' })[];
};

/** A node of the graph. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /**
   * What the output must be. A step with another fails with the code invalid-output. A wait takes no
   * signal and no notification that does not fit.
   */
  'output-schema'?: string;
  /** The step is skipped unless it is true. It is evaluated once, when the step could begin. */
  condition?: string;
  /**
   * When the step begins, of the edges that count. A node without such edges begins at once.
   * @default "all"
   */
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry;
  /** How long the step may take. */
  timeout?: YangentWorkflows_Workflows_Definition_Node_Timeout;
  /**
   * How long the step usually takes. Of the nodes that can begin, the one with the longest path behind
   * it goes first. step-changed tells that a task or a sub-workflow takes longer, by this or by what its
   * executor has said since.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk?: YangentWorkflows_Risk;
  /**
   * Sensitivity of what the node reads and makes. Its task is shared as a message of this sensitivity:
   * sharing policies, and the trust domain of its agent, may refuse it, or remove parts. With a node
   * that is personal or secret all values of a run are sealed. Absent: the greatest of the nodes from
   * which data edges lead to this one; internal without one.
   */
  sensitivity?: YangentContexts_Sensitivity;
  /** Pools of the node of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly string[];
  /**
   * What the agent of the step may do for the initiator of the run. It gets tokens with these
   * capabilities as it claims its task, and none when nothing is named.
   */
  authorization?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The task that an agent does. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task = {
  /** Name of the skill that the task needs. Required unless an agent is named. */
  skill?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt. */
  content?: string;
  /** Management domain of the task. */
  domain?: string;
  /** Nodes before this one whose agent does this task, too. */
  'same-agent-as'?: readonly (string & { readonly __leafref?: '/yangent-workflows:start/input/dag/node/name' })[];
  /** Nodes before this one whose agent does not do this task. */
  'other-agent-than'?: readonly (string & { readonly __leafref?: '/yangent-workflows:start/input/dag/node/name' })[];
  /**
   * Number of different agents that do the task, each for itself. More than one needs discover, and goes
   * with neither for-each nor repeat nor negotiate.
   * @default 1
   */
  executors?: number;
  /**
   * Number of executors, more than half of them, whose outputs must be equal. Absent: the first output
   * is that of the step.
   */
  agree?: number;
  /**
   * true: the coordinator asks the executor first whether it can do the task, and the next best if it
   * cannot.
   * @default false
   */
  negotiate?: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify?: boolean;
  /**
   * The parts of the context of the run that its agent gets with the task: a context item that the task
   * names, which is a message context of the structure dag-message. It has this node, the nodes from
   * which a data edge leads here, and what these edges share, as they are when the task is assigned.
   * Absent: nothing; the agent can ask by the rpc context.
   */
  context?: readonly YangentWorkflows_ContextElement[];
  /** What the execution must keep to. Informs the executor. */
  constraint?: readonly YangentWorkflows_Workflows_Definition_Node_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact[];
} & (
  | {
    /** This agent. */
    agent?: string;
    discover?: never;
  }
  | {
    /** The best agent that fits; the skill and the domain of the task are conditions, too. */
    discover?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover;
    agent?: never;
  }
  | {
    agent?: never;
    discover?: never;
  }
);

/** The best agent that fits; the skill and the domain of the task are conditions, too. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover = {
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
  security?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover_Security;
  /** Agents that are not wanted. */
  exclude?: readonly string[];
  /** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
  near?: YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Near;
};

/** What the agent must have registered about its security. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover_Security = {
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

/**
 * Who decides. Its input, which is what they decide about, is an object with the output of each node
 * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
 * (the names of those who approved) and data (of the last of them).
 */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval = {
  /**
   * Groups whose members have a vote. Without an entry, and without approver, these are admin and
   * operator.
   */
  'approver-group'?: readonly string[];
  /** Users who have a vote. */
  approver?: readonly string[];
  /**
   * Number of persons who must approve. One who rejects ends the step.
   * @default 1
   */
  quorum?: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation?: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature?: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor'?: boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout'?: 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/**
 * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
 * once, before its first item or round.
 */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight = {
  /**
   * Groups whose members have a vote. Without an entry, and without approver, these are admin and
   * operator.
   */
  'approver-group'?: readonly string[];
  /** Users who have a vote. */
  approver?: readonly string[];
  /**
   * Number of persons who must approve. One who rejects ends the step.
   * @default 1
   */
  quorum?: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation?: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature?: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor'?: boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout'?: 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/** How a failed attempt of the task is repeated. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry = {
  /**
   * Number of attempts.
   * @default 3
   */
  'max-attempts'?: number;
  /**
   * Time before the second attempt.
   * @default 1
   * Unit: seconds.
   */
  delay?: number;
  /**
   * By which the time grows with each further attempt.
   * @default "2.0"
   */
  factor?: `${number}`;
  /**
   * Time between two attempts at most.
   * @default 300
   * Unit: seconds.
   */
  'max-delay'?: number;
  /**
   * true: each time is a random one between half of it and the whole, so that many do not try at once.
   * @default true
   */
  jitter?: boolean;
  /**
   * Errors after which the task is tried again. Absent: all but invalid-input, access-denied and
   * lack-of-skills.
   */
  on?: readonly YangentTasks_ErrorCode[];
  /** Errors after which it is not, whatever on says. */
  never?: readonly YangentTasks_ErrorCode[];
};

/**
 * What the agent of the step may do for the initiator of the run. It gets tokens with these
 * capabilities as it claims its task, and none when nothing is named.
 */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization = {
  /**
   * What may be done; within the authority of the initiator. If the assurance profile wants explicit
   * grants, a grant of the initiator to the agent must cover each of them when the step is dispatched.
   */
  capability?: readonly YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_Capability[];
  /**
   * How often the agent may hand it on.
   * @default 0
   */
  'max-delegation'?: number;
  /**
   * true: each claim and heartbeat answers a new token, which the issuer has just issued.
   * @default false
   */
  'fresh-token'?: boolean;
};

/**
 * What may be done; within the authority of the initiator. If the assurance profile wants explicit
 * grants, a grant of the initiator to the agent must cover each of them when the step is dispatched.
 */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_Capability = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[];
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_Capability_Constraint;
};

/** What is not known of an operation does not meet a constraint on it. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_Capability_Constraint = {
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
  'time-window'?: YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint_TimeWindow;
};

/** The target follows the source. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Edge = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:start/input/dag/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:start/input/dag/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type?: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on?: readonly YangentWorkflows_Outcome[];
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts?: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[];
};

/** Why it failed. */
export type YangentWorkflows_Start_Output_Error = {
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

/** One finding. */
export type YangentWorkflows_Start_Output_Finding = {
  /** Number of the finding. */
  id: number;
  /** What the finding means. */
  severity: 'error' | 'warning';
  /**
   * The fault: dag-cycle, dag-depth, dag-edge-missing, dag-no-output, dag-expression, dag-type-mismatch,
   * dag-unknown-agent, dag-unknown-skill, dag-unknown-definition, dag-join, dag-bounds, dag-schema,
   * dag-capability or dag-checkpoint. Of the answer to plan also dag-form: what the planner gave is no
   * graph. Of the answer to migrate also migrate-map, migrate-image, migrate-name, migrate-kind,
   * migrate-predecessor, migrate-output, migrate-gate, migrate-input, migrate-seal or migrate-begun.
   */
  code: string;
  /** Where in the graph: node[name='NAME']/condition, for example. */
  path: string;
  /** What is wrong, and what would be right. */
  message: string;
};

/** A run; the newest first. */
export type YangentWorkflows_ListRuns_Output_Run = {
  /** Identifier which the node made. */
  id: string;
  /** agent-dag: and the identifiers of the node and of the run. */
  uri?: string;
  /** Key which the initiator gave to start. */
  'run-key'?: string;
  /** The definition. Absent: the graph was given to start. */
  definition?: string;
  /** Number of the revision of the definition. */
  revision?: number;
  /** Version of the graph, as its author counts. */
  version?: string;
  /** Digest of the graph. */
  digest?: string;
  /** The agent that assigns the tasks. */
  coordinator?: string;
  /** The user with whose rights it acts. */
  initiator?: string;
  /** The trigger that started it. */
  cause?: string;
  /**
   * How many triggers led to it, one by the runs of another: one more than in the run of which the
   * notification told. A sub-workflow has that of its parent.
   */
  'trigger-depth'?: number;
  /** The step whose child it is: RUN/NODE. */
  parent?: string;
  /** The task of the coordinator that it executes. */
  task?: string;
  /** How the values of the run are stored. Absent: in clear. */
  seal?: 'sealed' | 'shredded';
  /** State of the run. */
  state: YangentWorkflows_RunState;
  /** Why it is in this state. */
  'state-reason'?: string;
  /** When it was started. */
  created?: string;
  /** When it ended. */
  ended?: string;
  /** When it is canceled if it has not ended. */
  deadline?: string;
  /** A label, by which runs are found. */
  label?: readonly YangentWorkflows_Workflows_Run_Label[];
  /** Input of the run. */
  input?: unknown;
  /** Output of the run. */
  output?: unknown;
  /** Why it failed. */
  error?: YangentWorkflows_Workflows_Run_Error;
  /** How far it has come. */
  progress?: YangentWorkflows_Workflows_Run_Progress;
  /** Number of its latest event. */
  sequence?: `${bigint}`;
  /** Hash of its latest event. */
  'state-hash'?: string;
};

/** A gate. */
export type YangentWorkflows_ListGates_Output_Gate = {
  /** The run. */
  run: string;
  /** The node. */
  node: string;
  /** Number of the execution. */
  generation: number;
  /** Name of the gate. */
  name: string;
  /** The definition of the run. */
  definition?: string;
  /** The user with whose rights the run acts. */
  initiator: string;
  /** Its digest. */
  digest: string;
  /** The question. */
  question?: string;
  /** When the time for votes is over. */
  expires: string;
};

/** The graph. */
export type YangentWorkflows_Check_Input_Dag = {
  /**
   * Globally unique identifier. Where the author gives none, the node writes agent-dag:NODE/NAME into
   * documents: NAME is that of the definition, or made of the content of a graph that was given to
   * start. Such an id is no part of the digest.
   */
  id?: string;
  /** Version, as its author counts. */
  version: string;
  /** What the workflow is for. */
  description?: string;
  /** What the input of a run must be. Absent: an object. */
  'input-schema'?: string;
  /** What the output of a run must be. Absent: an object. */
  'output-schema'?: string;
  /** The output of a run: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Output[];
  /** How a run is executed. */
  execution?: YangentWorkflows_Check_Input_Dag_Execution;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Check_Input_Dag_Node[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Check_Input_Dag_Edge[];
};

/** How a run is executed. */
export type YangentWorkflows_Check_Input_Dag_Execution = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel'?: number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority?: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance?: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval'?: number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks'?: number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:check/input/dag/node/name' })[];
};

/** A node of the graph. */
export type YangentWorkflows_Check_Input_Dag_Node = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Check_Input_Dag_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /**
   * What the output must be. A step with another fails with the code invalid-output. A wait takes no
   * signal and no notification that does not fit.
   */
  'output-schema'?: string;
  /** The step is skipped unless it is true. It is evaluated once, when the step could begin. */
  condition?: string;
  /**
   * When the step begins, of the edges that count. A node without such edges begins at once.
   * @default "all"
   */
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry;
  /** How long the step may take. */
  timeout?: YangentWorkflows_Workflows_Definition_Node_Timeout;
  /**
   * How long the step usually takes. Of the nodes that can begin, the one with the longest path behind
   * it goes first. step-changed tells that a task or a sub-workflow takes longer, by this or by what its
   * executor has said since.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk?: YangentWorkflows_Risk;
  /**
   * Sensitivity of what the node reads and makes. Its task is shared as a message of this sensitivity:
   * sharing policies, and the trust domain of its agent, may refuse it, or remove parts. With a node
   * that is personal or secret all values of a run are sealed. Absent: the greatest of the nodes from
   * which data edges lead to this one; internal without one.
   */
  sensitivity?: YangentContexts_Sensitivity;
  /** Pools of the node of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly string[];
  /**
   * What the agent of the step may do for the initiator of the run. It gets tokens with these
   * capabilities as it claims its task, and none when nothing is named.
   */
  authorization?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The task that an agent does. */
export type YangentWorkflows_Check_Input_Dag_Node_Task = {
  /** Name of the skill that the task needs. Required unless an agent is named. */
  skill?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt. */
  content?: string;
  /** Management domain of the task. */
  domain?: string;
  /** Nodes before this one whose agent does this task, too. */
  'same-agent-as'?: readonly (string & { readonly __leafref?: '/yangent-workflows:check/input/dag/node/name' })[];
  /** Nodes before this one whose agent does not do this task. */
  'other-agent-than'?: readonly (string & { readonly __leafref?: '/yangent-workflows:check/input/dag/node/name' })[];
  /**
   * Number of different agents that do the task, each for itself. More than one needs discover, and goes
   * with neither for-each nor repeat nor negotiate.
   * @default 1
   */
  executors?: number;
  /**
   * Number of executors, more than half of them, whose outputs must be equal. Absent: the first output
   * is that of the step.
   */
  agree?: number;
  /**
   * true: the coordinator asks the executor first whether it can do the task, and the next best if it
   * cannot.
   * @default false
   */
  negotiate?: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify?: boolean;
  /**
   * The parts of the context of the run that its agent gets with the task: a context item that the task
   * names, which is a message context of the structure dag-message. It has this node, the nodes from
   * which a data edge leads here, and what these edges share, as they are when the task is assigned.
   * Absent: nothing; the agent can ask by the rpc context.
   */
  context?: readonly YangentWorkflows_ContextElement[];
  /** What the execution must keep to. Informs the executor. */
  constraint?: readonly YangentWorkflows_Workflows_Definition_Node_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact[];
} & (
  | {
    /** This agent. */
    agent?: string;
    discover?: never;
  }
  | {
    /** The best agent that fits; the skill and the domain of the task are conditions, too. */
    discover?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover;
    agent?: never;
  }
  | {
    agent?: never;
    discover?: never;
  }
);

/** The target follows the source. */
export type YangentWorkflows_Check_Input_Dag_Edge = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:check/input/dag/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:check/input/dag/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type?: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on?: readonly YangentWorkflows_Outcome[];
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts?: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[];
};

/** The graph. */
export type YangentWorkflows_Plan_Output_Dag = {
  /**
   * Globally unique identifier. Where the author gives none, the node writes agent-dag:NODE/NAME into
   * documents: NAME is that of the definition, or made of the content of a graph that was given to
   * start. Such an id is no part of the digest.
   */
  id?: string;
  /** Version, as its author counts. */
  version: string;
  /** What the workflow is for. */
  description?: string;
  /** What the input of a run must be. Absent: an object. */
  'input-schema'?: string;
  /** What the output of a run must be. Absent: an object. */
  'output-schema'?: string;
  /** The output of a run: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Output[];
  /** How a run is executed. */
  execution?: YangentWorkflows_Plan_Output_Dag_Execution;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Plan_Output_Dag_Node[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Plan_Output_Dag_Edge[];
};

/** How a run is executed. */
export type YangentWorkflows_Plan_Output_Dag_Execution = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel'?: number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority?: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance?: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval'?: number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks'?: number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:plan/output/dag/node/name' })[];
};

/** A node of the graph. */
export type YangentWorkflows_Plan_Output_Dag_Node = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Plan_Output_Dag_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /**
   * What the output must be. A step with another fails with the code invalid-output. A wait takes no
   * signal and no notification that does not fit.
   */
  'output-schema'?: string;
  /** The step is skipped unless it is true. It is evaluated once, when the step could begin. */
  condition?: string;
  /**
   * When the step begins, of the edges that count. A node without such edges begins at once.
   * @default "all"
   */
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry;
  /** How long the step may take. */
  timeout?: YangentWorkflows_Workflows_Definition_Node_Timeout;
  /**
   * How long the step usually takes. Of the nodes that can begin, the one with the longest path behind
   * it goes first. step-changed tells that a task or a sub-workflow takes longer, by this or by what its
   * executor has said since.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk?: YangentWorkflows_Risk;
  /**
   * Sensitivity of what the node reads and makes. Its task is shared as a message of this sensitivity:
   * sharing policies, and the trust domain of its agent, may refuse it, or remove parts. With a node
   * that is personal or secret all values of a run are sealed. Absent: the greatest of the nodes from
   * which data edges lead to this one; internal without one.
   */
  sensitivity?: YangentContexts_Sensitivity;
  /** Pools of the node of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly string[];
  /**
   * What the agent of the step may do for the initiator of the run. It gets tokens with these
   * capabilities as it claims its task, and none when nothing is named.
   */
  authorization?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The task that an agent does. */
export type YangentWorkflows_Plan_Output_Dag_Node_Task = {
  /** Name of the skill that the task needs. Required unless an agent is named. */
  skill?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt. */
  content?: string;
  /** Management domain of the task. */
  domain?: string;
  /** Nodes before this one whose agent does this task, too. */
  'same-agent-as'?: readonly (string & { readonly __leafref?: '/yangent-workflows:plan/output/dag/node/name' })[];
  /** Nodes before this one whose agent does not do this task. */
  'other-agent-than'?: readonly (string & { readonly __leafref?: '/yangent-workflows:plan/output/dag/node/name' })[];
  /**
   * Number of different agents that do the task, each for itself. More than one needs discover, and goes
   * with neither for-each nor repeat nor negotiate.
   * @default 1
   */
  executors?: number;
  /**
   * Number of executors, more than half of them, whose outputs must be equal. Absent: the first output
   * is that of the step.
   */
  agree?: number;
  /**
   * true: the coordinator asks the executor first whether it can do the task, and the next best if it
   * cannot.
   * @default false
   */
  negotiate?: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify?: boolean;
  /**
   * The parts of the context of the run that its agent gets with the task: a context item that the task
   * names, which is a message context of the structure dag-message. It has this node, the nodes from
   * which a data edge leads here, and what these edges share, as they are when the task is assigned.
   * Absent: nothing; the agent can ask by the rpc context.
   */
  context?: readonly YangentWorkflows_ContextElement[];
  /** What the execution must keep to. Informs the executor. */
  constraint?: readonly YangentWorkflows_Workflows_Definition_Node_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact[];
} & (
  | {
    /** This agent. */
    agent?: string;
    discover?: never;
  }
  | {
    /** The best agent that fits; the skill and the domain of the task are conditions, too. */
    discover?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover;
    agent?: never;
  }
  | {
    agent?: never;
    discover?: never;
  }
);

/** The target follows the source. */
export type YangentWorkflows_Plan_Output_Dag_Edge = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:plan/output/dag/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:plan/output/dag/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type?: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on?: readonly YangentWorkflows_Outcome[];
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts?: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[];
};

/** The run; of an agent, without its values, its labels and its initiator. */
export type YangentWorkflows_Context_Output_Run = {
  /** Identifier which the node made. */
  id?: string;
  /** agent-dag: and the identifiers of the node and of the run. */
  uri?: string;
  /** Key which the initiator gave to start. */
  'run-key'?: string;
  /** The definition. Absent: the graph was given to start. */
  definition?: string;
  /** Number of the revision of the definition. */
  revision?: number;
  /** Version of the graph, as its author counts. */
  version?: string;
  /** Digest of the graph. */
  digest?: string;
  /** The agent that assigns the tasks. */
  coordinator?: string;
  /** The user with whose rights it acts. */
  initiator?: string;
  /** The trigger that started it. */
  cause?: string;
  /**
   * How many triggers led to it, one by the runs of another: one more than in the run of which the
   * notification told. A sub-workflow has that of its parent.
   */
  'trigger-depth'?: number;
  /** The step whose child it is: RUN/NODE. */
  parent?: string;
  /** The task of the coordinator that it executes. */
  task?: string;
  /** How the values of the run are stored. Absent: in clear. */
  seal?: 'sealed' | 'shredded';
  /** State of the run. */
  state: YangentWorkflows_RunState;
  /** Why it is in this state. */
  'state-reason'?: string;
  /** When it was started. */
  created?: string;
  /** When it ended. */
  ended?: string;
  /** When it is canceled if it has not ended. */
  deadline?: string;
  /** A label, by which runs are found. */
  label?: readonly YangentWorkflows_Workflows_Run_Label[];
  /** Input of the run. */
  input?: unknown;
  /** Output of the run. */
  output?: unknown;
  /** Why it failed. */
  error?: YangentWorkflows_Workflows_Run_Error;
  /** How far it has come. */
  progress?: YangentWorkflows_Workflows_Run_Progress;
  /** Number of its latest event. */
  sequence?: `${bigint}`;
  /** Hash of its latest event. */
  'state-hash'?: string;
};

/** The graph, or the part of it that concerns the agent. */
export type YangentWorkflows_Context_Output_Dag = {
  /**
   * Globally unique identifier. Where the author gives none, the node writes agent-dag:NODE/NAME into
   * documents: NAME is that of the definition, or made of the content of a graph that was given to
   * start. Such an id is no part of the digest.
   */
  id?: string;
  /** Version, as its author counts. */
  version: string;
  /** What the workflow is for. */
  description?: string;
  /** What the input of a run must be. Absent: an object. */
  'input-schema'?: string;
  /** What the output of a run must be. Absent: an object. */
  'output-schema'?: string;
  /** The output of a run: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Output[];
  /** How a run is executed. */
  execution?: YangentWorkflows_Context_Output_Dag_Execution;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Context_Output_Dag_Node[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Context_Output_Dag_Edge[];
};

/** How a run is executed. */
export type YangentWorkflows_Context_Output_Dag_Execution = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel'?: number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority?: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance?: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval'?: number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks'?: number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:context/output/dag/node/name' })[];
};

/** A node of the graph. */
export type YangentWorkflows_Context_Output_Dag_Node = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Context_Output_Dag_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /**
   * What the output must be. A step with another fails with the code invalid-output. A wait takes no
   * signal and no notification that does not fit.
   */
  'output-schema'?: string;
  /** The step is skipped unless it is true. It is evaluated once, when the step could begin. */
  condition?: string;
  /**
   * When the step begins, of the edges that count. A node without such edges begins at once.
   * @default "all"
   */
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry;
  /** How long the step may take. */
  timeout?: YangentWorkflows_Workflows_Definition_Node_Timeout;
  /**
   * How long the step usually takes. Of the nodes that can begin, the one with the longest path behind
   * it goes first. step-changed tells that a task or a sub-workflow takes longer, by this or by what its
   * executor has said since.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk?: YangentWorkflows_Risk;
  /**
   * Sensitivity of what the node reads and makes. Its task is shared as a message of this sensitivity:
   * sharing policies, and the trust domain of its agent, may refuse it, or remove parts. With a node
   * that is personal or secret all values of a run are sealed. Absent: the greatest of the nodes from
   * which data edges lead to this one; internal without one.
   */
  sensitivity?: YangentContexts_Sensitivity;
  /** Pools of the node of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly string[];
  /**
   * What the agent of the step may do for the initiator of the run. It gets tokens with these
   * capabilities as it claims its task, and none when nothing is named.
   */
  authorization?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The task that an agent does. */
export type YangentWorkflows_Context_Output_Dag_Node_Task = {
  /** Name of the skill that the task needs. Required unless an agent is named. */
  skill?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt. */
  content?: string;
  /** Management domain of the task. */
  domain?: string;
  /** Nodes before this one whose agent does this task, too. */
  'same-agent-as'?: readonly (string & { readonly __leafref?: '/yangent-workflows:context/output/dag/node/name' })[];
  /** Nodes before this one whose agent does not do this task. */
  'other-agent-than'?: readonly (string & { readonly __leafref?: '/yangent-workflows:context/output/dag/node/name' })[];
  /**
   * Number of different agents that do the task, each for itself. More than one needs discover, and goes
   * with neither for-each nor repeat nor negotiate.
   * @default 1
   */
  executors?: number;
  /**
   * Number of executors, more than half of them, whose outputs must be equal. Absent: the first output
   * is that of the step.
   */
  agree?: number;
  /**
   * true: the coordinator asks the executor first whether it can do the task, and the next best if it
   * cannot.
   * @default false
   */
  negotiate?: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify?: boolean;
  /**
   * The parts of the context of the run that its agent gets with the task: a context item that the task
   * names, which is a message context of the structure dag-message. It has this node, the nodes from
   * which a data edge leads here, and what these edges share, as they are when the task is assigned.
   * Absent: nothing; the agent can ask by the rpc context.
   */
  context?: readonly YangentWorkflows_ContextElement[];
  /** What the execution must keep to. Informs the executor. */
  constraint?: readonly YangentWorkflows_Workflows_Definition_Node_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact[];
} & (
  | {
    /** This agent. */
    agent?: string;
    discover?: never;
  }
  | {
    /** The best agent that fits; the skill and the domain of the task are conditions, too. */
    discover?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover;
    agent?: never;
  }
  | {
    agent?: never;
    discover?: never;
  }
);

/** The target follows the source. */
export type YangentWorkflows_Context_Output_Dag_Edge = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:context/output/dag/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:context/output/dag/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type?: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on?: readonly YangentWorkflows_Outcome[];
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts?: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[];
};

/** The steps. */
export type YangentWorkflows_Context_Output_Step = {
  /** The node. */
  node: string;
  /** Item of a for-each, from 1; 0 is the node itself. */
  item: number;
  /** Number of the execution, from 1. */
  generation: number;
  /** State of the step. */
  state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
  /** Why it is in this state. */
  'state-reason'?: string;
  /** Its task; the tasks of all executors, where it has several. */
  task?: readonly string[];
  /** The agents that execute it. */
  agent?: readonly string[];
  /** The run that it executes, of another workflow. */
  run?: string;
  /** Number of the try: retry makes the next one. */
  try?: number;
  /** Number of the round of repeat. */
  round?: number;
  /** How many items of the list are done. */
  items?: YangentWorkflows_Workflows_Run_Step_Items;
  /** When it came into this state. */
  since?: string;
  /** When it became ready. */
  started?: string;
  /** When it ended. */
  ended?: string;
  /** When it goes on by itself. */
  due?: string;
  /** Its input. */
  input?: unknown;
  /**
   * Its output, where that is an object. In a list of steps an output of more than 256 KiB is the object
   * with the members data-param and digest that expressions see; a step that is read by its key has the
   * whole.
   */
  output?: unknown;
  /** Its output as JSON text, where that is no object. */
  'output-text'?: string;
  /**
   * true: it read an output that stands for a failed step, or one that is missing, or an output made of
   * such ones.
   */
  degraded?: boolean;
  /** The replacement of its output by the action inject. */
  injected?: YangentWorkflows_Workflows_Run_Step_Injected;
  /** Why it failed. */
  error?: YangentWorkflows_Workflows_Run_Step_Error;
  /** What persons decide, or have decided, before it begins. */
  gate?: readonly YangentWorkflows_Workflows_Run_Step_Gate[];
  /** Where an input came from. */
  lineage?: readonly YangentWorkflows_Workflows_Run_Step_Lineage[];
};

/** The checkpoints. */
export type YangentWorkflows_Context_Output_Checkpoint = {
  /** Number of the checkpoint in the run, from 1: that before its first step. */
  id: string;
  /** URI of the run, with ;c= and this identifier. */
  uri?: string;
  /** Why it was made. */
  type: 'yangent-workflows:automatic' | 'yangent-workflows:explicit' | 'yangent-workflows:recovery' | (string & {});
  /** When it was made. */
  at: string;
  /** Number of the last event before it; 0: there was none. */
  sequence: `${bigint}`;
  /** Version of the graph. */
  version: string;
  /** Digest of the graph. */
  digest: string;
  /** Hash of that event, which binds all before it; of sequence 0 what stands before the first event. */
  'state-hash': string;
  /** What it is for, for people; the node before which it stands. */
  label?: string;
  /**
   * When what is stored of it is deleted, at the latest, by the retention that is configured now.
   * Absent: the run has not ended.
   */
  expires?: string;
  /**
   * On whose authority the run acts, and what it uses outside of it: user:NAME, agent:NAME of its
   * coordinator and of the agents that execute its steps, assurance:NAME, task:ID, run:ID above it, and
   * data-param:ID of contexts and long outputs that it may read. At most 256.
   */
  reference?: readonly string[];
  /** User or agent that asked for it, or node. */
  by: string;
  /**
   * Signature of the node (RFC 7515, compact form, typ yangent-checkpoint+jws, key of the purpose
   * document). Its payload is the canonical JSON text (RFC 8785) of run, id, type without its module,
   * at, sequence as a number, version, digest, state-hash, label, reference and by.
   */
  signature: string;
};

/** A node that has another name there. Each other node keeps its name. */
export type YangentWorkflows_Workflows_Run_Migrate_Input_Map = {
  /** Its name now. */
  from: string;
  /** Its name in the revision. */
  to: string;
};

/** The graph, without values that are the default. */
export type YangentWorkflows_Dag_Graph = {
  /**
   * Globally unique identifier. Where the author gives none, the node writes agent-dag:NODE/NAME into
   * documents: NAME is that of the definition, or made of the content of a graph that was given to
   * start. Such an id is no part of the digest.
   */
  id?: string;
  /** Version, as its author counts. */
  version: string;
  /** What the workflow is for. */
  description?: string;
  /** What the input of a run must be. Absent: an object. */
  'input-schema'?: string;
  /** What the output of a run must be. Absent: an object. */
  'output-schema'?: string;
  /** The output of a run: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Output[];
  /** How a run is executed. */
  execution?: YangentWorkflows_Dag_Graph_Execution;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Dag_Graph_Node[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Dag_Graph_Edge[];
};

/** How a run is executed. */
export type YangentWorkflows_Dag_Graph_Execution = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel'?: number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority?: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance?: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval'?: number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks'?: number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:dag/graph/node/name' })[];
};

/** A node of the graph. */
export type YangentWorkflows_Dag_Graph_Node = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Dag_Graph_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /**
   * What the output must be. A step with another fails with the code invalid-output. A wait takes no
   * signal and no notification that does not fit.
   */
  'output-schema'?: string;
  /** The step is skipped unless it is true. It is evaluated once, when the step could begin. */
  condition?: string;
  /**
   * When the step begins, of the edges that count. A node without such edges begins at once.
   * @default "all"
   */
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry;
  /** How long the step may take. */
  timeout?: YangentWorkflows_Workflows_Definition_Node_Timeout;
  /**
   * How long the step usually takes. Of the nodes that can begin, the one with the longest path behind
   * it goes first. step-changed tells that a task or a sub-workflow takes longer, by this or by what its
   * executor has said since.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk?: YangentWorkflows_Risk;
  /**
   * Sensitivity of what the node reads and makes. Its task is shared as a message of this sensitivity:
   * sharing policies, and the trust domain of its agent, may refuse it, or remove parts. With a node
   * that is personal or secret all values of a run are sealed. Absent: the greatest of the nodes from
   * which data edges lead to this one; internal without one.
   */
  sensitivity?: YangentContexts_Sensitivity;
  /** Pools of the node of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly string[];
  /**
   * What the agent of the step may do for the initiator of the run. It gets tokens with these
   * capabilities as it claims its task, and none when nothing is named.
   */
  authorization?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The task that an agent does. */
export type YangentWorkflows_Dag_Graph_Node_Task = {
  /** Name of the skill that the task needs. Required unless an agent is named. */
  skill?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt. */
  content?: string;
  /** Management domain of the task. */
  domain?: string;
  /** Nodes before this one whose agent does this task, too. */
  'same-agent-as'?: readonly (string & { readonly __leafref?: '/yangent-workflows:dag/graph/node/name' })[];
  /** Nodes before this one whose agent does not do this task. */
  'other-agent-than'?: readonly (string & { readonly __leafref?: '/yangent-workflows:dag/graph/node/name' })[];
  /**
   * Number of different agents that do the task, each for itself. More than one needs discover, and goes
   * with neither for-each nor repeat nor negotiate.
   * @default 1
   */
  executors?: number;
  /**
   * Number of executors, more than half of them, whose outputs must be equal. Absent: the first output
   * is that of the step.
   */
  agree?: number;
  /**
   * true: the coordinator asks the executor first whether it can do the task, and the next best if it
   * cannot.
   * @default false
   */
  negotiate?: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify?: boolean;
  /**
   * The parts of the context of the run that its agent gets with the task: a context item that the task
   * names, which is a message context of the structure dag-message. It has this node, the nodes from
   * which a data edge leads here, and what these edges share, as they are when the task is assigned.
   * Absent: nothing; the agent can ask by the rpc context.
   */
  context?: readonly YangentWorkflows_ContextElement[];
  /** What the execution must keep to. Informs the executor. */
  constraint?: readonly YangentWorkflows_Workflows_Definition_Node_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact[];
} & (
  | {
    /** This agent. */
    agent?: string;
    discover?: never;
  }
  | {
    /** The best agent that fits; the skill and the domain of the task are conditions, too. */
    discover?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover;
    agent?: never;
  }
  | {
    agent?: never;
    discover?: never;
  }
);

/** The target follows the source. */
export type YangentWorkflows_Dag_Graph_Edge = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:dag/graph/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:dag/graph/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type?: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on?: readonly YangentWorkflows_Outcome[];
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts?: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[];
};

/** What is asked of the node that gets the document. */
export type YangentWorkflows_Dag_Request = {
  /** Input of the run. */
  input?: unknown;
  /** Key of this start. Absent: the id of the graph, where it has one. */
  'run-key'?: string;
  /** A label, by which runs are found. */
  label?: readonly YangentWorkflows_Workflows_Run_Label[];
  /** When the run is canceled if it has not ended. */
  deadline?: string;
  /** The agent that assigns the tasks. */
  coordinator?: string;
  /**
   * How many runs call one another until this one, on other nodes as well. A coordinator says it; at
   * most 16.
   */
  depth?: number;
};

/** The run. */
export type YangentWorkflows_Dag_Run = {
  /** Identifier which the node made. */
  id?: string;
  /** agent-dag: and the identifiers of the node and of the run. */
  uri?: string;
  /** Key which the initiator gave to start. */
  'run-key'?: string;
  /** The definition. Absent: the graph was given to start. */
  definition?: string;
  /** Number of the revision of the definition. */
  revision?: number;
  /** Version of the graph, as its author counts. */
  version?: string;
  /** Digest of the graph. */
  digest?: string;
  /** The agent that assigns the tasks. */
  coordinator?: string;
  /** The user with whose rights it acts. */
  initiator?: string;
  /** The trigger that started it. */
  cause?: string;
  /**
   * How many triggers led to it, one by the runs of another: one more than in the run of which the
   * notification told. A sub-workflow has that of its parent.
   */
  'trigger-depth'?: number;
  /** The step whose child it is: RUN/NODE. */
  parent?: string;
  /** The task of the coordinator that it executes. */
  task?: string;
  /** How the values of the run are stored. Absent: in clear. */
  seal?: 'sealed' | 'shredded';
  /** State of the run. */
  state: YangentWorkflows_RunState;
  /** Why it is in this state. */
  'state-reason'?: string;
  /** When it was started. */
  created?: string;
  /** When it ended. */
  ended?: string;
  /** When it is canceled if it has not ended. */
  deadline?: string;
  /** A label, by which runs are found. */
  label?: readonly YangentWorkflows_Workflows_Run_Label[];
  /** Input of the run. */
  input?: unknown;
  /** Output of the run. */
  output?: unknown;
  /** Why it failed. */
  error?: YangentWorkflows_Workflows_Run_Error;
  /** How far it has come. */
  progress?: YangentWorkflows_Workflows_Run_Progress;
  /** Number of its latest event. */
  sequence?: `${bigint}`;
  /** Hash of its latest event. */
  'state-hash'?: string;
};

/** A step after the last event. */
export type YangentWorkflows_Dag_Step = {
  /** The node. */
  node: string;
  /** Item of a for-each; 0 is the node itself. */
  item: number;
  /** Number of the execution. */
  generation: number;
  /** Its state. */
  state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
  /** Its tasks. */
  task?: readonly string[];
  /** The agents that have them. */
  agent?: readonly string[];
  /** Digest of its input. */
  input?: string;
  /** Digest of its output. */
  output?: string;
};

/** A checkpoint. */
export type YangentWorkflows_Dag_Checkpoint = {
  /** Number of the checkpoint in the run, from 1: that before its first step. */
  id: string;
  /** URI of the run, with ;c= and this identifier. */
  uri?: string;
  /** Why it was made. */
  type: 'yangent-workflows:automatic' | 'yangent-workflows:explicit' | 'yangent-workflows:recovery' | (string & {});
  /** When it was made. */
  at: string;
  /** Number of the last event before it; 0: there was none. */
  sequence: `${bigint}`;
  /** Version of the graph. */
  version: string;
  /** Digest of the graph. */
  digest: string;
  /** Hash of that event, which binds all before it; of sequence 0 what stands before the first event. */
  'state-hash': string;
  /** What it is for, for people; the node before which it stands. */
  label?: string;
  /**
   * When what is stored of it is deleted, at the latest, by the retention that is configured now.
   * Absent: the run has not ended.
   */
  expires?: string;
  /**
   * On whose authority the run acts, and what it uses outside of it: user:NAME, agent:NAME of its
   * coordinator and of the agents that execute its steps, assurance:NAME, task:ID, run:ID above it, and
   * data-param:ID of contexts and long outputs that it may read. At most 256.
   */
  reference?: readonly string[];
  /** User or agent that asked for it, or node. */
  by: string;
  /**
   * Signature of the node (RFC 7515, compact form, typ yangent-checkpoint+jws, key of the purpose
   * document). Its payload is the canonical JSON text (RFC 8785) of run, id, type without its module,
   * at, sequence as a number, version, digest, state-hash, label, reference and by.
   */
  signature: string;
};

/** The journal. */
export type YangentWorkflows_Dag_Event = {
  /** Number of the event, from 1. */
  sequence: `${bigint}`;
  /** When it happened. */
  at?: string;
  /**
   * run, step, signal or rollback; action: what a person did, or the agent of a step; gate: what persons
   * are asked; vote; policy: a guard refused a step; or shredded: the values of a sealed run were
   * deleted.
   */
  kind?: string;
  /** The node of which it speaks. */
  node?: string;
  /** The item of which it speaks. */
  item?: number;
  /** The execution of which it speaks. */
  generation?: number;
  /** Who caused it. */
  by?: string;
  /** What happened. Values are there by their digests. */
  data?: unknown;
  /**
   * SHA-256, in hexadecimal digits, of the hash before (32 octets) and the canonical JSON text (RFC
   * 8785) of this event without its hash, sequence as a number. Before the first event stands the
   * SHA-256 of the canonical JSON text of run, digest of the graph, digest of the input, and created.
   */
  hash?: string;
};

/** What persons were asked, each opening of a gate by itself. */
export type YangentWorkflows_Dag_Gate = {
  /** In the order in which they were asked, from 1. */
  number: number;
  /** The node. */
  node: string;
  /** Number of the execution. */
  generation: number;
  /**
   * approval; oversight; assurance: by the risk of the node; or guard: and the name of a guard. What
   * undoes the step has rollback:, the number of the rollback and / before it.
   */
  name?: string;
  /** The guard that asks for it. */
  guard?: string;
  /** How far it has come. */
  state: 'open' | 'approved' | 'rejected' | 'expired' | 'void';
  /** Why it is void, or was rejected. */
  reason?: string;
  /**
   * What votes approve and sign: canonical JSON text (RFC 8785) of v, node, id, requester, operation,
   * target, digest, quorum and expires.
   */
  statement: string;
  /** SHA-256, in hexadecimal digits, of the salt and of the subject. A vote names it. */
  digest: string;
  /** The octets before the subject in the digest. */
  salt: string & { readonly __binary?: true };
  /**
   * Canonical JSON text (RFC 8785) of the digest of the graph, the digest of the input of the step, the
   * checkpoint that was made when votes were asked for, and the gate.
   */
  subject: string;
  /** When votes were asked for. */
  asked: string;
  /** When the time for votes is over. */
  expires: string;
  /**
   * Groups whose members have a vote. Without an entry, and without approver, these are admin and
   * operator.
   */
  'approver-group'?: readonly string[];
  /** Users who have a vote. */
  approver?: readonly string[];
  /**
   * Number of persons who must approve. One who rejects ends the step.
   * @default 1
   */
  quorum?: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation?: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature?: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor'?: boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout'?: 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
  /** The last vote of each person. */
  vote?: readonly YangentWorkflows_Workflows_Run_Step_Gate_Vote[];
};

/** A value. */
export type YangentWorkflows_Dag_Value = {
  /** Digest of its canonical JSON text (RFC 8785). */
  digest: string;
  /** Its canonical JSON text. */
  text: string;
};

/** Coordinator: execute the step. */
export type YangentWorkflows_DagMessage_Message_ExecutionRequest_ExecutionRequest = {
  /** Identifier of the task, at whose address the executor reports. */
  task: string;
  /** Skill that is needed. */
  skill?: string;
  /** Input parameters. */
  input?: unknown;
  /** When it is too late. */
  deadline?: string;
  /** Where the executor reports. */
  callback?: string;
  /**
   * How often it shall report.
   * Unit: seconds.
   */
  'status-interval'?: number;
};

/** Executor: the task is taken. */
export type YangentWorkflows_DagMessage_Message_Acceptance_Acceptance = {
  /** The agent that executes it. Absent: the one to which it is assigned. */
  agent?: string;
  /** Number of the attempt, which the node says. */
  attempt?: number;
  /** When the task is given out again unless the executor reports before, which the node says. */
  'lease-expires'?: string;
  /**
   * Token with which the executor acts for the assigner, as the action claim gives it, where something
   * was delegated. Only the node says it, to the executor.
   */
  token?: string;
  /**
   * How long it will take.
   * Unit: seconds.
   */
  estimate?: number;
};

/** Executor: how far the step is. */
export type YangentWorkflows_DagMessage_Message_Status_Status = {
  /** Number of the attempt. Absent: the one that runs. */
  attempt?: number;
  /**
   * Share of the work that is done.
   * Unit: percent.
   */
  percent?: number;
  /** What is being done. */
  note?: string;
  /**
   * How long it will still take.
   * Unit: seconds.
   */
  estimate?: number;
};

/** Executor: the step is done. */
export type YangentWorkflows_DagMessage_Message_Result_Result = {
  /** Number of the attempt. Absent: the one that runs. */
  attempt?: number;
  /** Output of the step: one member for each artifact. */
  output: unknown;
  /** Measures of the result, as its executor says. Informs: the node does not judge by them. */
  quality?: readonly YangentWorkflows_DagMessage_Message_Result_Result_Quality[];
  /** Summary for people. */
  note?: string;
};

/** Measures of the result, as its executor says. Informs: the node does not judge by them. */
export type YangentWorkflows_DagMessage_Message_Result_Result_Quality = {
  /** Name of the measure, for example accuracy. */
  name: string;
  /** Its value. */
  value: string;
};

/**
 * Coordinator: the context of the run, as far as it was asked for and the executor may know it. The
 * newest checkpoint is that of the message.
 */
export type YangentWorkflows_DagMessage_Message_Context_Context = {
  /** The run; for an executor without its values, its labels and its initiator. */
  run: YangentWorkflows_DagMessage_Message_Context_Context_Run;
  /** The graph, or the part of it that concerns the executor. */
  graph?: YangentWorkflows_DagMessage_Message_Context_Context_Graph;
  /** The steps. */
  step?: readonly YangentWorkflows_DagMessage_Message_Context_Context_Step[];
  /** The checkpoints. */
  checkpoint?: readonly YangentWorkflows_DagMessage_Message_Context_Context_Checkpoint[];
};

/** The run; for an executor without its values, its labels and its initiator. */
export type YangentWorkflows_DagMessage_Message_Context_Context_Run = {
  /** Identifier which the node made. */
  id?: string;
  /** agent-dag: and the identifiers of the node and of the run. */
  uri?: string;
  /** Key which the initiator gave to start. */
  'run-key'?: string;
  /** The definition. Absent: the graph was given to start. */
  definition?: string;
  /** Number of the revision of the definition. */
  revision?: number;
  /** Version of the graph, as its author counts. */
  version?: string;
  /** Digest of the graph. */
  digest?: string;
  /** The agent that assigns the tasks. */
  coordinator?: string;
  /** The user with whose rights it acts. */
  initiator?: string;
  /** The trigger that started it. */
  cause?: string;
  /**
   * How many triggers led to it, one by the runs of another: one more than in the run of which the
   * notification told. A sub-workflow has that of its parent.
   */
  'trigger-depth'?: number;
  /** The step whose child it is: RUN/NODE. */
  parent?: string;
  /** The task of the coordinator that it executes. */
  task?: string;
  /** How the values of the run are stored. Absent: in clear. */
  seal?: 'sealed' | 'shredded';
  /** State of the run. */
  state: YangentWorkflows_RunState;
  /** Why it is in this state. */
  'state-reason'?: string;
  /** When it was started. */
  created?: string;
  /** When it ended. */
  ended?: string;
  /** When it is canceled if it has not ended. */
  deadline?: string;
  /** A label, by which runs are found. */
  label?: readonly YangentWorkflows_Workflows_Run_Label[];
  /** Input of the run. */
  input?: unknown;
  /** Output of the run. */
  output?: unknown;
  /** Why it failed. */
  error?: YangentWorkflows_Workflows_Run_Error;
  /** How far it has come. */
  progress?: YangentWorkflows_Workflows_Run_Progress;
  /** Number of its latest event. */
  sequence?: `${bigint}`;
  /** Hash of its latest event. */
  'state-hash'?: string;
};

/** The graph, or the part of it that concerns the executor. */
export type YangentWorkflows_DagMessage_Message_Context_Context_Graph = {
  /**
   * Globally unique identifier. Where the author gives none, the node writes agent-dag:NODE/NAME into
   * documents: NAME is that of the definition, or made of the content of a graph that was given to
   * start. Such an id is no part of the digest.
   */
  id?: string;
  /** Version, as its author counts. */
  version: string;
  /** What the workflow is for. */
  description?: string;
  /** What the input of a run must be. Absent: an object. */
  'input-schema'?: string;
  /** What the output of a run must be. Absent: an object. */
  'output-schema'?: string;
  /** The output of a run: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Output[];
  /** How a run is executed. */
  execution?: YangentWorkflows_DagMessage_Message_Context_Context_Graph_Execution;
  /** A node of the graph. */
  node: readonly YangentWorkflows_DagMessage_Message_Context_Context_Graph_Node[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_DagMessage_Message_Context_Context_Graph_Edge[];
};

/** How a run is executed. */
export type YangentWorkflows_DagMessage_Message_Context_Context_Graph_Execution = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout?: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel'?: number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority?: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance?: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval'?: number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks'?: number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:dag-message/context/graph/node/name' })[];
};

/** A node of the graph. */
export type YangentWorkflows_DagMessage_Message_Context_Context_Graph_Node = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_DagMessage_Message_Context_Context_Graph_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /**
   * What the output must be. A step with another fails with the code invalid-output. A wait takes no
   * signal and no notification that does not fit.
   */
  'output-schema'?: string;
  /** The step is skipped unless it is true. It is evaluated once, when the step could begin. */
  condition?: string;
  /**
   * When the step begins, of the edges that count. A node without such edges begins at once.
   * @default "all"
   */
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry;
  /** How long the step may take. */
  timeout?: YangentWorkflows_Workflows_Definition_Node_Timeout;
  /**
   * How long the step usually takes. Of the nodes that can begin, the one with the longest path behind
   * it goes first. step-changed tells that a task or a sub-workflow takes longer, by this or by what its
   * executor has said since.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk?: YangentWorkflows_Risk;
  /**
   * Sensitivity of what the node reads and makes. Its task is shared as a message of this sensitivity:
   * sharing policies, and the trust domain of its agent, may refuse it, or remove parts. With a node
   * that is personal or secret all values of a run are sealed. Absent: the greatest of the nodes from
   * which data edges lead to this one; internal without one.
   */
  sensitivity?: YangentContexts_Sensitivity;
  /** Pools of the node of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly string[];
  /**
   * What the agent of the step may do for the initiator of the run. It gets tokens with these
   * capabilities as it claims its task, and none when nothing is named.
   */
  authorization?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The task that an agent does. */
export type YangentWorkflows_DagMessage_Message_Context_Context_Graph_Node_Task = {
  /** Name of the skill that the task needs. Required unless an agent is named. */
  skill?: string;
  /** What is to be reached, in plain language. */
  objective?: string;
  /** The task as a prompt. */
  content?: string;
  /** Management domain of the task. */
  domain?: string;
  /** Nodes before this one whose agent does this task, too. */
  'same-agent-as'?: readonly (string & { readonly __leafref?: '/yangent-workflows:dag-message/context/graph/node/name' })[];
  /** Nodes before this one whose agent does not do this task. */
  'other-agent-than'?: readonly (string & { readonly __leafref?: '/yangent-workflows:dag-message/context/graph/node/name' })[];
  /**
   * Number of different agents that do the task, each for itself. More than one needs discover, and goes
   * with neither for-each nor repeat nor negotiate.
   * @default 1
   */
  executors?: number;
  /**
   * Number of executors, more than half of them, whose outputs must be equal. Absent: the first output
   * is that of the step.
   */
  agree?: number;
  /**
   * true: the coordinator asks the executor first whether it can do the task, and the next best if it
   * cannot.
   * @default false
   */
  negotiate?: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify?: boolean;
  /**
   * The parts of the context of the run that its agent gets with the task: a context item that the task
   * names, which is a message context of the structure dag-message. It has this node, the nodes from
   * which a data edge leads here, and what these edges share, as they are when the task is assigned.
   * Absent: nothing; the agent can ask by the rpc context.
   */
  context?: readonly YangentWorkflows_ContextElement[];
  /** What the execution must keep to. Informs the executor. */
  constraint?: readonly YangentWorkflows_Workflows_Definition_Node_Task_Constraint[];
  /** What the result must contain. */
  'expected-artifact'?: readonly YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact[];
} & (
  | {
    /** This agent. */
    agent?: string;
    discover?: never;
  }
  | {
    /** The best agent that fits; the skill and the domain of the task are conditions, too. */
    discover?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover;
    agent?: never;
  }
  | {
    agent?: never;
    discover?: never;
  }
);

/** The target follows the source. */
export type YangentWorkflows_DagMessage_Message_Context_Context_Graph_Edge = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:dag-message/context/graph/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:dag-message/context/graph/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type?: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on?: readonly YangentWorkflows_Outcome[];
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts?: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[];
};

/** The steps. */
export type YangentWorkflows_DagMessage_Message_Context_Context_Step = {
  /** The node. */
  node: string;
  /** Item of a for-each, from 1; 0 is the node itself. */
  item: number;
  /** Number of the execution, from 1. */
  generation: number;
  /** State of the step. */
  state: 'yangent-workflows:pending' | 'yangent-workflows:ready' | 'yangent-workflows:awaiting-approval' | 'yangent-workflows:executing' | 'yangent-workflows:suspended' | 'yangent-workflows:completed' | 'yangent-workflows:failed' | 'yangent-workflows:skipped' | 'yangent-workflows:canceled' | 'yangent-workflows:compensating' | 'yangent-workflows:rolled-back' | (string & {});
  /** Why it is in this state. */
  'state-reason'?: string;
  /** Its task; the tasks of all executors, where it has several. */
  task?: readonly string[];
  /** The agents that execute it. */
  agent?: readonly string[];
  /** The run that it executes, of another workflow. */
  run?: string;
  /** Number of the try: retry makes the next one. */
  try?: number;
  /** Number of the round of repeat. */
  round?: number;
  /** How many items of the list are done. */
  items?: YangentWorkflows_Workflows_Run_Step_Items;
  /** When it came into this state. */
  since?: string;
  /** When it became ready. */
  started?: string;
  /** When it ended. */
  ended?: string;
  /** When it goes on by itself. */
  due?: string;
  /** Its input. */
  input?: unknown;
  /**
   * Its output, where that is an object. In a list of steps an output of more than 256 KiB is the object
   * with the members data-param and digest that expressions see; a step that is read by its key has the
   * whole.
   */
  output?: unknown;
  /** Its output as JSON text, where that is no object. */
  'output-text'?: string;
  /**
   * true: it read an output that stands for a failed step, or one that is missing, or an output made of
   * such ones.
   */
  degraded?: boolean;
  /** The replacement of its output by the action inject. */
  injected?: YangentWorkflows_Workflows_Run_Step_Injected;
  /** Why it failed. */
  error?: YangentWorkflows_Workflows_Run_Step_Error;
  /** What persons decide, or have decided, before it begins. */
  gate?: readonly YangentWorkflows_Workflows_Run_Step_Gate[];
  /** Where an input came from. */
  lineage?: readonly YangentWorkflows_Workflows_Run_Step_Lineage[];
};

/** The checkpoints. */
export type YangentWorkflows_DagMessage_Message_Context_Context_Checkpoint = {
  /** Number of the checkpoint in the run, from 1: that before its first step. */
  id: string;
  /** URI of the run, with ;c= and this identifier. */
  uri?: string;
  /** Why it was made. */
  type: 'yangent-workflows:automatic' | 'yangent-workflows:explicit' | 'yangent-workflows:recovery' | (string & {});
  /** When it was made. */
  at: string;
  /** Number of the last event before it; 0: there was none. */
  sequence: `${bigint}`;
  /** Version of the graph. */
  version: string;
  /** Digest of the graph. */
  digest: string;
  /** Hash of that event, which binds all before it; of sequence 0 what stands before the first event. */
  'state-hash': string;
  /** What it is for, for people; the node before which it stands. */
  label?: string;
  /**
   * When what is stored of it is deleted, at the latest, by the retention that is configured now.
   * Absent: the run has not ended.
   */
  expires?: string;
  /**
   * On whose authority the run acts, and what it uses outside of it: user:NAME, agent:NAME of its
   * coordinator and of the agents that execute its steps, assurance:NAME, task:ID, run:ID above it, and
   * data-param:ID of contexts and long outputs that it may read. At most 256.
   */
  reference?: readonly string[];
  /** User or agent that asked for it, or node. */
  by: string;
  /**
   * Signature of the node (RFC 7515, compact form, typ yangent-checkpoint+jws, key of the purpose
   * document). Its payload is the canonical JSON text (RFC 8785) of run, id, type without its module,
   * at, sequence as a number, version, digest, state-hash, label, reference and by.
   */
  signature: string;
};

/** Make a checkpoint of the run now. */
export type YangentWorkflows_DagMessage_Message_CheckpointRequest_CheckpointRequest = {
  /** What it is for. */
  label?: string;
};

/** Send the run back to a checkpoint: the action roll-back. */
export type YangentWorkflows_DagMessage_Message_Rollback_Rollback = {
  /** Identifier of the checkpoint. */
  to: string;
  /** The reason, for people. */
  reason: string;
  /** What the run does when it is back. Absent: pause. */
  then?: YangentWorkflows_RollbackEnd;
  /** Number of the rollback, which the node says. */
  number?: number;
};

/**
 * Operator: a rollback goes on without the answer of an agent, the action acknowledge. An agent
 * acknowledges by the result of its task.
 */
export type YangentWorkflows_DagMessage_Message_Acknowledgement_Acknowledgement = {
  /** Number of the rollback. Absent: the newest. */
  number?: number;
  /** The agent. */
  agent: string;
  /** Only for this node. Absent: for all. */
  node?: string;
  /** Only for this item. Absent: for all. */
  item?: number;
  /** The reason, for people. */
  reason: string;
};

/** Executor: the step failed. */
export type YangentWorkflows_DagMessage_Message_Error_Error = {
  /** Number of the attempt. Absent: the one that runs. */
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
