// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentContexts_Sensitivity } from './yangent-contexts.js';
import type { YangentTasks_ErrorCode } from './yangent-tasks.js';
import type { YangentWorkflowsActions, YangentWorkflowsNotifications, YangentWorkflowsRpcs, YangentWorkflows_ContextElement, YangentWorkflows_Outcome, YangentWorkflows_Risk, YangentWorkflows_RollbackEnd, YangentWorkflows_RunState, YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_Capability, YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_Binding_Discover_Discover, YangentWorkflows_Workflows_AssuranceProfile_Checkpoint, YangentWorkflows_Workflows_Definition_Finding, YangentWorkflows_Workflows_Definition_Node_Authorization_Capability, YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint, YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint_TimeWindow, YangentWorkflows_Workflows_Definition_Node_Compensation, YangentWorkflows_Workflows_Definition_Node_Compensation_Input, YangentWorkflows_Workflows_Definition_Node_Input, YangentWorkflows_Workflows_Definition_Node_Output, YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover, YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Near, YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Security, YangentWorkflows_Workflows_Definition_Node_Task_Constraint, YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact, YangentWorkflows_Workflows_Definition_Node_Timeout, YangentWorkflows_Workflows_Definition_Node_Wait_For_Signal_Signal, YangentWorkflows_Workflows_Definition_Output, YangentWorkflows_Workflows_Definition_Revision, YangentWorkflows_Workflows_Run, YangentWorkflows_Workflows_Run_Checkpoint, YangentWorkflows_Workflows_Run_Event, YangentWorkflows_Workflows_Run_Label, YangentWorkflows_Workflows_Run_Migrate_Input_Map, YangentWorkflows_Workflows_Run_Progress_Steps, YangentWorkflows_Workflows_Run_Rollback, YangentWorkflows_Workflows_Run_Rollback_Acknowledgement, YangentWorkflows_Workflows_Run_Step, YangentWorkflows_Workflows_Run_Step_Gate, YangentWorkflows_Workflows_Run_Step_Gate_Vote, YangentWorkflows_Workflows_Run_Step_Lineage, YangentWorkflows_Workflows_Trigger_Input } from './yangent-workflows.js';

