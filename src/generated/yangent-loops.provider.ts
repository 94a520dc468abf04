// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentLoopsActions, YangentLoopsNotifications, YangentLoops_LoopOutcome, YangentLoops_LoopPhase, YangentLoops_LoopState, YangentLoops_Loops_Loop_Counters, YangentLoops_Loops_Loop_History, YangentLoops_Loops_Loop_Pending } from './yangent-loops.js';

/** What a provider of yangent-loops is asked for and gives. */
export interface YangentLoopsProvider {
  module: 'yangent-loops';
  rpcs: {};
  /** By data path. */
  actions: {
    /** Start a loop that is idle, stopped or failed. */
    '/yangent-loops:loops/loop/start': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentLoopsActions['/yangent-loops:loops/loop/start']['output'];
    };
    /** Halt a running loop; a decision that waits for approval is dropped. */
    '/yangent-loops:loops/loop/pause': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: YangentLoopsActions['/yangent-loops:loops/loop/pause']['input'];
      output: YangentLoopsActions['/yangent-loops:loops/loop/pause']['output'];
    };
    /** Let a paused loop go on. */
    '/yangent-loops:loops/loop/resume': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentLoopsActions['/yangent-loops:loops/loop/resume']['output'];
    };
    /** End the loop; what is being executed is interrupted. */
    '/yangent-loops:loops/loop/stop': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: YangentLoopsActions['/yangent-loops:loops/loop/stop']['input'];
      output: YangentLoopsActions['/yangent-loops:loops/loop/stop']['output'];
    };
    /**
     * Approve the decision that waits. A person does so who is in a group of the policy's approver-group,
     * owns no agent for which the loop acts, and has not last changed the loop.
     */
    '/yangent-loops:loops/loop/approve': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: YangentLoopsActions['/yangent-loops:loops/loop/approve']['input'];
      output: YangentLoopsActions['/yangent-loops:loops/loop/approve']['output'];
    };
    /**
     * Refuse the decision that waits. The loop does not ask for the same again until it finds something
     * else, or nothing, or is resumed or started.
     */
    '/yangent-loops:loops/loop/reject': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: YangentLoopsActions['/yangent-loops:loops/loop/reject']['input'];
      output: YangentLoopsActions['/yangent-loops:loops/loop/reject']['output'];
    };
    /** Let the loop analyse and decide, and execute nothing. */
    '/yangent-loops:loops/loop/dry-run': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: YangentLoopsActions['/yangent-loops:loops/loop/dry-run']['input'];
      output: YangentLoopsActions['/yangent-loops:loops/loop/dry-run']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-loops:loops/loop': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: YangentLoops_Loops_Loop_State;
    };
    '/yangent-loops:loops/loop/counters': {
      keys: readonly [string] & {
        readonly name: string;
      };
      value: YangentLoops_Loops_Loop_Counters;
    };
    '/yangent-loops:loops/loop/pending': {
      keys: readonly [string] & {
        readonly name: string;
      };
      value: YangentLoops_Loops_Loop_Pending;
    };
    '/yangent-loops:loops/loop/history': {
      keys: readonly [string, string] & {
        readonly name: string;
        readonly id: string;
      };
      entry: YangentLoops_Loops_Loop_History;
    };
  };
  config: YangentLoopsConfig;
  notifications: YangentLoopsNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentLoopsConfig {
  '/yangent-loops:loops': {
    keys: readonly [];
    value: YangentLoops_Loops_InUse;
  };
  '/yangent-loops:loops/loop': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentLoops_Loops_Loop_InUse;
  };
  '/yangent-loops:loops/loop/policy': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentLoops_Loops_Loop_Policy_InUse;
  };
}

/** What the loop may do. */
export type YangentLoops_Loops_Loop_Policy_InUse = {
  /**
   * How far the loop acts by itself.
   * @default "approve"
   */
  mode: 'autonomous' | 'approve' | 'observe';
  /**
   * How often the loop may execute. Absent: no limit.
   * Unit: executions per hour.
   */
  'rate-limit'?: number;
  /**
   * How long the loop executes nothing after an execution.
   * @default 0
   * Unit: seconds.
   */
  'cool-down': number;
  /** When the loop may execute. Empty: always. */
  'change-window'?: readonly string[] & { readonly __set?: true };
  /** How many devices or agents one execution may affect. Absent: no limit. */
  'max-affected'?: number;
  /**
   * How long the loop waits for an approval. Absent: until it comes.
   * Unit: seconds.
   */
  'approval-timeout'?: number;
  /** Groups whose members may approve decisions. Without an entry admin and operator. */
  'approver-group'?: readonly string[] & { readonly __set?: true };
  /**
   * true: what was observed as free text may lead to an execution, if the structured task made of it is
   * valid.
   * @default false
   */
  'allow-free-text': boolean;
  /**
   * Who goes first where two loops undo each other: the higher one, and of equals the one that executed
   * last.
   * @default 3
   */
  priority: number;
  /**
   * Loops undo each other if this one executed on a resource, another one did after it, and this one
   * wants to again, all within this time. 0: that is never a conflict.
   * @default 600
   * Unit: seconds.
   */
  'conflict-window': number;
};

/** One loop. */
export type YangentLoops_Loops_Loop_InUse = {
  /** Name of the loop. */
  name: string;
  /** The agent whose loop it is. */
  agent: string;
  /**
   * The user with whose rights the loop acts, less the groups admin and operator unless acts-with-group
   * of its agent names them. Absent: the user who committed the entry. A loop that the node configured
   * by itself, from the definition of its agent or from a file given at the start, or that an earlier
   * version of the node had, acts with the rights of its agent (acts-for of yangent-agents).
   */
  owner?: string;
  /** What the loop is to reach, in plain language. Informs: the program of the loop does what it does. */
  goal?: string;
  /** What the loop may do. */
  policy: YangentLoops_Loops_Loop_Policy_InUse;
  /**
   * false: the loop does not start.
   * @default true
   */
  enabled: boolean;
};

/** The loops of this node. */
export type YangentLoops_Loops_InUse = {
  /** One loop. */
  loop?: readonly YangentLoops_Loops_Loop_InUse[];
};

/** One loop. */
export type YangentLoops_Loops_Loop_State = {
  /** The name that stands in the audit trail for what the loop does: a user, or agent:ID. */
  'acts-as'?: string;
  /** State of the loop. */
  state?: YangentLoops_LoopState;
  /** Why the loop is in this state. */
  'state-reason'?: string;
  /** Phase of the running loop. */
  phase?: YangentLoops_LoopPhase;
  /** How the last cycle ended. */
  'last-outcome'?: YangentLoops_LoopOutcome;
  /** Counters since the loop was created. */
  counters?: YangentLoops_Loops_Loop_Counters;
  /** The decision that waits for approval. */
  pending?: YangentLoops_Loops_Loop_Pending;
  /** The cycles in which something was decided or failed, as far back as the node keeps them. */
  history?: readonly YangentLoops_Loops_Loop_History[];
};
