/** The contract of an agent that runs inside the node (design §6). */

import type { Logger } from 'pino';
import type { StoredAuthority } from '../../access/index.js';
import type { FreeTextRule } from '../../agents/index.js';
import type { Members } from '../../data/rfc7951/members.js';
import type { Rpcs, YangentAgents_Agents_Agent_Profile } from '../../generated/index.js';
import type { Prompt } from '../record/prompt.js';
import type { Artifact, NegotiationType, Round, TaskError, Verdict } from '../record/record.js';
import type { TaskState } from '../record/states.js';
import type { SkillLanguage, Understanding } from './interpreter.js';
import { offeredSkills, type TextForm } from './offered.js';
import { declaredOutputs } from './skill-output.js';

/** `refuse`: never; `confirm`: after the assigner has confirmed the structured task; `allow`: when it is valid. */
export type FreeText = FreeTextRule;

/** A task as given to a skill: from the RFC 7951 value of `/yangent-tasks:tasks/task`, with its prompt parsed. */
export interface SkillTask<Input = unknown> {
  readonly id: string;
  readonly taskId: string;
  /**
   * The same in all attempts of the task, and unique in the world (a URI `agent-task:…`). Orders to other systems that have it as
   * idempotency key take effect once, however often the task is tried.
   */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly attempt: number;
  /** By what right the task was assigned, where that is limited or another acted: what the skill does stays within it. */
  readonly authority?: StoredAuthority;
  readonly value: Members;
  /** The sections of `content`. Default: the objective as description. */
  readonly prompt: Prompt;
  /** The structured input; valid by the schema of the skill, with its defaults, if the skill declares one. */
  readonly input: Input;
  /** Set when the input was made of free text: name of the interpreter, and its confidence (0 to 1). */
  readonly understood?: { readonly by: string; readonly confidence: number };
}

/** The result of a skill: artifacts, or a text that becomes the only artifact. `quality`: measures of the result by name. */
export type SkillResult =
  | {
      readonly artifacts?: readonly Artifact[];
      readonly note?: string;
      readonly quality?: Readonly<Record<string, string | number>>;
    }
  | string
  | undefined;

// biome-ignore lint/suspicious/noConfusingVoidType: a skill without a result needs no return statement
export type Skill = (task: SkillTask, run: TaskRun) => Promise<SkillResult | void>;

/** A skill with a declared input and the phrases that ask for it. */
export interface SkillDefinition<Run = Skill> extends SkillLanguage {
  readonly run: Run;
  /** Description in plain language: for interpreters, and for the profile when that does not describe the skill. */
  readonly description?: string;
  /** Keywords for discovery. */
  readonly tags?: readonly string[];
  /** JSON Schema (2020-12) of the input, an object. The skill is called with valid input only. */
  readonly input?: Members;
  /**
   * JSON Schema (2020-12) of the result, an object: a member for each artifact, with its `data`, else its `value`, else `{ url }` or
   * `{ data-param, digest }`. Another result fails the task with `invalid-output`.
   */
  readonly output?: Members;
  /** Policy for free text. Default: `confirm` when an input is declared, else `allow`. An operator can set a stricter one. */
  readonly freeText?: FreeText;
}

/** The answer of the assigner to a proposal of a running task. */
export interface Judgement {
  readonly satisfied: boolean;
  readonly verdict?: Verdict;
  readonly counter?: string;
  readonly content: readonly string[];
}

/** A context item that the task names, as its agent may have it. */
export interface GivenContext {
  readonly id: string;
  readonly from: string;
  readonly type: string;
  readonly mediaType?: string;
  readonly content: string;
  /** The value of a content in JSON. That of a step which asks for context is the message `context` of `yangent-workflows:dag-message`. */
  readonly data?: unknown;
}

type AssignInput = Rpcs['yangent-tasks:assign']['input'];

/** A part of a task: the input of `yangent-tasks:assign`, without the leaves that the node sets. */
export type PartOrder = Partial<
  Omit<AssignInput, 'from' | 'task-id' | 'parent' | 'async' | 'wait' | 'subscription' | 'verification'>