/** What a provider of yangent-workflows is asked for and gives. */
export interface YangentWorkflowsProvider {
  module: 'yangent-workflows';
  rpcs: {
    /** Start a run. */
    'start': {
      input: YangentWorkflows_Start_Input_InUse;
      output: YangentWorkflowsRpcs['yangent-workflows:start']['output'];
    };
    /** The newest runs of those that the caller may see, a page at a time. */
    'list-runs': {
      input: YangentWorkflows_ListRuns_Input_InUse;
      output: YangentWorkflowsRpcs['yangent-workflows:list-runs']['output'];
    };
    /**
     * The gates that wait for votes, of runs that the caller may see; the one whose time is over first
     * comes first.
     */
    'list-gates': {
      input: YangentWorkflows_ListGates_Input_InUse;
      output: YangentWorkflowsRpcs['yangent-workflows:list-gates']['output'];
    };
    /** Draw a definition, or a run with the states of its steps. */
    'render': {
      input: YangentWorkflows_Render_Input_InUse;
      output: YangentWorkflowsRpcs['yangent-workflows:render']['output'];
    };
    /** Check a graph as a commit would, and store nothing. */
    'check': {
      input: YangentWorkflows_Check_Input_InUse;
      output: YangentWorkflowsRpcs['yangent-workflows:check']['output'];
    };
    /**
     * Make a graph for a goal that is given in words. It is checked as by check. Nothing is stored, and
     * nothing is started: whoever wants it run gives it to start. It uses definitions that the caller may
     * start, and skills of agents that the caller may find.
     */
    'plan': {
      input: YangentWorkflowsRpcs['yangent-workflows:plan']['input'];
      output: YangentWorkflowsRpcs['yangent-workflows:plan']['output'];
    };
    /**
     * The context of a run: of those who may see the run all of it, of an agent that executes a step of it
     * what concerns its steps. An agent sees the nodes that it executes, those from which a data edge
     * leads to one of these, the edges between them, and what these edges share.
     */
    'context': {
      input: YangentWorkflowsRpcs['yangent-workflows:context']['input'];
      output: YangentWorkflowsRpcs['yangent-workflows:context']['output'];
    };
  };
  /** By data path. */
  actions: {
    /** Fire now, also when it is disabled. For its owner and operators. */
    '/yangent-workflows:workflows/trigger/fire': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/trigger/fire']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/trigger/fire']['output'];
    };
    /** Assign no further task, in the runs of its steps neither. Agents go on with tasks that they have. */
    '/yangent-workflows:workflows/run/pause': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflows_Workflows_Run_Pause_Input_InUse;
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/pause']['output'];
    };
    /**
     * Go on after pause, or after an escalated failure: the failed steps stay failed. The runs of its
     * steps go on that were paused with it.
     */
    '/yangent-workflows:workflows/run/resume': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/resume']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/resume']['output'];
    };
    /**
     * End the run. Its unfinished steps are canceled, and the nodes of finally run. A second one, while
     * they do, ends these as well.
     */
    '/yangent-workflows:workflows/run/cancel': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflows_Workflows_Run_Cancel_Input_InUse;
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/cancel']['output'];
    };
    /**
     * Make a checkpoint now. For those who steer the run, and for the agent of a step that is executed.
     * Until another step ends, agents take at most a quarter of those that retention/checkpoints keeps;
     * one more is resource-denied.
     */
    '/yangent-workflows:workflows/run/take-checkpoint': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/take-checkpoint']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/take-checkpoint']['output'];
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
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflows_Workflows_Run_RollBack_Input_InUse;
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/roll-back']['output'];
    };
    /** Give the run as one document, which can be verified without the node: the structure dag, in JSON. */
    '/yangent-workflows:workflows/run/export': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflows_Workflows_Run_Export_Input_InUse;
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/export']['output'];
    };
    /**
     * Let the run go on in another revision of its definition. Steps that have begun stay as they are, and
     * decided edges stay decided; steps that have not begun are decided about anew, and persons vote on
     * them again. A for-each that has begun keeps its items. Each obstacle is a finding, whose code is the
     * app-tag of the error. Refused for a run that has ended, goes back or executes no definition. For
     * those who steer the run and may start runs of the definition, and for operators.
     */
    '/yangent-workflows:workflows/run/migrate': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflows_Workflows_Run_Migrate_Input_InUse;
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/migrate']['output'];
    };
    /**
     * Correct the output of a step that has ended, for those that have not begun. It fits the
     * output-schema of the node. Decided edges stay decided, and what other steps have made of the earlier
     * output stays. Persons vote again on steps that read it, and a step that failed on it reads the new
     * one when it is retried. The output of a step with for-each cannot be replaced.
     */
    '/yangent-workflows:workflows/run/inject': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/inject']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/inject']['output'];
    };
    /**
     * Give a signal, which one wait of the run consumes. One that fits the output-schema of no wait for
     * it, or which the condition of a wait cannot read and no other wait takes, is refused.
     */
    '/yangent-workflows:workflows/run/signal': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/signal']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/signal']['output'];
    };
    /** Vote for a gate of the step. */
    '/yangent-workflows:workflows/run/step/approve': {
      keys: readonly [string, string, number, number] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/approve']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/approve']['output'];
    };
    /** Vote against a gate of the step, which fails with the code rejected. */
    '/yangent-workflows:workflows/run/step/reject': {
      keys: readonly [string, string, number, number] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/reject']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/reject']['output'];
    };
    /**
     * Execute a failed step again, and those that were canceled or skipped because it failed. When the
     * output of the run could not be computed: also a completed step after which no other has begun. The
     * output is computed again.
     */
    '/yangent-workflows:workflows/run/step/retry': {
      keys: readonly [string, string, number, number] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/retry']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/retry']['output'];
    };
    /** Let the run go on without this step. */
    '/yangent-workflows:workflows/run/step/skip': {
      keys: readonly [string, string, number, number] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/skip']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/skip']['output'];
    };
    /**
     * Complete a failed step with an output that was made otherwise, and fits its output-schema. When the
     * output of the run could not be computed: also complete a step that was skipped, and replace the
     * output of a completed one. What other steps have made of that stays, and the output of the run is
     * computed again. The output of a step with for-each cannot be set.
     */
    '/yangent-workflows:workflows/run/step/set-output': {
      keys: readonly [string, string, number, number] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/set-output']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/step/set-output']['output'];
    };
    /**
     * Let the run go on without the answer of an agent, or without a compensation that failed or waits for
     * votes. For operators.
     */
    '/yangent-workflows:workflows/run/rollback/acknowledge': {
      keys: readonly [string, number] & {
        readonly id: string;
        readonly number: number;
      };
      input: YangentWorkflowsActions['/yangent-workflows:workflows/run/rollback/acknowledge']['input'];
      output: YangentWorkflowsActions['/yangent-workflows:workflows/run/rollback/acknowledge']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-workflows:workflows/definition': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: YangentWorkflows_Workflows_Definition_State;
    };
    '/yangent-workflows:workflows/definition/revision': {
      keys: readonly [string, number] & {
        readonly name: string;
        readonly number: number;
      };
      entry: YangentWorkflows_Workflows_Definition_Revision;
    };
    '/yangent-workflows:workflows/definition/finding': {
      keys: readonly [string, number] & {
        readonly name: string;
        readonly id: number;
      };
      entry: YangentWorkflows_Workflows_Definition_Finding;
    };
    '/yangent-workflows:workflows/trigger': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: YangentWorkflows_Workflows_Trigger_State;
    };
    '/yangent-workflows:workflows/pool': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: YangentWorkflows_Workflows_Pool_State;
    };
    '/yangent-workflows:workflows/run': {
      keys: readonly [string] & {
        readonly id: string;
      };
      entry: YangentWorkflows_Workflows_Run;
    };
    '/yangent-workflows:workflows/run/label': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentWorkflows_Workflows_Run_Label;
    };
    '/yangent-workflows:workflows/run/progress/steps': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly state: string;
      };
      entry: YangentWorkflows_Workflows_Run_Progress_Steps;
    };
    '/yangent-workflows:workflows/run/step': {
      keys: readonly [string, string, number, number] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
      };
      entry: YangentWorkflows_Workflows_Run_Step;
    };
    '/yangent-workflows:workflows/run/step/gate': {
      keys: readonly [string, string, number, number, string] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
        readonly name: string;
      };
      entry: YangentWorkflows_Workflows_Run_Step_Gate;
    };
    '/yangent-workflows:workflows/run/step/gate/vote': {
      keys: readonly [string, string, number, number, string, string] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
        readonly name: string;
        readonly by: string;
      };
      entry: YangentWorkflows_Workflows_Run_Step_Gate_Vote;
    };
    '/yangent-workflows:workflows/run/step/lineage': {
      keys: readonly [string, string, number, number, string] & {
        readonly id: string;
        readonly node: string;
        readonly item: number;
        readonly generation: number;
        readonly input: string;
      };
      entry: YangentWorkflows_Workflows_Run_Step_Lineage;
    };
    '/yangent-workflows:workflows/run/checkpoint': {
      keys: readonly [string, string] & {
        readonly id: string;
      };
      entry: YangentWorkflows_Workflows_Run_Checkpoint;
    };
    '/yangent-workflows:workflows/run/rollback': {
      keys: readonly [string, number] & {
        readonly id: string;
        readonly number: number;
      };
      entry: YangentWorkflows_Workflows_Run_Rollback;
    };
    '/yangent-workflows:workflows/run/rollback/acknowledgement': {
      keys: readonly [string, number, string, string, number] & {
        readonly id: string;
        readonly number: number;
        readonly agent: string;
        readonly node: string;
        readonly item: number;
      };
      entry: YangentWorkflows_Workflows_Run_Rollback_Acknowledgement;
    };
    '/yangent-workflows:workflows/run/event': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly sequence: string;
      };
      entry: YangentWorkflows_Workflows_Run_Event;
    };
  };
  config: YangentWorkflowsConfig;
  notifications: YangentWorkflowsNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentWorkflowsConfig {
  '/yangent-workflows:workflows': {
    keys: readonly [];
    value: YangentWorkflows_Workflows_InUse;
  };
  '/yangent-workflows:workflows/definition': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_InUse;
  };
  '/yangent-workflows:workflows/definition/output': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Output;
  };
  '/yangent-workflows:workflows/definition/execution': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Execution_InUse;
  };
  '/yangent-workflows:workflows/definition/node': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_InUse;
  };
  '/yangent-workflows:workflows/definition/node/task': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Task_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/task/discover': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover | undefined;
  };
  '/yangent-workflows:workflows/definition/node/task/discover/security': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Security | undefined;
  };
  '/yangent-workflows:workflows/definition/node/task/discover/near': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Near | undefined;
  };
  '/yangent-workflows:workflows/definition/node/task/constraint': {
    keys: readonly [string, string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Task_Constraint;
  };
  '/yangent-workflows:workflows/definition/node/task/expected-artifact': {
    keys: readonly [string, string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact;
  };
  '/yangent-workflows:workflows/definition/node/workflow': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Workflow_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/approval': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Approval_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/oversight': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Oversight_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/wait': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Wait_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/wait/notification': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Wait_For_Notification_Notification_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/wait/signal': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Wait_For_Signal_Signal | undefined;
  };
  '/yangent-workflows:workflows/definition/node/input': {
    keys: readonly [string, string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Input;
  };
  '/yangent-workflows:workflows/definition/node/output': {
    keys: readonly [string, string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Output;
  };
  '/yangent-workflows:workflows/definition/node/for-each': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_ForEach_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/repeat': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Repeat_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/retry': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Retry_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/timeout': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Timeout;
  };
  '/yangent-workflows:workflows/definition/node/authorization': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Authorization_InUse | undefined;
  };
  '/yangent-workflows:workflows/definition/node/authorization/capability': {
    keys: readonly [string, string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Authorization_Capability;
  };
  '/yangent-workflows:workflows/definition/node/authorization/capability/constraint': {
    keys: readonly [string, string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint;
  };
  '/yangent-workflows:workflows/definition/node/authorization/capability/constraint/time-window': {
    keys: readonly [string, string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Authorization_Capability_Constraint_TimeWindow | undefined;
  };
  '/yangent-workflows:workflows/definition/node/compensation': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Compensation | undefined;
  };
  '/yangent-workflows:workflows/definition/node/compensation/input': {
    keys: readonly [string, string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Definition_Node_Compensation_Input;
  };
  '/yangent-workflows:workflows/definition/edge': {
    keys: readonly [string, string, string] & {
      readonly name: string;
      readonly from: string;
      readonly to: string;
    };
    value: YangentWorkflows_Workflows_Definition_Edge_InUse;
  };
  '/yangent-workflows:workflows/trigger': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Trigger_InUse;
  };
  '/yangent-workflows:workflows/trigger/schedule': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Trigger_On_Schedule_Schedule_InUse | undefined;
  };
  '/yangent-workflows:workflows/trigger/notification': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Trigger_On_Notification_Notification_InUse | undefined;
  };
  '/yangent-workflows:workflows/trigger/input': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Trigger_Input;
  };
  '/yangent-workflows:workflows/pool': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Pool_InUse;
  };
  '/yangent-workflows:workflows/guard': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Guard_InUse;
  };
  '/yangent-workflows:workflows/guard/approval': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Guard_Then_Approval_Approval_InUse | undefined;
  };
  '/yangent-workflows:workflows/assurance-profile': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_AssuranceProfile_InUse;
  };
  '/yangent-workflows:workflows/assurance-profile/checkpoint': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_AssuranceProfile_Checkpoint;
  };
  '/yangent-workflows:workflows/retention': {
    keys: readonly [];
    value: YangentWorkflows_Workflows_Retention_InUse;
  };
}

