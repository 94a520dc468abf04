/** Calls the interpreter and checks its result: it must be one of the offered skills, with valid input for its schema. */

import type { Logger } from 'pino';
import { aborted, modelText, supervised, withinTime } from '../../data/index.js';
import type { Interpreter, OfferedSkill, Said, Understanding } from '../skill/interpreter.js';
import { rulesInterpreter } from './rules/interpreter.js';

export interface InterpretationLimits {
  /** Maximum number of characters of a text and its answers. */
  readonly longestText: number;
  /** Maximum time of the interpreter for one text, in milliseconds. */
  readonly time: number;
  /** Maximum number of questions about one task. */
  readonly questions: number;
}

export const DEFAULT_INTERPRETATION_LIMITS: InterpretationLimits = { longestText: 20_000, time: 20_000, questions: 5 };

/** The interpreter of a node, and its limits. */
export interface Interpretation {
  readonly interpreter: Interpreter;
  readonly limits: InterpretationLimits;
}

/** The result of an interpretation, and the name of the interpreter. */
export interface Heard {
  readonly by: string;
  readonly understanding: Understanding;
}

/** Interprets a text. When the interpreter fails or takes too long, the rules interpret it. */
export async function ask(
  { interpreter, limits }: Interpretation,
  said: Said,
  skills: readonly OfferedSkill[],
  { signal, log }: { readonly signal: AbortSignal; readonly log: Logger },
): Promise<Heard> {
  const length = [said.text, ...said.answers.map(({ answer }) => answer)].join('').length;
  if (length > limits.longestText) {
    const question = `The text has ${length} characters, at most ${limits.longestText} are interpreted. Please say it shorter.`;
    return { by: 'node', understanding: { question } };
  }
  if (interpreter !== rulesInterpreter) {
    try {
      const given = await withinTime({ timeout: limits.time, signal }, (until) =>
        // The race ends also when the interpreter ignores the signal.
        Promise.race([supervised(log, () => interpreter.interpret(said, skills, until)), aborted(until)]),
      );
      return { by: interpreter.name, understanding: checked(given, said, skills) };
    } catch (error) {
      signal.throwIfAborted();
      log.warn(
        { err: error, interpreter: interpreter.name },
        'task: the text could not be interpreted; the rules do it',
      );
    }
  }
  const given = await rulesInterpreter.interpret(said, skills, signal);
  return { by: rulesInterpreter.name, understanding: checked(given, said, skills) };
}

const LONGEST_QUESTION = 2_000;
const LONGEST_OBJECT = 1_000;

/** Returns a valid understanding, or a question. */
function checked(given: Understanding, { type }: Said, skills: readonly OfferedSkill[]): Understanding {
  if (!given) return undefined;
  if ('question' in given) return { question: modelText(given.question).slice(0, LONGEST_QUESTION) };
  const skill = skills.find(({ name }) => name === given.type && (type === undefined || name === type));
  if (!skill)
    return { question: `What is to be done: ${skills.map(({ name }) => name).join(', or ')}? Please name one.` };
  const result = skill.check(given.parameters);
  if ('problem' in result) return { question: `To ${skill.name}, ${result.problem}. What is right?` };
  const { object, confidence } = given;
  return {
    type: skill.name,
    parameters: result.value,
    confidence: confidence >= 0 && confidence <= 1 ? confidence : 0,
    ...(object === undefined ? {} : { object: modelText(object).slice(0, LONGEST_OBJECT) }),
  };
}