>;

/** The outcome of a part. */
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
  /** Reports the progress in percent (0 to 100), with a note. `estimate`: seconds of work that are left. */
  progress(percent: number, note?: string, o?: { readonly estimate?: number }): Promise<void>;
  /** Delivers an intermediate result. */
  deliver(artifact: Artifact): Promise<void>;
  /**
   * Executes a step once: a repeated run of the task gets the stored value (JSON) instead. The names of the steps of a task must
   * be unique.
   */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * Asks the assigner for input and waits for it. The question is a prompt or plain text; `schema` the text of a JSON Schema of
   * the answer.
   */
  requestInput(
    required: string,
    o?: { readonly schema?: string },
  ): Promise<{ readonly content?: string; readonly data?: unknown }>;
  /** Proposes a result to the assigner, and waits for the judgement (FULFILLMENT). */
  propose(content: string | readonly string[]): Promise<Judgement>;
  /**
   * Assigns a part of the task to another agent, named or found by a query, and waits for its end. The names of the parts of a
   * task must be unique; a repeated run finds the part again. When the task ends without being completed, its unfinished
   * parts are canceled.
   */
  assign(name: string, order: PartOrder): Promise<PartOutcome>;
  /**
   * Waits for something outside the task. Other tasks have the place of the run meanwhile, and the time does not count as its work.
   */
  waiting<T>(wait: () => Promise<T>): Promise<T>;
  /**
   * Interprets a text as one of the agent's skills with a declared input, or as one of the given forms. The result is checked;
   * nothing is executed. With a single form, only its parameters are searched in the text.
   */
  interpret(text: string, forms?: Readonly<Record<string, TextForm>>): Promise<Understanding>;
  /**
   * Returns a new token with which the agent acts for the assigner, as far as the assigner has delegated that; undefined when nothing
   * was delegated, or it was revoked. It holds for some minutes: do not keep it.
   *
   * @throws TaskFailure `unreachable`, to be tried again, when another server issues it and does not answer
   */
  token(): Promise<string | undefined>;
  /** Returns the context items that the task names. */
  context(): Promise<readonly GivenContext[]>;
  /** Returns the present task, updates included. */
  current(): Promise<SkillTask>;
}

/** A proposal of the other side in a negotiation. */
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
  /** All rounds so far, including that of the proposal. */
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
  /** A result that would satisfy. */
  readonly counter?: string;
  readonly reason?: string;
}

/** Another part of the agent, for example a closed loop, which a room above runs. */
export interface HostedPart {
  readonly name: string;
}

/** The profile of an agent: `/yangent-agents:agents/agent/profile`. */
export type AgentProfile = YangentAgents_Agents_Agent_Profile;

export interface HostedAgent {
  readonly id: string;
  /** RFC 7951 value of the profile; absent when the profile is configured elsewhere. */
  readonly profile?: AgentProfile;
  readonly skills?: Readonly<Record<string, Skill | SkillDefinition>>;
  /** The skill for tasks that match none by name or words. */
  readonly defaultSkill?: string;
  /** Judges whether a proposed task can be done. Default: a task is feasible when a skill fits. */
  readonly feasibility?: (proposal: Proposal, run: NegotiationRun) => Promise<Feasibility>;
  /** Judges whether a proposed result fulfils the task. */
  readonly fulfillment?: (proposal: Proposal, run: NegotiationRun) => Promise<Fulfillment>;
  readonly loops?: readonly HostedPart[];
}

/**
 * Declares a hosted agent.
 *
 * @throws TypeError when the identifier is missing, the default skill does not exist, or the input or output of a skill is no schema
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
  declaredOutputs(agent);
  return agent;
}

/** The error with which a skill gives up: the reason, and suggestions for recovery. */
export class TaskFailure extends Error {
  readonly code: string;
  readonly recovery: readonly string[];
  readonly diagnostic?: string;

  /** Tests the shape, because an agent may use its own copy of this package, with other classes. */
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
