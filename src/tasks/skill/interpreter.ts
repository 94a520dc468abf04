/** The port for interpreters, which make structured tasks of texts (seed 004 §1, §4.4). */
import type { Members } from '../../data/rfc7951/members.js';
import type { Parameter } from './skill-input.js';

/** An interpreter makes structured tasks of free text. Its results are checked before they are used. */
export interface Interpreter {
  /** Name, noted in every task that it has interpreted. */
  readonly name: string;
  /**
   * Returns the skill that the text asks for, with its parameters; or a question when that is not clear; or undefined when no
   * skill fits. May throw any error: the rules then interpret the text.
   */
  interpret(said: Said, skills: readonly OfferedSkill[], signal: AbortSignal): Promise<Understanding>;
}

/** A text, and the later answers to questions about it. */
export interface Said {
  readonly text: string;
  /** The skill that the task names. Then only its parameters are to be found. */
  readonly type?: string;
  readonly answers: readonly Answer[];
}

export interface Answer {
  readonly question: string;
  readonly answer: string;
}

export type Understanding = Understood | Unclear | undefined;

/** A structured task. */
export interface Understood {
  /** Name of one of the skills. */
  readonly type: string;
  /** The managed object that the task is about, in the words of the text. */
  readonly object?: string;
  readonly parameters: Members;
  /** From 0, a guess, to 1, certain. */
  readonly confidence: number;
}

/** A question that must be answered before the task can begin. */
export interface Unclear {
  readonly question: string;
}

/** The phrases with which users ask for a skill. */
export interface SkillLanguage {
  /**
   * Sentences that ask for the skill, with its parameters in braces: `diagnose the link {device}/{interface}`. Words in square
   * brackets are optional. The text may have other words between them.
   */
  readonly templates?: readonly string[];
  /** The form of a target object that gives parameters: `{device}/{interface}`. */
  readonly object?: string;
  readonly examples?: readonly Example[];
  /**
   * By parameter and value, words or phrases of a text that mean this value: `{ service: { 'remote-unlock': ['open the doors'] }
   * }`.
   */
  readonly words?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** The parameter that takes the text unchanged. */
  readonly text?: string;
}

export interface Example {
  readonly text: string;
  readonly input: Members;
}

/** A skill that a text may ask for. */
export interface OfferedSkill extends SkillLanguage {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** JSON Schema (2020-12) of its input, an object. */
  readonly input: Members;
  readonly parameters: readonly Parameter[];
  /** Returns the input with its defaults, or its problem. */
  check(parameters: unknown): Checked;
}

export type Checked = { readonly value: Members } | { readonly problem: string };