/** How a run is executed. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Execution_InUse = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel': number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval': number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure': 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks': number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:start/input/dag/node/name' })[];
};

/** The task that an agent does. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_InUse = {
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
  executors: number;
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
  negotiate: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify: boolean;
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

/** The workflow that is run. */
export type YangentWorkflows_Workflows_Definition_Node_Workflow_InUse = {
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
  attempts: number;
};

/**
 * Who decides. Its input, which is what they decide about, is an object with the output of each node
 * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
 * (the names of those who approved) and data (of the last of them).
 */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval_InUse = {
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
  quorum: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor': boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout': 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/**
 * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
 * once, before its first item or round.
 */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight_InUse = {
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
  quorum: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor': boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout': 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/**
 * A notification, as the initiator of the run may see it, that came after the first node before this
 * one had begun. It is the output of the step.
 */
export type YangentWorkflows_Workflows_Definition_Node_Wait_For_Notification_Notification_InUse = {
  /** Name of the notification, for example yangent-tasks:task-changed. */
  name: string;
  /**
   * Event stream.
   * @default "NETCONF"
   */
  stream: string;
  /** Condition over event, the content of the notification. */
  match?: string;
};

/** What is waited for. */
export type YangentWorkflows_Workflows_Definition_Node_Wait_InUse = (
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
    notification: YangentWorkflows_Workflows_Definition_Node_Wait_For_Notification_Notification_InUse;
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
 * The items. Their outputs, in the order of the items, are the output of the step; that of an item
 * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
 */
export type YangentWorkflows_Workflows_Definition_Node_ForEach_InUse = {
  /** A list. */
  items: string;
  /**
   * Length of the list at most. A longer one fails the step with the code too-big.
   * @default 1000
   */
  'max-items': number;
  /**
   * Items at one time.
   * @default 16
   */
  'max-parallel': number;
  /**
   * Share of the items that may fail. When more have failed, the others are canceled, and the step fails
   * with the code item-failed.
   * @default 0
   * Unit: percent.
   */
  tolerate: number;
};

/** Rounds of one step. */
export type YangentWorkflows_Workflows_Definition_Node_Repeat_InUse = {
  /** Condition over output, that of the round that has ended, and round, its number from 1. */
  until: string;
  /**
   * Time between two rounds.
   * @default 10
   * Unit: seconds.
   */
  delay: number;
  /**
   * Number of rounds. When the last has ended and the condition does not hold, the step fails with the
   * code not-reached.
   * @default 100
   */
  max: number;
};

/** How a failed attempt of the task is repeated. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry_InUse = {
  /**
   * Number of attempts.
   * @default 3
   */
  'max-attempts': number;
  /**
   * Time before the second attempt.
   * @default 1
   * Unit: seconds.
   */
  delay: number;
  /**
   * By which the time grows with each further attempt.
   * @default "2.0"
   */
  factor: `${number}`;
  /**
   * Time between two attempts at most.
   * @default 300
   * Unit: seconds.
   */
  'max-delay': number;
  /**
   * true: each time is a random one between half of it and the whole, so that many do not try at once.
   * @default true
   */
  jitter: boolean;
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
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_InUse = {
  /**
   * What may be done; within the authority of the initiator. If the assurance profile wants explicit
   * grants, a grant of the initiator to the agent must cover each of them when the step is dispatched.
   */
  capability?: readonly YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_Capability[];
  /**
   * How often the agent may hand it on.
   * @default 0
   */
  'max-delegation': number;
  /**
   * true: each claim and heartbeat answers a new token, which the issuer has just issued.
   * @default false
   */
  'fresh-token': boolean;
};

/** A node of the graph. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Node_InUse = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Task_InUse;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow_InUse;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval_InUse;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight_InUse;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait_InUse;
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
  join: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach_InUse;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat_InUse;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry_InUse;
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
  'on-failure': 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk: YangentWorkflows_Risk;
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
  authorization?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_InUse;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The target follows the source. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_Edge_InUse = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:start/input/dag/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:start/input/dag/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on: readonly YangentWorkflows_Outcome[];
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[];
};

/** A graph. It is run for operators, and for users who own an agent: they may assign tasks themselves. */
export type YangentWorkflows_Start_Input_What_Dag_Dag_InUse = {
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
  execution: YangentWorkflows_Start_Input_What_Dag_Dag_Execution_InUse;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Start_Input_What_Dag_Dag_Node_InUse[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Start_Input_What_Dag_Dag_Edge_InUse[];
};

export type YangentWorkflows_Start_Input_InUse = {
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
  wait: number;
  /**
   * true: only check whether it could start.
   * @default false
   */
  'dry-run': boolean;
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
    dag?: YangentWorkflows_Start_Input_What_Dag_Dag_InUse;
    /**
     * The agent that assigns the tasks.
     * @default "coordinator"
     */
    coordinator?: string;
    definition?: never;
    revision?: never;
  }
);

export type YangentWorkflows_ListRuns_Input_InUse = {
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
  limit: number;
};

export type YangentWorkflows_ListGates_Input_InUse = {
  /**
   * true: also those in which the caller has no vote, or has voted already.
   * @default false
   */
  all: boolean;
  /**
   * Greatest number of gates of the answer.
   * @default 100
   */
  limit: number;
};

export type YangentWorkflows_Render_Input_InUse = {
  /**
   * Format of the picture.
   * @default "svg"
   */
  format: 'svg' | 'dot' | 'mermaid';
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

/** How a run is executed. */
export type YangentWorkflows_Check_Input_Dag_Execution_InUse = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel': number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval': number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure': 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks': number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:check/input/dag/node/name' })[];
};

/** The task that an agent does. */
export type YangentWorkflows_Check_Input_Dag_Node_Task_InUse = {
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
  executors: number;
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
  negotiate: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify: boolean;
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

/** A node of the graph. */
export type YangentWorkflows_Check_Input_Dag_Node_InUse = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Check_Input_Dag_Node_Task_InUse;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow_InUse;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Approval_InUse;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Oversight_InUse;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait_InUse;
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
  join: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach_InUse;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat_InUse;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Retry_InUse;
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
  'on-failure': 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk: YangentWorkflows_Risk;
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
  authorization?: YangentWorkflows_Start_Input_What_Dag_Dag_Node_Authorization_InUse;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The target follows the source. */
export type YangentWorkflows_Check_Input_Dag_Edge_InUse = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:check/input/dag/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:check/input/dag/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on: readonly YangentWorkflows_Outcome[];
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[];
};

/** The graph. */
export type YangentWorkflows_Check_Input_Dag_InUse = {
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
  execution: YangentWorkflows_Check_Input_Dag_Execution_InUse;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Check_Input_Dag_Node_InUse[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Check_Input_Dag_Edge_InUse[];
};

export type YangentWorkflows_Check_Input_InUse = {
  /** The graph. */
  dag: YangentWorkflows_Check_Input_Dag_InUse;
};

export type YangentWorkflows_Workflows_Run_Pause_Input_InUse = {
  /** The reason, for people. */
  reason?: string;
  /**
   * What becomes of tasks that are executed.
   * @default "finish"
   */
  running: 'finish' | 'suspend';
};

export type YangentWorkflows_Workflows_Run_Cancel_Input_InUse = {
  /** The reason, for people. */
  reason?: string;
  /**
   * true: what was done is undone. The run goes back to its first checkpoint, and ends rolled-back.
   * @default false
   */
  compensate: boolean;
};

export type YangentWorkflows_Workflows_Run_RollBack_Input_InUse = {
  /** Identifier of the checkpoint. */
  to: string;
  /** The reason, for people. */
  reason: string;
  /**
   * What the run does when it is back.
   * @default "pause"
   */
  then: YangentWorkflows_RollbackEnd;
};

export type YangentWorkflows_Workflows_Run_Export_Input_InUse = {
  /** Only what was before this checkpoint. Absent: all. */
  checkpoint?: string;
  /**
   * How the document is given.
   * @default "json"
   */
  format: 'json' | 'gzip';
};

export type YangentWorkflows_Workflows_Run_Migrate_Input_InUse = {
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
  'dry-run': boolean;
};

/** How a run is executed. */
export type YangentWorkflows_Workflows_Definition_Execution_InUse = {
  /**
   * How long a run may take, unless its deadline says so.
   * @default 604800
   * Unit: seconds.
   */
  timeout: number;
  /**
   * Tasks and sub-workflows of a run at one time.
   * @default 64
   */
  'max-parallel': number;
  /**
   * Priority of its tasks.
   * @default 3
   */
  priority: number;
  /**
   * The assurance profile of its runs: a configured one, or fast, standard or regulated, which each node
   * has.
   * @default "standard"
   */
  assurance: string;
  /**
   * How often an executor shall report. One that neither reports nor sends a heartbeat for three of
   * these is lost.
   * @default 60
   * Unit: seconds.
   */
  'status-interval': number;
  /**
   * What a step does to the run whose failure no edge and no on-failure of its own deals with.
   * @default "fail"
   */
  'on-failure': 'fail' | 'escalate' | 'compensate' | 'rollback';
  /**
   * How often a run goes back by on-failure of its nodes or its own; the next failure fails it.
   * @default 3
   */
  'max-rollbacks': number;
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure, a cancel
   * and the deadline of the run. Their failure does not change the state of the run.
   */
  finally?: readonly (string & { readonly __leafref?: '/yangent-workflows:workflows/definition/node/name' })[];
};

/** The task that an agent does. */
export type YangentWorkflows_Workflows_Definition_Node_Task_InUse = {
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
  executors: number;
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
  negotiate: boolean;
  /**
   * true: the node verifies the result by expected-artifact.
   * @default false
   */
  verify: boolean;
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

/**
 * Who decides. Its input, which is what they decide about, is an object with the output of each node
 * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
 * (the names of those who approved) and data (of the last of them).
 */
export type YangentWorkflows_Workflows_Definition_Node_Approval_InUse = {
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
  quorum: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor': boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout': 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/**
 * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
 * once, before its first item or round.
 */
export type YangentWorkflows_Workflows_Definition_Node_Oversight_InUse = {
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
  quorum: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor': boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout': 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/** How a failed attempt of the task is repeated. */
export type YangentWorkflows_Workflows_Definition_Node_Retry_InUse = {
  /**
   * Number of attempts.
   * @default 3
   */
  'max-attempts': number;
  /**
   * Time before the second attempt.
   * @default 1
   * Unit: seconds.
   */
  delay: number;
  /**
   * By which the time grows with each further attempt.
   * @default "2.0"
   */
  factor: `${number}`;
  /**
   * Time between two attempts at most.
   * @default 300
   * Unit: seconds.
   */
  'max-delay': number;
  /**
   * true: each time is a random one between half of it and the whole, so that many do not try at once.
   * @default true
   */
  jitter: boolean;
  /**
   * Errors after which the task is tried again. Absent: all but invalid-input, access-denied and
   * lack-of-skills.
   */
  on?: readonly YangentTasks_ErrorCode[] & { readonly __set?: true };
  /** Errors after which it is not, whatever on says. */
  never?: readonly YangentTasks_ErrorCode[] & { readonly __set?: true };
};

/**
 * What the agent of the step may do for the initiator of the run. It gets tokens with these
 * capabilities as it claims its task, and none when nothing is named.
 */
export type YangentWorkflows_Workflows_Definition_Node_Authorization_InUse = {
  /**
   * What may be done; within the authority of the initiator. If the assurance profile wants explicit
   * grants, a grant of the initiator to the agent must cover each of them when the step is dispatched.
   */
  capability?: readonly YangentWorkflows_Workflows_Definition_Node_Authorization_Capability[];
  /**
   * How often the agent may hand it on.
   * @default 0
   */
  'max-delegation': number;
  /**
   * true: each claim and heartbeat answers a new token, which the issuer has just issued.
   * @default false
   */
  'fresh-token': boolean;
};

/** A node of the graph. */
export type YangentWorkflows_Workflows_Definition_Node_InUse = {
  /** Name of the node. */
  name: string;
  /** What the node is for. */
  description?: string;
  /**
   * What the node does.
   * @default "yangent-workflows:task"
   */
  type: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:approval' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Workflows_Definition_Node_Task_InUse;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow_InUse;
  /**
   * Who decides. Its input, which is what they decide about, is an object with the output of each node
   * from which a data edge leads to it. Its output is an object with the members verdict (approved), by
   * (the names of those who approved) and data (of the last of them).
   */
  approval?: YangentWorkflows_Workflows_Definition_Node_Approval_InUse;
  /**
   * Persons who approve the step with the input that it has. A node with for-each or repeat is approved
   * once, before its first item or round.
   */
  oversight?: YangentWorkflows_Workflows_Definition_Node_Oversight_InUse;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait_InUse;
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
  join: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null. Outputs of more than 8 MiB together fail the step with the code too-big.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach_InUse;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat_InUse;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Workflows_Definition_Node_Retry_InUse;
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
  'on-failure': 'fail' | 'continue' | 'default' | 'escalate' | 'rollback';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /**
   * The harm that the node may do. Before a node of high or critical risk stands a checkpoint.
   * @default "low"
   */
  risk: YangentWorkflows_Risk;
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
  authorization?: YangentWorkflows_Workflows_Definition_Node_Authorization_InUse;
  /**
   * The task that undoes what the step did, when the run goes back to a checkpoint before it: after
   * those of the steps behind it. A step that failed is not undone, unless it is unknown what it did:
   * its executor was lost, for example.
   */
  compensation?: YangentWorkflows_Workflows_Definition_Node_Compensation;
};

/** The target follows the source. */
export type YangentWorkflows_Workflows_Definition_Edge_InUse = {
  /** The source. */
  from: string & { readonly __leafref?: '/yangent-workflows:workflows/definition/node/name' };
  /** The target. */
  to: string & { readonly __leafref?: '/yangent-workflows:workflows/definition/node/name' };
  /**
   * What the edge carries.
   * @default "yangent-workflows:data"
   */
  type: 'yangent-workflows:data' | 'yangent-workflows:control' | (string & {});
  /** Ends of the source that satisfy the edge. Any other end makes it one that cannot be satisfied. */
  on: readonly YangentWorkflows_Outcome[] & { readonly __set?: true };
  /** Must be true, too, for the edge to be satisfied. Evaluated once, when the source has ended. */
  condition?: string;
  /**
   * false: the edge only carries data, and the join of the target does not ask for it.
   * @default true
   */
  counts: boolean;
  /**
   * JSON pointers (RFC 6901) to the parts of the source's output that the target may read. Absent: all
   * of it.
   */
  share?: readonly string[] & { readonly __set?: true };
};

/** A workflow. */
export type YangentWorkflows_Workflows_Definition_InUse = {
  /** Name of the definition. */
  name: string;
  /**
   * false: a draft. It is stored though it may not be able to run, and no run of it begins.
   * @default true
   */
  enabled: boolean;
  /**
   * The agent that assigns the tasks.
   * @default "coordinator"
   */
  coordinator: string;
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
  execution: YangentWorkflows_Workflows_Definition_Execution_InUse;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Workflows_Definition_Node_InUse[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Workflows_Definition_Edge_InUse[];
};

/** At times. event is an object with the member time: the time for which it fires, as date-and-time. */
export type YangentWorkflows_Workflows_Trigger_On_Schedule_Schedule_InUse = {
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
  'time-zone': string;
  /**
   * A time that is over by more than this counts as missed, after a downtime for example; until then the
   * trigger fires late.
   * @default 60
   * Unit: seconds.
   */
  'catch-up': number;
};

/**
 * For notifications, as the owner may see them. event is the content of the notification. After a
 * downtime the trigger goes on with the notification that follows the last one that it has handled.
 */
export type YangentWorkflows_Workflows_Trigger_On_Notification_Notification_InUse = {
  /**
   * Event stream.
   * @default "NETCONF"
   */
  stream: string;
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
 * Starts runs of a definition at times, or for notifications. Its runs act with the rights of its
 * owner, the user whose commit last changed it. These are judged when it fires: the owner must be
 * allowed to execute start and the assignment of tasks, and be in a runner-group of the definition if
 * it has any. A trigger that the node itself committed, from a file for example, acts as the user
 * system, who is in no group and may do what access control permits this name. Under stop-all no
 * trigger fires. When that ends, a schedule goes on as after a downtime, and a notification trigger
 * with the notifications that have come meanwhile.
 */
export type YangentWorkflows_Workflows_Trigger_InUse = {
  /** Name of the trigger. */
  name: string;
  /** The definition of which it starts runs, with the content that it has when the trigger fires. */
  definition: string & { readonly __leafref?: '/yangent-workflows:workflows/definition/name' };
  /**
   * false: it fires only by the action fire, and forgets what waits to be started.
   * @default true
   */
  enabled: boolean;
  /**
   * What it does when it fires while a run of its own with the same value of key has not ended.
   * @default "skip"
   */
  overlap: 'allow' | 'skip' | 'queue' | 'replace';
  /**
   * Runs that it starts within an hour. What comes then counts as missed. This also bounds circles that
   * trigger-depth does not see: those through the configuration or the state of an agent, for example.
   * Unit: runs per hour.
   */
  'rate-limit'?: number;
  /** The input of a run: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Trigger_Input[];
} & (
  | {
    /** At times. event is an object with the member time: the time for which it fires, as date-and-time. */
    schedule: YangentWorkflows_Workflows_Trigger_On_Schedule_Schedule_InUse;
    notification?: never;
  }
  | {
    /**
     * For notifications, as the owner may see them. event is the content of the notification. After a
     * downtime the trigger goes on with the notification that follows the last one that it has handled.
     */
    notification: YangentWorkflows_Workflows_Trigger_On_Notification_Notification_InUse;
    schedule?: never;
  }
);

/**
 * A resource that tasks share: a test bed, a licence, a window of work. Waiting steps get slots in the
 * order in which they came.
 */
export type YangentWorkflows_Workflows_Pool_InUse = {
  /** Name of the pool. */
  name: string;
  /** Number of tasks that have it at one time. */
  slots: number;
};

/** Persons who approve it. Separation is always on where the assurance profile of the run says so. */
export type YangentWorkflows_Workflows_Guard_Then_Approval_Approval_InUse = {
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
  quorum: number;
  /**
   * true: no vote has the initiator of the run, the owner of an agent that executes the step or may be
   * found for it, and who last changed the definition, one of a run above it, or the guard.
   * @default true
   */
  separation: boolean;
  /**
   * true: votes that approve are signed.
   * @default false
   */
  signature: boolean;
  /**
   * true: a vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor': boolean;
  /**
   * Time for the votes.
   * @default 86400
   * Unit: seconds.
   */
  timeout: number;
  /**
   * What is done when the time is over.
   * @default "reject"
   */
  'on-timeout': 'reject' | 'escalate';
  /** What the data of a vote that approves must be. Absent: votes have no data. */
  form?: string;
  /** The question, for those who vote. */
  question?: string;
};

/**
 * A rule of operators about the steps of all runs, whatever their graph. It is judged when a step
 * begins. It concerns the tasks, and without skill and domain also the sub-workflows, that fit all
 * that it names. What a graph leaves open fits: an agent that is still to be found may be of any
 * domain, and a task without a skill may be for any skill of its agent.
 */
export type YangentWorkflows_Workflows_Guard_InUse = {
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
    approval: YangentWorkflows_Workflows_Guard_Then_Approval_Approval_InUse;
    deny?: never;
  }
);

/**
 * How carefully runs are executed. One with the name fast, standard or regulated stands in place of
 * that of the node. fast: no checkpoint but the first, no gate. standard: a checkpoint after 20 steps
 * or 300 seconds, a gate from critical on. regulated: a checkpoint after each step, a gate from high
 * on with signed votes, explicit grants, tokens of 300 seconds, sealed values.
 */
export type YangentWorkflows_Workflows_AssuranceProfile_InUse = {
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
  acknowledge: number;
  /**
   * What an agent needs to do a step.
   * @default "profile"
   */
  grants: 'profile' | 'explicit';
  /**
   * Lifetime of the tokens that executors get.
   * @default 600
   * Unit: seconds.
   */
  'token-lifetime': number;
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
  seal: boolean;
  /** Nodes of this risk or a higher one have a gate. Absent: by risk none has. */
  'gate-from'?: YangentWorkflows_Risk;
  /**
   * true: votes at all gates are signed.
   * @default false
   */
  signature: boolean;
  /**
   * true: at all gates neither the initiator nor an owner of an executing agent has a vote.
   * @default false
   */
  separation: boolean;
};

/** How long runs that have ended are kept. Runs that have not ended stay. */
export type YangentWorkflows_Workflows_Retention_InUse = {
  /**
   * Days after the end of a run.
   * @default 30
   */
  days: number;
  /**
   * Number of runs that have ended; the oldest are deleted.
   * @default 100000
   */
  count: number;
  /**
   * Checkpoints of one run; the oldest are deleted. The first one of a run stays, and those to which it
   * was rolled back.
   * @default 100
   */
  checkpoints: number;
  /**
   * When the values of a sealed run are deleted: its key is, without which they cannot be read, in a
   * copy of the database neither.
   * @default "expiry"
   */
  purge: 'expiry' | 'completion';
};

/** Workflows of the node. */
export type YangentWorkflows_Workflows_InUse = {
  /** A workflow. */
  definition?: readonly YangentWorkflows_Workflows_Definition_InUse[];
  /**
   * Starts runs of a definition at times, or for notifications. Its runs act with the rights of its
   * owner, the user whose commit last changed it. These are judged when it fires: the owner must be
   * allowed to execute start and the assignment of tasks, and be in a runner-group of the definition if
   * it has any. A trigger that the node itself committed, from a file for example, acts as the user
   * system, who is in no group and may do what access control permits this name. Under stop-all no
   * trigger fires. When that ends, a schedule goes on as after a downtime, and a notification trigger
   * with the notifications that have come meanwhile.
   */
  trigger?: readonly YangentWorkflows_Workflows_Trigger_InUse[];
  /**
   * A resource that tasks share: a test bed, a licence, a window of work. Waiting steps get slots in the
   * order in which they came.
   */
  pool?: readonly YangentWorkflows_Workflows_Pool_InUse[];
  /**
   * A rule of operators about the steps of all runs, whatever their graph. It is judged when a step
   * begins. It concerns the tasks, and without skill and domain also the sub-workflows, that fit all
   * that it names. What a graph leaves open fits: an agent that is still to be found may be of any
   * domain, and a task without a skill may be for any skill of its agent.
   */
  guard?: readonly YangentWorkflows_Workflows_Guard_InUse[];
  /**
   * How carefully runs are executed. One with the name fast, standard or regulated stands in place of
   * that of the node. fast: no checkpoint but the first, no gate. standard: a checkpoint after 20 steps
   * or 300 seconds, a gate from critical on. regulated: a checkpoint after each step, a gate from high
   * on with signed votes, explicit grants, tokens of 300 seconds, sealed values.
   */
  'assurance-profile'?: readonly YangentWorkflows_Workflows_AssuranceProfile_InUse[];
  /** How long runs that have ended are kept. Runs that have not ended stay. */
  retention: YangentWorkflows_Workflows_Retention_InUse;
};

/** A workflow. */
export type YangentWorkflows_Workflows_Definition_State = {
  /** The id of the graph, or where its author gave none agent-dag:NODE/NAME. */
  uri?: string;
  /** A content that the definition has, or had. */
  revision?: readonly YangentWorkflows_Workflows_Definition_Revision[];
  /** What has become wrong since it was committed, and warnings. */
  finding?: readonly YangentWorkflows_Workflows_Definition_Finding[];
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
export type YangentWorkflows_Workflows_Trigger_State = {
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
};

/**
 * A resource that tasks share: a test bed, a licence, a window of work. Waiting steps get slots in the
 * order in which they came.
 */
export type YangentWorkflows_Workflows_Pool_State = {
  /** Slots that tasks have. */
  used?: number;
  /** Steps that wait for slots. */
  waiting?: number;
};
