/** The contract of an agent that runs inside the node (design §6). */

import type { Logger } from 'pino';
import type { FreeTextRule } from '../../agents/index.js';
import type { Members } from '../../data/rfc7951/members.js';
import type { Rpcs, YangentAgents_Agents_Agent_Profile } from '../../generated/index.js';
import type { Prompt } from '../record/prompt.js';
import type { Artifact, NegotiationType, Round, TaskError, Verdict } from '../record/record.js';
import type { TaskState } from '../record/states.js';
import type { SkillLanguage, Understanding } from './interpreter.js';
import { offeredSkills, type TextForm } from './offered.js';

/** `refuse`: never; `confirm`: once the assigner has said yes to the structured task; `allow`: when it is valid. */
export type FreeText = FreeTextRule;

/** A task as a skill gets it: the RFC 7951 value of `/yangent-tasks:tasks/task`, and its prompt taken apart. */
export interface SkillTask<Input = unknown> {
  readonly id: string;
  readonly taskId: string;
  readonly from: string;
  readonly to: string;
  readonly attempt: number;
  readonly value: Members;
  /** The sections of `content`; without one, the objective is the description. */
  readonly prompt: Prompt;
  /** The structured input; for a skill that declares its schema, as that says, with its defaults. */
  readonly input: Input;
  /** Set where the input was made of free text: by which interpreter, and how sure it was (0 to 1). */
  readonly understood?: { readonly by: string; readonly confidence: number };
}

/** What a skill gives back: artifacts, or a text that becomes the only artifact. */
export type SkillResult = { readonly artifacts?: readonly Artifact[]; readonly note?: string } | string | undefined;

// biome-ignore lint/suspicious/noConfusingVoidType: a skill that gives nothing back need not say so
export type Skill = (task: SkillTask, run: TaskRun) => Promise<SkillResult | void>;

/** A skill that says which input it takes, and how people ask for it. */
export interface SkillDefinition<Run = Skill> extends SkillLanguage {
  readonly run: Run;
  /** What it does, in plain language: for the profile, where that says nothing of the skill, and for interpreters. */
  readonly description?: string;
  /** Keywords under which it is found. */
  readonly tags?: readonly string[];
  /** JSON Schema (2020-12) of the input, an object: the skill is called with nothing else. */
  readonly input?: Members;
  /** Whether free text sets it to work: `confirm` where an input is declared, unless said; an operator can be stricter. */
  readonly freeText?: FreeText;
}

/** The answer of the assigner to a proposal of a running task. */
export interface Judgement {
  readonly satisfied: boolean;
  readonly verdict?: Verdict;
  readonly counter?: string;
  readonly content: readonly string[];
}

type AssignInput = Rpcs['yangent-tasks:assign']['input'];

/** A part of a task: what `yangent-tasks:assign` takes, without what the node knows by itself. */
export type PartOrder = Partial<
  Omit<AssignInput, 'from' | 'task-id' | 'parent' | 'async' | 'wait' | 'subscription' | 'verification'>
>;

/** How a part ended. */
export interface PartOutcome {
  readonly id: string;
  readonly to: string;
  readonly state: TaskState;
  readonly artifacts: readonly Artifact[];
  readonly error?: TaskError;
}

/** One execution of a task. */
export interface TaskRun {
  /** Aborted when the task is canceled or suspended, or the node stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Reports how far the task is (0 to 100) and what is being done. */
  progress(percent: number, note?: string): Promise<void>;
  /** Delivers an intermediate result. */
  deliver(artifact: Artifact): Promise<void>;
  /**
   * Does a step once: a repeated run of the task gets the remembered value (JSON) instead. Each step of a task needs a
   * name of its own.
   */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Asks the assigner for input and waits for it. The question is a prompt or plain text; `schema` the text of a JSON Schema of the answer. */
  requestInput(
    required: string,
    o?: { readonly schema?: string },
  ): Promise<{ readonly content?: string; readonly data?: unknown }>;
  /** Proposes to the assigner what would be delivered, and waits for the judgement (FULFILLMENT). */
  propose(content: string | readonly string[]): Promise<Judgement>;
  /**
   * Gives a part of the task to another agent, named or found by a query, and waits for its end. The parts of a task need
   * names of their own; a repeated run finds the part again. When the task ends otherwise than completed, its unfinished
   * parts are canceled.
   */
  assign(name: string, order: PartOrder): Promise<PartOutcome>;
  /**
   * What a text means: one of the agent's own skills that declare their input, or of the forms given; checked, and nothing is
   * begun by it. With `forms` of one name, the text is only asked for its parameters.
   */
  interpret(text: string, forms?: Readonly<Record<string, TextForm>>): Promise<Understanding>;
  /** The task as it is now, updates included. */
  current(): Promise<SkillTask>;
}

