// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentTasks_ErrorCode } from './yangent-tasks.js';
import type { YangentWorkflowsNotifications, YangentWorkflowsRpcs, YangentWorkflows_Check_Input_Dag_Node_Task_Binding_Discover_Discover, YangentWorkflows_Outcome, YangentWorkflows_Workflows_Definition_Finding, YangentWorkflows_Workflows_Definition_Node_Input, YangentWorkflows_Workflows_Definition_Node_Output, YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover, YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Near, YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Security, YangentWorkflows_Workflows_Definition_Node_Task_Constraint, YangentWorkflows_Workflows_Definition_Node_Task_ExpectedArtifact, YangentWorkflows_Workflows_Definition_Node_Timeout, YangentWorkflows_Workflows_Definition_Node_Wait_For_Signal_Signal, YangentWorkflows_Workflows_Definition_Output, YangentWorkflows_Workflows_Definition_Revision, YangentWorkflows_Workflows_Pool } from './yangent-workflows.js';

/** What a provider of yangent-workflows is asked for and gives. */
export interface YangentWorkflowsProvider {
  module: 'yangent-workflows';
  rpcs: {
    /** Check a graph as a commit would, and store nothing. */
    'check': {
      input: YangentWorkflows_Check_Input_InUse;
      output: YangentWorkflowsRpcs['yangent-workflows:check']['output'];
    };
  };
  /** By data path. */
  actions: {};
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
  '/yangent-workflows:workflows/definition/edge': {
    keys: readonly [string, string, string] & {
      readonly name: string;
      readonly from: string;
      readonly to: string;
    };
    value: YangentWorkflows_Workflows_Definition_Edge_InUse;
  };
  '/yangent-workflows:workflows/pool': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentWorkflows_Workflows_Pool;
  };
}

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
  'on-failure': 'fail' | 'escalate';
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure and a
   * cancel. Their failure does not change the state of the run.
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
   * Number of different agents that do the task, each for itself. More than one needs discover.
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
    discover?: YangentWorkflows_Check_Input_Dag_Node_Task_Binding_Discover_Discover;
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
   * How often it is tried, each time as a new run.
   * @default 1
   */
  attempts: number;
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
 * that failed is null.
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
export type YangentWorkflows_Check_Input_Dag_Node_Retry_InUse = {
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
  type: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Check_Input_Dag_Node_Task_InUse;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow_InUse;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait_InUse;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /** What the output must be. A step with another fails with the code invalid-output. */
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
   * that failed is null.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach_InUse;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat_InUse;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Check_Input_Dag_Node_Retry_InUse;
  /** How long the step may take. */
  timeout?: YangentWorkflows_Workflows_Definition_Node_Timeout;
  /**
   * How long the step usually takes. Of the nodes that can begin, the one with the longest path behind
   * it goes first.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure': 'fail' | 'continue' | 'default' | 'escalate';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /** Pools of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly (string & { readonly __leafref?: '/yangent-workflows:workflows/pool/name' })[];
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
  /** Globally unique identifier. Absent: agent-dag:NODE/NAME, of the node and the definition. */
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
  'on-failure': 'fail' | 'escalate';
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure and a
   * cancel. Their failure does not change the state of the run.
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
   * Number of different agents that do the task, each for itself. More than one needs discover.
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
  type: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Workflows_Definition_Node_Task_InUse;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow_InUse;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait_InUse;
  /** The input of the task or workflow: an object with a member for each entry. */
  input?: readonly YangentWorkflows_Workflows_Definition_Node_Input[];
  /** The output of the step: an object with a member for each entry. */
  output?: readonly YangentWorkflows_Workflows_Definition_Node_Output[];
  /** What the input must be. A step with another fails with the code invalid-input. */
  'input-schema'?: string;
  /** What the output must be. A step with another fails with the code invalid-output. */
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
   * that failed is null.
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
   * it goes first.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure': 'fail' | 'continue' | 'default' | 'escalate';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /** Pools of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly (string & { readonly __leafref?: '/yangent-workflows:workflows/pool/name' })[] & { readonly __set?: true };
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
  /** Globally unique identifier. Absent: agent-dag:NODE/NAME, of the node and the definition. */
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

/** Workflows of the node. */
export type YangentWorkflows_Workflows_InUse = {
  /** A workflow. */
  definition?: readonly YangentWorkflows_Workflows_Definition_InUse[];
  /**
   * A resource that tasks share: a test bed, a licence, a window of work. Waiting steps get slots in the
   * order in which they came.
   */
  pool?: readonly YangentWorkflows_Workflows_Pool[];
};

/** A workflow. */
export type YangentWorkflows_Workflows_Definition_State = {
  /** A content that the definition has, or had. */
  revision?: readonly YangentWorkflows_Workflows_Definition_Revision[];
  /** What has become wrong since it was committed, and warnings. */
  finding?: readonly YangentWorkflows_Workflows_Definition_Finding[];
};
