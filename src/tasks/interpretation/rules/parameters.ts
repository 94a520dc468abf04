/** Finds the parameters of a skill in a text: by their names, their forms, and the words that mean a value. */
import type { OfferedSkill } from '../../skill/interpreter.js';
import type { Parameter } from '../../skill/skill-input.js';
import { isAlike, isIdentifier, placeOfPhrase, type Token, tokensOf, wordsOfName } from '../../skill/tokens.js';

export interface Found {
  readonly values: Readonly<Record<string, unknown>>;
  /** Required parameters that were not found in the text. */
  readonly missing: readonly Parameter[];
}

/** Finds the values of the parameters. @param known values that a template has given */
export function parametersIn(
  skill: OfferedSkill,
  text: string,
  tokens: readonly Token[],
  known: ReadonlyMap<string, string>,
): Found {
  const values: Record<string, unknown> = {};
  for (const parameter of skill.parameters) {
    const given = known.get(parameter.name);
    const value =
      given === undefined
        ? valueIn(skill, parameter, text, tokens)
        : (fitted(parameter, given) ?? fitted(parameter, ''));
    if (value !== undefined) values[parameter.name] = value;
  }
  return { values, missing: missingOf(skill, values) };
}

export function missingOf(
  { parameters }: OfferedSkill,
  values: Readonly<Record<string, unknown>>,
): readonly Parameter[] {
  return parameters.filter(({ name, required }) => required && values[name] === undefined);
}

/** Converts a text to a value of the parameter's kind; undefined when it is none. */
export function fitted(parameter: Parameter, text: string): unknown {
  const { kind, values, accepts } = parameter;
  switch (kind) {
    case 'number': {
      const number = Number(NUMBER.exec(text)?.[1] ?? Number.NaN);
      return Number.isFinite(number) && accepts(number) ? number : undefined;
    }
    case 'boolean':
      return BOOLEANS.get(text.toLowerCase());
    case 'list':
      return accepts(text) ? [text] : undefined;
    case 'text':
    case 'other': {
      const value = values?.find((each) => each.toLowerCase() === text.toLowerCase()) ?? text;
      return text !== '' && accepts(value) ? value : undefined;
    }
    default: {
      const never: never = kind;
      return never;
    }
  }
}

/** A number, with or without a unit after it: `41.5`, `-3dB`. */
const NUMBER = /^([+-]?\d+(?:\.\d+)?)[^\d]{0,8}$/;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);

function valueIn(skill: OfferedSkill, parameter: Parameter, text: string, tokens: readonly Token[]): unknown {
  if (skill.text === parameter.name) return parameter.accepts(text.trim()) ? text.trim() : undefined;
  const found = candidates(skill, parameter, tokens);
  if (parameter.kind === 'list') return found.length === 0 ? undefined : [...new Set(found)];
  return found[0];
}

/** Returns possible values of the parameter in the text, the likeliest first. */
function candidates(skill: OfferedSkill, parameter: Parameter, tokens: readonly Token[]): readonly unknown[] {
  if (parameter.values || parameter.kind === 'boolean') return meant(skill, parameter, tokens);
  const named = afterItsName(parameter, tokens);
  if (named.length > 0 && parameter.kind !== 'list') return named;
  if (parameter.kind === 'number') return named;
  if (parameter.hasForm) return [...named, ...tokens.flatMap((token) => one(fittedEntry(parameter, token.text)))];
  return [...named, ...meant(skill, parameter, tokens)];
}

/** Returns values that are in the text, or whose words are, in the order of the text. */
function meant({ words = {} }: OfferedSkill, parameter: Parameter, tokens: readonly Token[]): readonly unknown[] {
  const own = words[parameter.name] ?? {};
  const values = parameter.values ?? Object.keys(own);
  const places = values.flatMap((value) => {
    const phrases = [value, ...(Object.hasOwn(own, value) ? (own[value] ?? []) : [])];
    const found = phrases.flatMap((phrase) =>
      one(placeOfPhrase(tokens, phrase === value ? wordsOfName(value) : tokensOf(phrase).map(({ stem }) => stem))),
    );
    return found.length === 0 ? [] : [{ value, at: Math.min(...found) }];
  });
  return places.sort((a, b) => a.at - b.at).flatMap(({ value }) => one(fittedEntry(parameter, value)));
}

/** Words that may stand between a name and its value: `device is edge-1`, `interface no. 4`. */
const BETWEEN = new Set(['is', 'are', 'was', 'the', 'no', 'nr', 'number', 'named', 'called', 'to', 'of', 'id']);

/**
 * Returns the value after the name of the parameter. A plain word counts only after `named` or `called`, or in quotation marks. A
 * number may precede the name.
 */
function afterItsName(parameter: Parameter, tokens: readonly Token[]): readonly unknown[] {
  const names = [wordsOfName(parameter.name), parameter.title === undefined ? [] : wordsOfName(parameter.title)];
  const found: unknown[] = [];
  for (const name of names) {
    if (name.length === 0) continue;
    for (let at = 0; at + name.length <= tokens.length; at++) {
      if (!name.every((stem, index) => isAlike(tokens[at + index]?.stem ?? '', stem))) continue;
      found.push(...one(valueAfter(parameter, tokens, at + name.length)));
      // `23 cars`
      const before = at > 0 && !tokens[at]?.first ? tokens[at - 1] : undefined;
      if (parameter.kind === 'number' && before) found.push(...one(fitted(parameter, before.text)));
    }
  }
  return [...new Set(found)];
}

function valueAfter(parameter: Parameter, tokens: readonly Token[], from: number): unknown {
  let isNamed = false;
  for (let at = from; at < from + 3; at++) {
    const token = tokens[at];
    if (!token || token.first) return undefined;
    if (isIdentifier(token) || isNamed || parameter.values || parameter.hasForm) {
      const value = fittedEntry(parameter, token.text);
      if (value !== undefined) return value;
    }
    if (!BETWEEN.has(token.stem)) return undefined;
    isNamed ||= token.stem === 'named' || token.stem === 'called';
  }
  return undefined;
}

function fittedEntry(parameter: Parameter, text: string): unknown {
  const value = fitted(parameter, text);
  return Array.isArray(value) ? value[0] : value;
}

function one<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/** Reads the requested parameters from an answer: each by its name, or the parts of the answer in the requested order. */
export function answered(
  skill: OfferedSkill,
  missing: readonly Parameter[],
  answer: string,
): Readonly<Record<string, unknown>> {
  const tokens = tokensOf(answer);
  const { values } = parametersIn(skill, answer, tokens, new Map());
  const found: Record<string, unknown> = {};
  for (const { name } of missing) if (values[name] !== undefined && skill.text !== name) found[name] = values[name];
  const left = missing.filter(({ name }) => found[name] === undefined);
  const [only, ...more] = left;
  if (!only) return found;
  const isName = more.length === 0 && Object.keys(found).length === 0 && tokens.length <= WORDS_OF_A_NAME;
  const whole = isName ? fitted(only, answer.trim().replace(/[.!]$/, '')) : undefined;
  if (whole !== undefined) return { ...found, [only.name]: whole };
  const free = tokens.filter(({ stem, text }) => !BETWEEN.has(stem) && !Object.values(found).includes(text));
  if (free.length !== left.length) return found;
  left.forEach((parameter, index) => {
    const value = fitted(parameter, free[index]?.text ?? '');
    if (value !== undefined) found[parameter.name] = value;
  });
  return found;
}

/** An answer of more words is a sentence, not a name. */
const WORDS_OF_A_NAME = 4;