/** What the other side said in a negotiation. */
export interface Proposal {
  readonly type: NegotiationType;
  readonly by: string;
  readonly round: number;
  readonly content: readonly string[];
  /** The sections of the first content. */
  readonly prompt: Prompt | undefined;
  readonly verdict?: Verdict;
  readonly counter?: string;
}

export interface NegotiationRun {
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly task: SkillTask;
  /** All rounds so far, the proposal's included. */
  readonly rounds: readonly Round[];
}

export interface Feasibility {
  readonly feasible: boolean;
  /** A task that could be done instead. */
  readonly counter?: string;
  readonly reason?: string;
}

export interface Fulfillment {
  readonly satisfied: boolean;
  /** What would satisfy. */
  readonly counter?: string;
  readonly reason?: string;
}

/** Something else that the agent runs, for example a closed loop; the rooms above know which. */
export interface HostedPart {
  readonly name: string;
}

/** What an agent says of itself: `/yangent-agents:agents/agent/profile`. */
export type AgentProfile = YangentAgents_Agents_Agent_Profile;

export interface HostedAgent {
  readonly id: string;
  /** RFC 7951 value of the profile; absent when the profile is configured elsewhere. */
  readonly profile?: AgentProfile;
  readonly skills?: Readonly<Record<string, Skill | SkillDefinition>>;
  /** The skill for tasks that match none by name or words. */
  readonly defaultSkill?: string;
  /** Can a proposed task be done? Without it, a task is feasible when a skill fits. */
  readonly feasibility?: (proposal: Proposal, run: NegotiationRun) => Promise<Feasibility>;
  /** Does a proposed result fulfil the task? */
  readonly fulfillment?: (proposal: Proposal, run: NegotiationRun) => Promise<Fulfillment>;
  readonly loops?: readonly HostedPart[];
}

/**
 * Declares a hosted agent.
 *
 * @throws TypeError when the identifier is missing, the default skill is none of its skills, or the input of a skill is no schema.
 */
export function defineAgent(agent: HostedAgent): HostedAgent {
  if (typeof agent.id !== 'string' || agent.id === '')
    throw new TypeError('an agent needs an "id", a text that is not empty');
  const { defaultSkill, skills = {} } = agent;
  if (defaultSkill !== undefined && !Object.hasOwn(skills, defaultSkill)) {
    throw new TypeError(
      `agent "${agent.id}": its default skill "${defaultSkill}" is none of ${Object.keys(skills).join(', ')}`,
    );
  }
  offeredSkills(agent);
  return agent;
}

/** Raised by a skill to say why it gives up and what might help. */
export class TaskFailure extends Error {
  readonly code: string;
  readonly recovery: readonly string[];
  readonly diagnostic?: string;

  /** By its shape: an agent may bring a copy of this package of its own, whose classes are others. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'TaskFailure' && 'code' in value && 'recovery' in value;
  }

  /** `code`: one of yangent-tasks:error-code; `recovery`: suggestions, `retry` lets the node try again. */
  constructor(
    code: string,
    message: string,
    o: { readonly recovery?: readonly string[]; readonly diagnostic?: string } = {},
  ) {
    super(message);
    this.name = 'TaskFailure';
    this.code = code;
    this.recovery = o.recovery ?? [];
    this.diagnostic = o.diagnostic;
  }
}
