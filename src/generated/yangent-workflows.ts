// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgents_AgentState, YangentAgents_ExecutionKind, YangentAgents_InteractionMode, YangentAgents_Modality } from './yangent-agents.js';
import type { YangentTasks_ErrorCode } from './yangent-tasks.js';

/** Type outcome of yangent-workflows. */
export type YangentWorkflows_Outcome = 'success' | 'failure' | 'skipped';

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
      finding?: readonly YangentWorkflows_Check_Output_Finding[];
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentWorkflowsActions {}

/** Notifications of the module. */
export interface YangentWorkflowsNotifications {}

/** Structures (RFC 8791) of the module. */
export interface YangentWorkflowsStructures {}

/** Workflows of the node. */
export type YangentWorkflows_Workflows = {
  /** A workflow. */
  definition?: readonly YangentWorkflows_Workflows_Definition[];
  /**
   * A resource that tasks share: a test bed, a licence, a window of work. Waiting steps get slots in the
   * order in which they came.
   */
  pool?: readonly YangentWorkflows_Workflows_Pool[];
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
  execution?: YangentWorkflows_Workflows_Definition_Execution;
  /** A node of the graph. */
  node: readonly YangentWorkflows_Workflows_Definition_Node[];
  /** The target follows the source. */
  edge?: readonly YangentWorkflows_Workflows_Definition_Edge[];
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
  'on-failure'?: 'fail' | 'escalate';
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure and a
   * cancel. Their failure does not change the state of the run.
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
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Workflows_Definition_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
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
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null.
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
   * it goes first.
   * Unit: seconds.
   */
  estimate?: number;
  /**
   * What the failure of the step does.
   * @default "fail"
   */
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /** Pools of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly (string & { readonly __leafref?: '/yangent-workflows:workflows/pool/name' })[] & { readonly __set?: true };
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
   * Number of different agents that do the task, each for itself. More than one needs discover.
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
   * Kinds of credentials which the agent must have registered: the name of the credential, or the type
   * of a verifiable credential. What is in a credential is not told.
   */
  credential?: readonly string[] & { readonly __set?: true };
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
   * How often it is tried, each time as a new run.
   * @default 1
   */
  attempts?: number;
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
 * that failed is null.
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
   * Time from ready to the end, all attempts included. Absent: no bound of its own.
   * Unit: seconds.
   */
  total?: number;
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
   * The fault: dag-cycle, dag-depth, dag-edge-missing, dag-expression, dag-type-mismatch,
   * dag-unknown-agent, dag-unknown-skill, dag-unknown-definition, dag-join, dag-bounds or dag-schema.
   */
  code: string;
  /** Where in the graph: node[name='NAME']/condition, for example. */
  path: string;
  /** What is wrong, and what would be right. */
  message: string;
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
};

/** The graph. */
export type YangentWorkflows_Check_Input_Dag = {
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
  'on-failure'?: 'fail' | 'escalate';
  /**
   * What becomes of unfinished steps when the run fails.
   * @default "cancel"
   */
  others?: 'cancel' | 'finish';
  /**
   * Nodes that are executed one after another when all others have ended, also after a failure and a
   * cancel. Their failure does not change the state of the run.
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
  type?: 'yangent-workflows:task' | 'yangent-workflows:workflow' | 'yangent-workflows:wait' | 'yangent-workflows:none' | (string & {});
  /** The task that an agent does. */
  task?: YangentWorkflows_Check_Input_Dag_Node_Task;
  /** The workflow that is run. */
  workflow?: YangentWorkflows_Workflows_Definition_Node_Workflow;
  /** What is waited for. */
  wait?: YangentWorkflows_Workflows_Definition_Node_Wait;
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
  join?: 'all' | 'any' | 'first' | 'quorum';
  /** Number of satisfied edges. */
  quorum?: number;
  /**
   * The items. Their outputs, in the order of the items, are the output of the step; that of an item
   * that failed is null.
   */
  'for-each'?: YangentWorkflows_Workflows_Definition_Node_ForEach;
  /** Rounds of one step. */
  repeat?: YangentWorkflows_Workflows_Definition_Node_Repeat;
  /** How a failed attempt of the task is repeated. */
  retry?: YangentWorkflows_Check_Input_Dag_Node_Retry;
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
  'on-failure'?: 'fail' | 'continue' | 'default' | 'escalate';
  /** The output of a step that failed, as JSON text. */
  'default-output'?: string;
  /** Pools of which the task takes a slot each while it waits for its agent or is executed. */
  pool?: readonly (string & { readonly __leafref?: '/yangent-workflows:workflows/pool/name' })[];
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
   * Number of different agents that do the task, each for itself. More than one needs discover.
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

/** The best agent that fits; the skill and the domain of the task are conditions, too. */
export type YangentWorkflows_Check_Input_Dag_Node_Task_Binding_Discover_Discover = {
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
  security?: YangentWorkflows_Check_Input_Dag_Node_Task_Binding_Discover_Discover_Security;
  /** Agents that are not wanted. */
  exclude?: readonly string[];
  /** Place near which the agent must be. Distances are those of the shortest way on the WGS 84 ellipsoid. */
  near?: YangentWorkflows_Workflows_Definition_Node_Task_Binding_Discover_Discover_Near;
};

/** What the agent must have registered about its security. */
export type YangentWorkflows_Check_Input_Dag_Node_Task_Binding_Discover_Discover_Security = {
  /**
   * Security level. A number is met by every level that is a number at least as great, anything else by
   * the same text.
   */
  level?: string;
  /** Licences which the agent must hold. */
  license?: readonly string[];
  /**
   * Kinds of credentials which the agent must have registered: the name of the credential, or the type
   * of a verifiable credential. What is in a credential is not told.
   */
  credential?: readonly string[];
};

/** How a failed attempt of the task is repeated. */
export type YangentWorkflows_Check_Input_Dag_Node_Retry = {
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

/** One finding. */
export type YangentWorkflows_Check_Output_Finding = {
  /** Number of the finding. */
  id: number;
  /** What the finding means. */
  severity: 'error' | 'warning';
  /**
   * The fault: dag-cycle, dag-depth, dag-edge-missing, dag-expression, dag-type-mismatch,
   * dag-unknown-agent, dag-unknown-skill, dag-unknown-definition, dag-join, dag-bounds or dag-schema.
   */
  code: string;
  /** Where in the graph: node[name='NAME']/condition, for example. */
  path: string;
  /** What is wrong, and what would be right. */
  message: string;
};
