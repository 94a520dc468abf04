// Made from the YANG models by "npm run generate"; do not edit.

/** Type loop-state of yangent-loops. */
export type YangentLoops_LoopState = 'idle' | 'running' | 'paused' | 'stopped' | 'failed';

/** Type loop-phase of yangent-loops. */
export type YangentLoops_LoopPhase = 'observe' | 'analyse' | 'decide' | 'approve' | 'execute' | 'verify';

/** Type loop-outcome of yangent-loops. */
export type YangentLoops_LoopOutcome = 'no-action' | 'observed' | 'succeeded' | 'unverified' | 'failed' | 'rejected' | 'expired' | 'suppressed' | 'interrupted' | 'compensated' | 'yielded';

/**
 * Closed control loops: an agent observes the network, analyses what it sees, decides what to do, does
 * it, perhaps after a person has approved, and verifies that it helped. The policy of a loop bounds
 * what it may do. Whatever the policy forbids at the moment is not executed later either: the loop
 * observes again and decides anew. stop-all of yangent-tasks pauses every loop at once.
 */
export interface YangentLoops {
  /** The loops of this node. */
  loops?: YangentLoops_Loops;
}

/** Top-level data of yangent-loops, as RFC 7951 names them in a document. */
export interface YangentLoopsData {
  'yangent-loops:loops'?: YangentLoops['loops'];
}

/** RPCs of the module. */
export interface YangentLoopsRpcs {}

/** Actions, by data path, of the module. */
export interface YangentLoopsActions {
  /** Start a loop that is idle, stopped or failed. */
  '/yangent-loops:loops/loop/start': {
    input: undefined;
    output: {
      /** State of the loop after the action. */
      state: YangentLoops_LoopState;
    };
  };
  /** Halt a running loop; a decision that waits for approval is dropped. */
  '/yangent-loops:loops/loop/pause': {
    input: {
      /** Why. */
      reason?: string;
    };
    output: {
      /** State of the loop after the action. */
      state: YangentLoops_LoopState;
    };
  };
  /** Let a paused loop go on. */
  '/yangent-loops:loops/loop/resume': {
    input: undefined;
    output: {
      /** State of the loop after the action. */
      state: YangentLoops_LoopState;
    };
  };
  /** End the loop; what is being executed is interrupted. */
  '/yangent-loops:loops/loop/stop': {
    input: {
      /** Why. */
      reason?: string;
    };
    output: {
      /** State of the loop after the action. */
      state: YangentLoops_LoopState;
    };
  };
  /**
   * Approve the decision that waits. A person does so who is in a group of the policy's approver-group,
   * owns no agent for which the loop acts, and has not last changed the loop.
   */
  '/yangent-loops:loops/loop/approve': {
    input: {
      /** Number of the cycle whose decision is meant. If given, another decision is not approved by mistake. */
      id?: `${bigint}`;
      /** Remark for the record. */
      comment?: string;
    };
    output: {
      /** State of the loop after the action. */
      state: YangentLoops_LoopState;
    };
  };
  /**
   * Refuse the decision that waits. The loop does not ask for the same again until it finds something
   * else, or nothing, or is resumed or started.
   */
  '/yangent-loops:loops/loop/reject': {
    input: {
      /** Number of the cycle whose decision is meant. */
      id?: `${bigint}`;
      /** Why. */
      reason?: string;
    };
    output: {
      /** State of the loop after the action. */
      state: YangentLoops_LoopState;
    };
  };
  /** Let the loop analyse and decide, and execute nothing. */
  '/yangent-loops:loops/loop/dry-run': {
    input: {
      /** Observation to begin with, as text or JSON. Absent: the last one. */
      seen?: string;
    };
    output: {
      /** What was observed. */
      seen?: string;
      /** What the analysis says. */
      concluded?: string;
      /** What was decided. */
      decided?: string;
      /** How many devices or agents the decision affects. */
      affected?: number;
      /** true: the policy would allow to execute the decision now without approval. */
      allowed: boolean;
      /** What the policy has against it. */
      reason?: string;
    };
  };
}

