/** The port through which a text becomes a structured task (seed 004 §1, §4.4). */
import type { Members } from '../../data/rfc7951/members.js';
import type { Parameter } from './skill-input.js';

/** What makes structured tasks of free text. It is believed nothing: what it gives is checked before it is used. */
export interface Interpreter {
  /** Told with every task that it has understood. */
  readonly name: string;
  /**
   * Which of the skills the text asks for, and with which parameters; or a question, when that is not clear; or undefined,
   * when the text has nothing to do with any of them. May raise any error: the rules then interpret the text.
   */
  interpret(said: Said, skills: readonly OfferedSkill[], signal: AbortSignal): Promise<Understanding>;
}

/** A text, and what was said about it since. */
export interface Said {
  readonly text: string;
  /** The skill that the task names: only its parameters are in question. */
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

/** What must be asked before anything is done. */
export interface Unclear {
  readonly question: string;
}

/** How people speak of what a skill does. */
export interface SkillLanguage {
  /**
   * Sentences that ask for the skill, with its parameters in braces: `diagnose the link {device}/{interface}`. Words in square
   * brackets may be missing; other words may stand between.
   */
  readonly templates?: readonly string[];
  /** The form of a target object that gives parameters: `{device}/{interface}`. */
  readonly object?: string;
  readonly examples?: readonly Example[];
  /** By parameter and value, words or phrases of a text that mean this value: `{ service: { 'remote-unlock': ['open the doors'] } }`. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** The parameter that takes the text as it stands. */
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
  /** The input with its defaults filled in, or what is wrong with it. */
  check(parameters: unknown): Checked;
}

export type Checked = { readonly value: Members } | { readonly problem: string };
