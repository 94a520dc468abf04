/** Computes the confidence with which a text asks for a skill. */
import type { OfferedSkill } from '../../skill/interpreter.js';
import { objectForm, templateOf } from '../../skill/template.js';
import { isAlike, placeOfPhrase, type Token, tokensOf, wordsOfName } from '../../skill/tokens.js';
import { fitted } from './parameters.js';

export interface Asked<S extends OfferedSkill = OfferedSkill> {
  readonly skill: S;
  /** 0 to 1. */
  readonly confidence: number;
  /** Values that templates and the form of the object have given. */
  readonly known: ReadonlyMap<string, string>;
  readonly object?: string;
}

/** Confidence for a template of the skill. */
const TEMPLATE = 0.95;
/** Confidence for all words of its name. */
const NAME = 0.85;
/** Confidence for none, one, two, three of the words that describe it. */
const WORDS = [0, 0.4, 0.6, 0.7];
/** Confidence for an object of the right form only. */
const OBJECT = 0.3;
/** Confidence for the skill that the task names. */
const NAMED = 0.9;
/** Maximum confidence after a negation. */
const NEGATED = 0.3;

/** Computes the confidence for one skill. @param isNamed the task names the skill: only its parameters are searched in the text */
export function asked<S extends OfferedSkill>(skill: S, tokens: readonly Token[], isNamed: boolean): Asked<S> {
  const accepts = (name: string, value: string) => {
    const parameter = skill.parameters.find((each) => each.name === name);
    return parameter === undefined || fitted(parameter, value) !== undefined;
  };
  const sentence = (skill.templates ?? [])
    .map((text) => ({ template: templateOf(text), text }))
    .flatMap(({ template }) => {
      const match = template.match(tokens, accepts);
      return match ? [{ ...match, words: template.words }] : [];
    })
    .sort((a, b) => b.values.size - a.values.size || b.words - a.words)[0];
  const form = skill.object === undefined ? undefined : objectForm(skill.object);
  const objects = tokens.flatMap(({ text }) => {
    const values = form?.(text, accepts);
    return values ? [{ text, values }] : [];
  });
  const [object] = objects;
  const known = new Map([...(object?.values ?? []), ...(sentence?.values ?? [])]);
  const named = placeOfName(skill, tokens);
  const evidence = [
    sentence && sentence.words > 0 ? { confidence: TEMPLATE, at: sentence.begin } : undefined,
    named === undefined ? undefined : { confidence: NAME, at: named },
    describing(skill, tokens),
    object ? { confidence: OBJECT, at: -1 } : undefined,
  ].filter((each) => each !== undefined);
  const [best] = evidence.sort((a, b) => b.confidence - a.confidence);
  const confidence = isNamed ? Math.max(NAMED, best?.confidence ?? 0) : (best?.confidence ?? 0);
  const negated = !isNamed && best !== undefined && isNegated(tokens, best.at);
  return {
    skill,
    known,
    confidence: negated ? Math.min(confidence, NEGATED) : confidence,
    ...(object ? { object: object.text } : {}),
  };
}

/** Returns the place of the name itself, or of all its words close together. */
function placeOfName({ name }: OfferedSkill, tokens: readonly Token[]): number | undefined {
  const itself = tokens.findIndex(({ text }) => text.toLowerCase() === name.toLowerCase());
  if (itself >= 0) return itself;
  const words = wordsOfName(name);
  const whole = placeOfPhrase(tokens, words);
  if (whole !== undefined) return whole;
  const places = words.map((word) => tokens.findIndex(({ stem }) => isAlike(stem, word)));
  return words.length > 0 && places.every((at) => at >= 0) ? Math.min(...places) : undefined;
}

interface Evidence {
  readonly confidence: number;
  readonly at: number;
}

const EMPTY = new Set(
  'a an and are as at be by can for from has have in into is it its of on or our the that this to was we with says say'.split(
    ' ',
  ),
);

/** Finds words of its tags, description and examples in the text, synonyms included. */
function describing(skill: OfferedSkill, tokens: readonly Token[]): Evidence | undefined {
  const strong = [...wordsOfName(skill.name), ...skill.tags.flatMap(wordsOfName)];
  const weak = [skill.description, ...(skill.examples ?? []).map(({ text }) => text)].flatMap((text) =>
    tokensOf(text).map(({ stem }) => stem),
  );
  const own = new Set([...strong, ...weak].filter((word) => !EMPTY.has(word) && !/^\d/.test(word)));
  const met = new Set<string>();
  let first = -1;
  tokens.forEach(({ stem }, at) => {
    for (const word of own) {
      if (met.has(word) || !isAlike(stem, word)) continue;
      met.add(word);
      if (first < 0) first = at;
      break;
    }
  });
  const confidence = WORDS[Math.min(met.size, WORDS.length - 1)] ?? 0;
  return confidence === 0 ? undefined : { confidence, at: first };
}

const NEGATIONS = new Set(["don't", 'don’t', 'not', 'never', 'without', 'no', 'avoid', 'stop']);
const REACH = 3;

/** True for a negation shortly before the place, in the same sentence: `do not restart`. */
function isNegated(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - REACH); before--) {
    if (tokens[before + 1]?.first) return false;
    if (NEGATIONS.has(tokens[before]?.stem ?? '')) return true;
  }
  return false;
}
