// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgents_Modality } from './yangent-agents.js';
import type { YangentTasks_TaskState } from './yangent-tasks.js';

/** Type datatype-enum of irtf-agent. */
export type IrtfAgent_DatatypeEnum = 'text' | 'image' | 'audio' | 'video';

/** Type task-status of irtf-agent. */
export type IrtfAgent_TaskStatus = 'create' | 'processing' | 'blocking' | 'blocked' | 'suspended' | 'finished' | 'failed' | (string & {});

/**
 * The agent, task, context and data parameter model of the multi-agent draft, repaired so that YANG
 * compilers accept it. Names, namespace and wire form are the draft's. The module shows one agent at a
 * time. A server with many agents shows each under its own endpoint; the modules yangent-agents,
 * yangent-tasks and yangent-contexts hold the same things as lists.
 */
export interface IrtfAgent {
  /** Profile of the agent which this endpoint shows. */
  agent?: IrtfAgent_Agent;
  /** Records of what agents have said to each other, so that neither goal nor history is lost. */
  context?: readonly IrtfAgent_Context[];
  /**
   * A bare message. It reads like a grouping, but the draft prints it as a data container; kept so that
   * instances stay valid.
   */
  'msg-base'?: IrtfAgent_MsgBase;
  /** Data which messages refer to: alerts, warnings, case knowledge; as files, structured data or text. */
  'data-params'?: readonly IrtfAgent_DataParams[];
  /** A task, as one message from the agent which assigns it to the agent which executes it. */
  tasks?: IrtfAgent_Tasks;
  /** Other information, in a form the agents agree on. */
  data?: unknown;
}

/** Top-level data of irtf-agent, as RFC 7951 names them in a document. */
export interface IrtfAgentData {
  'irtf-agent:agent'?: IrtfAgent['agent'];
  'irtf-agent:context'?: IrtfAgent['context'];
  'irtf-agent:msg-base'?: IrtfAgent['msg-base'];
  'irtf-agent:data-params'?: IrtfAgent['data-params'];
  'irtf-agent:tasks'?: IrtfAgent['tasks'];
  'irtf-agent:data'?: IrtfAgent['data'];
}

/** RPCs of the module. */
export interface IrtfAgentRpcs {
  /**
   * One round of a negotiation about a task. Before the assignment the agents find out whether the task
   * can be done, and if it cannot, which other task can; during execution the executing agent proposes
   * what it would deliver and the assigning agent judges it, until both agree.
   */
  'irtf-agent:task-negotiate': {
    input: {
      /** The agent which sends the message. */
      'task-sendFrom'?: string;
      /** The agent which receives the message. */
      'task-sendTo'?: string;
      /** What the message asks for. */
      commuType?: 'CapabilityRequest' | 'taskAssign' | 'taskAssgin' | 'taskCancel' | 'FeasibilityNegotiate' | 'FulfillmentNegotiate' | 'taskResultQuery' | 'taskResultSubscribe' | 'taskResultNotify' | (string & {});
      /** The task, by the identifier its assigner gave it. */
      'task-id'?: string;
      /**
       * The task, or what is proposed, as prompts. Each section starts with two number signs and its name.
       * The sections target object and task description are required; environmental infomation (so spelled
       * in the draft) may follow.
       */
      content?: readonly string[];
      /** Kind of negotiation. */
      type?: 'FEASIBILITY' | 'FULFILLMENT';
    };
    output: {
      /** Outcome of the round. */
      data?: unknown;
    };
  };
}

/** Actions, by data path, of the module. */
export interface IrtfAgentActions {}

/** Notifications of the module. */
export interface IrtfAgentNotifications {
  /** The state of a task has changed; sent by the executing agent to the assigning agent. */
  'irtf-agent:condition-notifications': {
    /** The agent which sends the message. */
    'task-sendFrom'?: string;
    /** The agent which receives the message. */
    'task-sendTo'?: string;
    /** What the message asks for. */
    commuType?: 'CapabilityRequest' | 'taskAssign' | 'taskAssgin' | 'taskCancel' | 'FeasibilityNegotiate' | 'FulfillmentNegotiate' | 'taskResultQuery' | 'taskResultSubscribe' | 'taskResultNotify' | (string & {});
    /** The task, by the identifier its assigner gave it. */
    'task-id'?: string;
    /** What the executing agent has to say or to ask. */
    'input-required'?: readonly IrtfAgent_ConditionNotifications_InputRequired[];
    /** Identifier which the node made for the task. */
    'yangent-tasks:id'?: string;
    /** State of the task. */
    'yangent-tasks:state'?: YangentTasks_TaskState;
    /**
     * Share of the work that is done.
     * Unit: percent.
     */
    'yangent-tasks:progress'?: number;
    /** The result of a completed task: the text of its only artifact, or a JSON array of its artifacts. */
    'yangent-tasks:result'?: string;
    /** Number of the event, counted from 1 for each task. */
    'yangent-tasks:sequence'?: `${bigint}`;
    /** The step that was just finished. */
    'yangent-tasks:checkpoint'?: string;
    /**
     * Intermediate results that came with this change. Values of more than 65536 characters are left out,
     * to be read from the task.
     */
    'yangent-tasks:artifact'?: readonly IrtfAgent_ConditionNotifications_Artifact[];
  };
}