/** Notifications of the module. */
export interface YangentLoopsNotifications {
  /** A loop changed its state or phase, or ended a cycle. */
  'yangent-loops:loop-changed': {
    /** Name of the loop. */
    name: string;
    /** The agent whose loop it is. */
    agent?: string;
    /** State of the loop. */
    state: YangentLoops_LoopState;
    /** Phase of the loop. */
    phase?: YangentLoops_LoopPhase;
    /** Number of the cycle. */
    id?: `${bigint}`;
    /** How the cycle ended, if it did. */
    outcome?: YangentLoops_LoopOutcome;
    /** Why. */
    reason?: string;
  };
  /** A decision waits for approval. */
  'yangent-loops:approval-needed': {
    /** Name of the loop. */
    name: string;
    /** The agent whose loop it is. */
    agent?: string;
    /** Number of the cycle whose decision waits. */
    id: `${bigint}`;
    /** What was observed. */
    seen?: string;
    /** What the analysis says. */
    concluded?: string;
    /** What was decided. */
    decided?: string;
    /** How many devices or agents the decision affects. */
    affected?: number;
    /** Until when it waits. */
    expires?: string;
  };
  /** A loop yields to another one. */
  'yangent-loops:loop-conflict': {
    /** Name of the loop that yields. */
    name: string;
    /** The agent whose loop it is. */
    agent?: string;
    /** Number of the cycle that yields. */
    id: `${bigint}`;
    /** Name of the loop that goes first. */
    rival: string;
    /** What both want to change. */
    resource: string;
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentLoopsStructures {}

/** The loops of this node. */
export type YangentLoops_Loops = {
  /** One loop. */
  loop?: readonly YangentLoops_Loops_Loop[];
};

/** One loop. */
export type YangentLoops_Loops_Loop = {
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
  /** The name that stands in the audit trail for what the loop does: a user, or agent:ID. */
  'acts-as'?: string;
  /** What the loop is to reach, in plain language. Informs: the program of the loop does what it does. */
  goal?: string;
  /** What the loop may do. */
  policy?: YangentLoops_Loops_Loop_Policy;
  /**
   * false: the loop does not start.
   * @default true
   */
  enabled?: boolean;
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

/** What the loop may do. */
export type YangentLoops_Loops_Loop_Policy = {
  /**
   * How far the loop acts by itself.
   * @default "approve"
   */
  mode?: 'autonomous' | 'approve' | 'observe';
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
  'cool-down'?: number;
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
  'allow-free-text'?: boolean;
  /**
   * Who goes first where two loops undo each other: the higher one, and of equals the one that executed
   * last.
   * @default 3
   */
  priority?: number;
  /**
   * Loops undo each other if this one executed on a resource, another one did after it, and this one
   * wants to again, all within this time. 0: that is never a conflict.
   * @default 600
   * Unit: seconds.
   */
  'conflict-window'?: number;
};

/** Counters since the loop was created. */
export type YangentLoops_Loops_Loop_Counters = {
  /** Observations taken in. */
  observations?: `${bigint}`;
  /** Decisions to do something. */
  decisions?: `${bigint}`;
  /** Executions begun. */
  executions?: `${bigint}`;
  /** Executions that were verified. */
  successes?: `${bigint}`;
  /** Cycles that failed or could not be verified. */
  failures?: `${bigint}`;
  /** Decisions which the policy forbade. */
  suppressed?: `${bigint}`;
  /** Decisions which a person refused or did not approve in time. */
  rejections?: `${bigint}`;
};

/** The decision that waits for approval. */
export type YangentLoops_Loops_Loop_Pending = {
  /** Number of its cycle. */
  id: `${bigint}`;
  /** What was observed. */
  seen?: string;
  /** What the analysis says. */
  concluded?: string;
  /** What was decided. */
  decided?: string;
  /** How many devices or agents the decision affects. */
  affected?: number;
  /** Since when it waits. */
  since: string;
  /** Until when it waits. */
  expires?: string;
};

/** The cycles in which something was decided or failed, as far back as the node keeps them. */
export type YangentLoops_Loops_Loop_History = {
  /** Number of the cycle, counted from 1 for each loop. */
  id: `${bigint}`;
  /** What was observed. */
  seen?: string;
  /** What the analysis says. */
  concluded?: string;
  /** What was decided. */
  decided?: string;
  /** How many devices or agents the decision affects. */
  affected?: number;
  /** What was executed, and what came of it. */
  done?: string;
  /** What the verification says. */
  verified?: string;
  /** How the cycle ended. */
  outcome: YangentLoops_LoopOutcome;
  /** Why it ended so. */
  reason?: string;
  /** Who approved or refused the decision. */
  by?: string;
  /** When the cycle ended. */
  at: string;
};
