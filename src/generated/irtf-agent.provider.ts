// Made from the YANG models by "npm run generate"; do not edit.
import type { IrtfAgentNotifications, IrtfAgentRpcs, IrtfAgent_Agent, IrtfAgent_Agent_Authentication, IrtfAgent_Agent_Authentication_AuthenticationMethods, IrtfAgent_Agent_Capability, IrtfAgent_Agent_Skills, IrtfAgent_Agent_Skills_Skill, IrtfAgent_Context, IrtfAgent_Context_RequestInfo, IrtfAgent_Context_ResponseInfo, IrtfAgent_DataParams, IrtfAgent_MsgBase, IrtfAgent_MsgBase_TermExplains, IrtfAgent_Tasks, IrtfAgent_Tasks_TaskSubscription } from './irtf-agent.js';

/** What a provider of irtf-agent is asked for and gives. */
export interface IrtfAgentProvider {
  module: 'irtf-agent';
  rpcs: {
    /**
     * One round of a negotiation about a task. Before the assignment the agents find out whether the task
     * can be done, and if it cannot, which other task can; during execution the executing agent proposes
     * what it would deliver and the assigning agent judges it, until both agree.
     */
    'task-negotiate': {
      input: IrtfAgentRpcs['irtf-agent:task-negotiate']['input'];
      output: IrtfAgentRpcs['irtf-agent:task-negotiate']['output'];
    };
  };
  /** By data path. */
  actions: {};
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/irtf-agent:agent': {
      keys: readonly [];
      value: IrtfAgent_Agent;
    };
    '/irtf-agent:agent/skills': {
      keys: readonly [];
      value: IrtfAgent_Agent_Skills;
    };
    '/irtf-agent:agent/skills/skill': {
      keys: readonly [string] & {
        readonly 'skill-name': string;
      };
      entry: IrtfAgent_Agent_Skills_Skill;
    };
    '/irtf-agent:agent/capability': {
      keys: readonly [];
      value: IrtfAgent_Agent_Capability;
    };
    '/irtf-agent:agent/authentication': {
      keys: readonly [];
      value: IrtfAgent_Agent_Authentication;
    };
    '/irtf-agent:agent/authentication/authentication-methods': {
      keys: readonly [string] & {
        readonly 'accessinfo-id': string;
      };
      entry: IrtfAgent_Agent_Authentication_AuthenticationMethods;
    };
  };
  config: IrtfAgentConfig;
  notifications: IrtfAgentNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface IrtfAgentConfig {
  '/irtf-agent:context': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: IrtfAgent_Context;
  };
  '/irtf-agent:context/request-info': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: IrtfAgent_Context_RequestInfo | undefined;
  };
  '/irtf-agent:context/response-info': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: IrtfAgent_Context_ResponseInfo | undefined;
  };
  '/irtf-agent:msg-base': {
    keys: readonly [];
    value: IrtfAgent_MsgBase;
  };
  '/irtf-agent:msg-base/term-explains': {
    keys: readonly [string] & {
      readonly term: string;
    };
    value: IrtfAgent_MsgBase_TermExplains;
  };
  '/irtf-agent:data-params': {
    keys: readonly [string] & {
      readonly id: string;
    };
    value: IrtfAgent_DataParams;
  };
  '/irtf-agent:tasks': {
    keys: readonly [];
    value: IrtfAgent_Tasks;
  };
  '/irtf-agent:tasks/task-subscription': {
    keys: readonly [];
    value: IrtfAgent_Tasks_TaskSubscription;
  };
  '/irtf-agent:tasks/term-explains': {
    keys: readonly [string] & {
      readonly term: string;
    };
    value: IrtfAgent_MsgBase_TermExplains;
  };
  '/irtf-agent:data': {
    keys: readonly [];
    value: unknown;
  };
}