/** Structures (RFC 8791) of the module. */
export interface IrtfAgentStructures {}

/** Profile of the agent which this endpoint shows. */
export type IrtfAgent_Agent = {
  /**
   * Name of the agent, unique in its namespace. Recommended form: {Standard
   * Organization}-{Provider}-{Transmit}-{Version Number}.
   */
  name: string;
  /** Another name, for people. */
  alias?: string;
  /** What the agent is for, in plain language. */
  description: string;
  /** Kind of agent, for example fault-management. */
  type?: string;
  /** What the agent can do. */
  skills?: IrtfAgent_Agent_Skills;
  /**
   * Software version of the agent, by the rules of Semantic Versioning 2.0; it may have fewer or more
   * than three numbers. Text that is no version is refused.
   */
  version: string;
  /** Manufacturer of the agent. */
  provider: string;
  /** Domain the agent serves, for example Wireless, Optical, IP or Core Network. */
  domain?: string;
  /** Which ways of interacting the agent supports. */
  capability?: IrtfAgent_Agent_Capability;
  /** What the agent manages, for example the name of a subnet. */
  'management-object'?: string;
  /**
   * How the agent authenticates those who talk to it by other ways than its node. Informs: the node logs
   * its users in by its own means.
   */
  authentication?: IrtfAgent_Agent_Authentication;
};

/** What the agent can do. */
export type IrtfAgent_Agent_Skills = {
  /** One skill. */
  skill?: readonly IrtfAgent_Agent_Skills_Skill[];
};

/** One skill. */
export type IrtfAgent_Agent_Skills_Skill = {
  /** Name of the skill, unique in the agent. */
  'skill-name': string;
  /** What the skill does, in plain language. */
  'skill-description'?: string;
  /** Keywords under which the skill is found. */
  'skill-tags'?: readonly string[];
  /**
   * Kinds of input the skill takes: image, text, audio, video. Where some are named, data of another
   * kind is refused with a task for the skill.
   */
  'input-modes'?: readonly string[];
  /**
   * Kinds of output the skill gives: image, text, audio, video. Informs: agents are found by it, and
   * results are not held against it.
   */
  'output-modes'?: readonly string[];
};

/** Which ways of interacting the agent supports. */
export type IrtfAgent_Agent_Capability = {
  /** The agent can stream. Informs: agents are found by it. */
  streaming?: boolean;
  /**
   * The agent can push notifications to a subscriber. Where it is false, a subscription by URL to one of
   * its tasks is refused.
   */
  'push-notifications'?: boolean;
  /**
   * Kinds of negotiation supported, separated by commas: acp-task-feasibility-negotiation-v1.0,
   * acp-task-fulfillment-negotiation-v1.0. Where some are named, a negotiation of another type with the
   * agent is refused.
   */
  negotiate?: string;
};

/**
 * How the agent authenticates those who talk to it by other ways than its node. Informs: the node logs
 * its users in by its own means.
 */
export type IrtfAgent_Agent_Authentication = {
  /** One way to authenticate (called methods in the draft's figure). */
  'authentication-methods'?: readonly IrtfAgent_Agent_Authentication_AuthenticationMethods[];
};

/** One way to authenticate (called methods in the draft's figure). */
export type IrtfAgent_Agent_Authentication_AuthenticationMethods = {
  /** Identifier of this entry. */
  'accessinfo-id': string;
  /** Authentication scheme: JWT, OAuth 2.0, API Key and so on. */
  scheme?: string;
  /** Parameters for JWT, for those whom access rules permit to read them. */
  jwtInfo?: string;
  /** Parameters for OAuth 2.0, for those whom access rules permit to read them. */
  oauth?: string;
};

/** Records of what agents have said to each other, so that neither goal nor history is lost. */
export type IrtfAgent_Context = {
  /** Identifier of the record. */
  id: string;
  /** Name of the sending agent. */
  sendFrom: string;
  /** Name of the receiving agent. */
  sendTo: string;
  /** The request. */
  'request-info'?: IrtfAgent_Context_RequestInfo;
  /** The response. */
  'response-info'?: IrtfAgent_Context_ResponseInfo;
};

/** The request. */
export type IrtfAgent_Context_RequestInfo = {
  /** Text of the request. */
  content: string;
  /** Data sent with the request. */
  dataParam?: string & { readonly __leafref?: '/irtf-agent:data-params/id' };
  /** When the request was sent, for example 2025-04-21T14:19:00+00:00. */
  time: string;
};

/** The response. */
export type IrtfAgent_Context_ResponseInfo = {
  /** Data sent with the response. */
  dataParam: string & { readonly __leafref?: '/irtf-agent:data-params/id' };
  /** When the response was sent, for example 2025-04-21T14:19:00+00:00. */
  time: string;
};

