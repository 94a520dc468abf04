/** Templates of sentences: `diagnose the [broken] link {device}/{interface}`. */
import { isAlike, isIdentifier, type Token, tokensOf } from './tokens.js';

export interface Template {
  /** Number of words that a text must have. */
  readonly words: number;
  /** Returns the values of its slots when the text contains the sentence. Values that `accepts` refuses do not match. */
  match(tokens: readonly Token[], accepts: Accepts): TemplateMatch | undefined;
}

export type Accepts = (parameter: string, value: string) => boolean;

export interface TemplateMatch {
  readonly values: ReadonlyMap<string, string>;
  /** Index of the first token of the match. */
  readonly begin: number;
}

type Element = { readonly optional: boolean } & (
  | { readonly kind: 'word'; readonly stem: string }
  | { readonly kind: 'slots'; readonly form: RegExp; readonly names: readonly string[] }
);

/** Maximum number of words of a text between two elements of a template. */
const GAP = 4;
/** Maximum number of start positions tried in one text. */
const MOST_BEGINNINGS = 200;
/** Maximum number of elements tried from one start position. */
const MOST_STEPS = 300;

export function templateOf(text: string): Template {
  const elements = text
    .split(/\s+/)
    .filter((part) => part !== '')
    .flatMap(elementsOf);
  return {
    words: elements.filter(({ kind, optional }) => kind === 'word' && !optional).length,
    match(tokens, accepts) {
      for (const begin of beginnings(elements, tokens)) {
        const values = matchFrom(elements, tokens, begin, accepts);
        if (values) return { values, begin };
      }
      return undefined;
    },
  };
}

/** Compiles the form of an object, such as `{device}/{interface}`, to a function that parses a text. */
export function objectForm(form: string): (text: string, accepts: Accepts) => ReadonlyMap<string, string> | undefined {
  const { pattern, names } = slotsOf(form);
  return (text, accepts) => valuesIn(pattern.exec(text.trim()), names, accepts);
}

const ADJACENT = /\{[^}]+\}\{[^}]+\}/;

/** Returns the fault of two slots with nothing between them: the end of the first one would be unknown. Undefined: no fault. */
export function faultOfSlots(form: string): string | undefined {
  const found = ADJACENT.exec(form)?.[0];
  return found && `"${form}": a sign or a space must stand between the slots of ${found}`;
}

function elementsOf(part: string): readonly Element[] {
  const inner = /^\[(.+)\]$/.exec(part)?.[1];
  const optional = inner !== undefined;
  const text = inner ?? part;
  if (/\{[^}]+\}/.test(text)) {
    const { pattern, names } = slotsOf(text.replace(/[.,;:!?]+$/, ''));
    return [{ kind: 'slots', form: pattern, names, optional }];
  }
  return tokensOf(text).map(({ stem }) => ({ kind: 'word', stem, optional }));
}

/** Compiles slots to a pattern. A slot excludes the character that follows it, so that there is only one way to match. */
function slotsOf(form: string): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const names: string[] = [];
  const pattern = form.split(/(\{[^}]+\})/).map((part, at, parts) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined) return escaped(part);
    names.push(name);
    const next = parts[at + 1]?.[0];
    return next === undefined ? '(.+)' : `([^${escaped(next)}]+)`;
  });
  return { pattern: new RegExp(`^${pattern.join('')}$`, 'u'), names };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function* beginnings(elements: readonly Element[], tokens: readonly Token[]): Generator<number> {
  let tried = 0;
  const first = elements.findIndex(({ optional }) => !optional);
  const wanted = elements[first];
  for (let at = 0; at < tokens.length && tried < MOST_BEGINNINGS; at++) {
    const token = tokens[at];
    if (!token || (wanted?.kind === 'word' && !isAlike(token.stem, wanted.stem))) continue;
    tried++;
    yield at;
  }
}

function matchFrom(
  elements: readonly Element[],
  tokens: readonly Token[],
  begin: number,
  accepts: Accepts,
): ReadonlyMap<string, string> | undefined {
  let steps = 0;
  const match = (element: number, at: number): readonly (readonly [string, string])[] | undefined => {
    const wanted = elements[element];
    if (!wanted) return [];
    if (++steps > MOST_STEPS) return undefined;
    for (const place of places(wanted, tokens, at, at === begin ? 0 : GAP, accepts)) {
      const rest = match(element + 1, place.at + 1);
      if (rest) return [...place.values, ...rest];
    }
    return wanted.optional ? match(element + 1, at) : undefined;
  };
  const values = match(0, begin);
  return values && new Map(values);
}

interface Place {
  readonly at: number;
  readonly values: ReadonlyMap<string, string>;
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Returns tokens that can be the element. A slot prefers identifiers to plain words. */
function places(
  element: Element,
  tokens: readonly Token[],
  from: number,
  gap: number,
  accepts: Accepts,
): readonly Place[] {
  const window = tokens.slice(from, from + gap + 1);
  if (element.kind === 'word') {
    const at = window.findIndex(({ stem }) => isAlike(stem, element.stem));
    return at < 0 ? [] : [{ at: from + at, values: NO_VALUES }];
  }
  const order = [...window.keys()].sort(
    (a, b) => Number(identifies(window[b])) - Number(identifies(window[a])) || a - b,
  );
  return order.flatMap((offset) => {
    const values = valuesIn(element.form.exec(window[offset]?.text ?? ''), element.names, accepts);
    return values ? [{ at: from + offset, values }] : [];
  });
}

function identifies(token: Token | undefined): boolean {
  return token !== undefined && isIdentifier(token);
}

function valuesIn(
  match: RegExpExecArray | null,
  names: readonly string[],
  accepts: Accepts,
): ReadonlyMap<string, string> | undefined {
  if (!match) return undefined;
  const values = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const value = match[index + 1];
    if (value === undefined || !accepts(name, value)) return undefined;
    values.set(name, value);
  }
  return values;
}
