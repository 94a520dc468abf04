/**
 * The built-in interpreter: fixed rules for names, sentences, synonyms and identifiers. The same text always gives the same result;
 * missing parameters are asked for.
 */
import type { Answer, Interpreter, OfferedSkill, Said, Unclear, Understanding } from '../../skill/interpreter.js';
import type { Parameter } from '../../skill/skill-input.js';
import { tokensOf } from '../../skill/tokens.js';
import { answered, missingOf, parametersIn } from './parameters.js';
import { whichParameters, whichSkill } from './questions.js';
import { type Asked, asked } from './ranking.js';

/** Minimum difference of confidence between the best skill and the next. */
const MARGIN = 0.1;
const LEAST = 0.35;
/** Bonus when all required parameters are found. */
const COMPLETE = 0.2;
const CERTAIN = 0.95;

export const rulesInterpreter: Interpreter = {
  name: 'rules',
  interpret: async (said, skills) => understandingOf(said, skills),
};

function understandingOf(said: Said, offered: readonly OfferedSkill[]): Understanding {
  const reading = readText(said, offered);
  if (!reading || 'question' in reading) return reading;
  const { skill, values, missing, confidence, object } = reading;
  if (missing.length > 0) return { question: whichParameters(skill, missing) };
  const named = object ?? objectOf(skill, values);
  return {
    type: skill.name,
    ...(named === undefined ? {} : { object: named }),
    parameters: values,
    confidence: surer(confidence, skill),
  };
}

/** A skill that a text asks for, as far as the text goes. */
export interface Reading<S extends OfferedSkill = OfferedSkill> {
  readonly skill: S;
  readonly values: Readonly<Record<string, unknown>>;
  /** Required parameters of which the text says nothing. */
  readonly missing: readonly Parameter[];
  readonly confidence: number;
  readonly object?: string;
}

/** Reads a text by the rules. Returns the skill that it asks for, a question when that is not clear, or undefined when it asks for none. */
export function readText<S extends OfferedSkill>(
  { text, answers, type }: Said,
  offered: readonly S[],
): Reading<S> | Unclear | undefined {
  const isNamed = type !== undefined;
  const skills = isNamed ? offered.filter(({ name }) => name === type) : offered;
  const choice = chosen({ text, answers, isNamed }, skills);
  if (!choice) return undefined;
  if ('question' in choice) return choice;
  const { skill, confidence, known, object } = choice.asked;
  const said = tokensOf(text);
  let { values } = parametersIn(skill, text, said, known);
  for (const { answer } of choice.left) {
    // A value with a name in the answer replaces that of the text; a bare value fills a missing parameter.
    values = { ...values, ...corrected(skill, answer), ...answered(skill, missingOf(skill, values), answer) };
  }
  return { skill, values, missing: missingOf(skill, values), confidence, ...(object === undefined ? {} : { object }) };
}

function corrected(skill: OfferedSkill, answer: string): Readonly<Record<string, unknown>> {
  const tokens = tokensOf(answer);
  const { known } = asked(skill, tokens, true);
  const { values } = parametersIn({ ...skill, text: undefined }, answer, tokens, known);
  const { [skill.text ?? '']: _, ...corrections } = values;
  return corrections;
}

/** Raises the confidence when the text has all required parameters of the skill. */
function surer(confidence: number, { parameters }: OfferedSkill): number {
  const needed = parameters.filter(({ required }) => required).length;
  if (needed === 0) return confidence;
  return Math.max(confidence, Math.min(CERTAIN, Math.round((confidence + COMPLETE) * 100) / 100));
}

interface Choice<S extends OfferedSkill> {
  readonly asked: Asked<S>;
  /** The further answers, for its parameters. */
  readonly left: readonly Answer[];
}

/** Chooses the skill that the text asks for; else the one that the first answer names. */
function chosen<S extends OfferedSkill>(
  { text, answers, isNamed }: { readonly text: string; readonly answers: readonly Answer[]; readonly isNamed: boolean },
  skills: readonly S[],
): Choice<S> | Unclear | undefined {
  const ranked = rank(text, skills, isNamed);
  const [best, next] = ranked;
  if (!best) return undefined;
  if (isClear(best, next)) return { asked: best, left: answers };
  const [first, ...left] = answers;
  if (first === undefined) return { question: whichSkill(rivals(best, ranked)) };
  const [meant, other] = rank(first.answer, skills, false);
  if (!meant || !isClear(meant, other)) return { question: whichSkill(rivals(best, ranked)) };
  const known = new Map([...(ranked.find(({ skill }) => skill === meant.skill)?.known ?? []), ...meant.known]);
  // The answer may name the parameters as well.
  return { asked: { ...meant, known }, left: [first, ...left] };
}

function rank<S extends OfferedSkill>(text: string, skills: readonly S[], isNamed: boolean): readonly Asked<S>[] {
  const tokens = tokensOf(text);
  return skills
    .map((skill) => asked(skill, tokens, isNamed))
    .filter(({ confidence }) => confidence > 0)
    .sort((a, b) => b.confidence - a.confidence);
}

function isClear(best: Asked, next: Asked | undefined): boolean {
  return best.confidence >= LEAST && best.confidence - (next?.confidence ?? 0) >= MARGIN;
}

function rivals(best: Asked, ranked: readonly Asked[]): readonly OfferedSkill[] {
  return ranked.filter(({ confidence }) => best.confidence - confidence < MARGIN).map(({ skill }) => skill);
}

/** Builds the object from its parameters, in the form that the skill declares. */
function objectOf({ object }: OfferedSkill, values: Readonly<Record<string, unknown>>): string | undefined {
  if (object === undefined) return undefined;
  let complete = true;
  const text = object.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    complete &&= typeof value === 'string' || typeof value === 'number';
    return String(value);
  });
  return complete ? text : undefined;
}