/**
 * A bare message. It reads like a grouping, but the draft prints it as a data container; kept so that
 * instances stay valid.
 */
export type IrtfAgent_MsgBase = {
  /** The agent which sends the message. */
  'task-sendFrom'?: string;
  /** The agent which receives the message. */
  'task-sendTo'?: string;
  /** What the message asks for. */
  commuType?: 'CapabilityRequest' | 'taskAssign' | 'taskAssgin' | 'taskCancel' | 'FeasibilityNegotiate' | 'FulfillmentNegotiate' | 'taskResultQuery' | 'taskResultSubscribe' | 'taskResultNotify' | (string & {});
  /** The task, by the identifier its assigner gave it. */
  'task-id'?: string;
  /** Text of the message. */
  content?: string;
  /** The result which the sender expects. */
  'expected-response'?: string;
  /** Terms used in the message, explained. */
  'term-explains'?: readonly IrtfAgent_MsgBase_TermExplains[];
  /** The data that the message conveys. */
  'msg-data'?: string & { readonly __leafref?: '/irtf-agent:data-params/id' };
  /** The earlier exchange to which the message belongs. */
  context?: string & { readonly __leafref?: '/irtf-agent:context/id' };
};

/** Terms used in the message, explained. */
export type IrtfAgent_MsgBase_TermExplains = {
  /** The term. */
  term: string;
  /** Its explanation (spelled as in the draft's module; the figure of the draft spells it explaintion). */
  explaination?: string;
};

/** Data which messages refer to: alerts, warnings, case knowledge; as files, structured data or text. */
export type IrtfAgent_DataParams = {
  /** Identifier of the data. */
  id: string;
  /** Kind of data. */
  dataType: IrtfAgent_DatatypeEnum;
  /** What the data is. */
  description?: string;
  /** Size of the data. */
  dataSize?: string;
  /**
   * Format of the data: text/plain, application/json and so on for text; jpg, png for an image; mp3, WAV
   * for audio; mp4, avi for video.
   */
  format?: string;
  /**
   * Where data too large to be sent inline can be fetched. Informs the receiver: a node fetches nothing
   * from there.
   */
  url?: string;
  /** The data itself, inline. */
  data?: string;
  /** The data is sent in several pieces. */
  chunked?: boolean;
  /** This is the last piece of chunked data. */
  finished?: boolean;
};

/** A task, as one message from the agent which assigns it to the agent which executes it. */
export type IrtfAgent_Tasks = {
  /** The agent which sends the message. */
  'task-sendFrom'?: string;
  /** The agent which receives the message. */
  'task-sendTo'?: string;
  /** What the message asks for. */
  commuType?: 'CapabilityRequest' | 'taskAssign' | 'taskAssgin' | 'taskCancel' | 'FeasibilityNegotiate' | 'FulfillmentNegotiate' | 'taskResultQuery' | 'taskResultSubscribe' | 'taskResultNotify' | (string & {});
  /** The task, by the identifier its assigner gave it. */
  'task-id'?: string;
  /**
   * The task as a prompt. Each section of the prompt starts with two number signs and its name: target
   * object, task description, environmental infomation (so spelled in the draft). The task description
   * is required.
   */
  content?: string;
  /** How the sender wants to hear about the status of the task. */
  'task-subscription'?: IrtfAgent_Tasks_TaskSubscription;
  /** true: the result is reported later; false: the result is wanted in the answer to the assignment. */
  'task-async'?: boolean;
  /**
   * Status of the task. It is the report of a taskResultNotify; in other messages that of the sender is
   * taken for none, and the status of the task is shown.
   */
  'task-status'?: IrtfAgent_TaskStatus;
  /** The result which the sender expects. */
  'expected-response'?: string;
  /** Terms used in the message, explained. */
  'term-explains'?: readonly IrtfAgent_MsgBase_TermExplains[];
  /** The data that the message conveys. */
  'msg-data'?: string & { readonly __leafref?: '/irtf-agent:data-params/id' };
  /** The earlier exchange to which the message belongs. */
  context?: string & { readonly __leafref?: '/irtf-agent:context/id' };
};

/** How the sender wants to hear about the status of the task. */
export type IrtfAgent_Tasks_TaskSubscription = {
  /** Protocol of the report, for example https. */
  'subscript-protocol'?: string;
  /** Method of the report, for example POST. */
  'subscript-method'?: string;
  /** Where the report goes. */
  'subscript-url'?: string;
};

/** What the executing agent has to say or to ask. */
export type IrtfAgent_ConditionNotifications_InputRequired = {
  /** The task is asynchronous. */
  'task-async'?: boolean;
  /** Status of the task, for example suspended or finished. */
  status?: IrtfAgent_TaskStatus;
  /** When the task took this status, for example 2025-04-21T14:19:00+00:00. */
  'start-time': string;
  /** Required input, as a prompt with the sections target object and task description. */
  required: string;
};

/**
 * Intermediate results that came with this change. Values of more than 65536 characters are left out,
 * to be read from the task.
 */
export type IrtfAgent_ConditionNotifications_Artifact = {
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
