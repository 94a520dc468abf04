/** Parses expressions (CEL), refusing those that could take endless time or space. */
import { ParseError, type ParseResult } from '@marcbachmann/cel-js';
import { DEEPEST, environment, LIMITS, NAMESPACES } from './environment.js';
import { ExpressionError } from './error.js';
import { guard } from './guarded.js';
import { Kept } from './kept.js';
import { chainOf, innerParts, type Part, partOf } from './tree.js';

export interface Expression {
  readonly text: string;
  /** Its parts, for checks. They are made at each call: an evaluation needs none, and they take more memory than all else. */
  readonly parts: () => Part;
  /** Names of the variables that the expression reads. */
  readonly variables: ReadonlySet<string>;
  /** Variables, or members within them, that the expression reads. */
  readonly reads: readonly (readonly [string, ...string[]])[];
  /** How deep macros and functions that go through a list, or make one of a text, stand in one another. */
  readonly depth: number;
  /** Number of its parts. */
  readonly size: number;
  /** True when it makes lists of texts, which may be longer than any list that it is given. */
  readonly splits: boolean;
  /** True when it makes texts of lists. */
  readonly joins: boolean;
  /** Number of its operators `+`. */
  readonly additions: number;
  /** Evaluates with values of the language; use `evaluate`. */
  readonly run: ParseResult;
}

/** Functions that are not taken, and what is instead. */
const REFUSED: Readonly<Record<string, string>> = {
  matches:
    'matches(pattern) can take endless time; use re.fits(text, pattern), whose pattern must fit the text as a whole',
  bind: 'cel.bind is not taken; repeat the expression, or compute the value in a node of type none',
  json: 'bytes cannot be read as JSON here',
};

/** Functions that take the longer the longer a list or text is, and make another one. */
const LONG: ReadonlySet<string> = new Set(['split', 'join']);

/** Keys that the language leaves out of a map without a word. */
const LOST: ReadonlySet<unknown> = new Set(['__proto__', 'constructor', 'prototype']);

/** True for a key that is lost. Keys and values of a map take turns. */
function isLost(part: Part, at: number): boolean {
  return at % 2 === 0 && part.kind === 'value' && LOST.has(part.value);
}

/** Expressions that were parsed: definitions are checked again with each commit, and evaluated at each run. */
const known = new Kept<Expression>(64 * 1024 * 1024);
/** Bytes of memory for one part of an expression, and for one of its characters, at most. */
const BYTES = { part: 450, character: 4 } as const;
/** Size of expressions whose parts are kept, which takes as much again. Those of longer ones are made for each check. */
const SHORT = 32;

/** @throws ExpressionError `expression` that says what is wrong, and where */
export function parseExpression(text: string): Expression {
  const before = known.get(text);
  if (before) return before;
  const expression = parsed(text);
  const forms = expression.size <= SHORT ? 2 : 1;
  known.set(text, expression, forms * expression.size * BYTES.part + text.length * BYTES.character);
  return expression;
}

function parsed(text: string): Expression {
  const run = parsedText(text);
  guard(run.ast);
  const whole = partOf(run.ast);
  const reads: (readonly [string, ...string[]])[] = [];
  const found = walk(whole, new Set(), reads);
  const parts = found.size <= SHORT ? () => whole : () => partOf(run.ast);
  if (found.depth > DEEPEST)
    throw new ExpressionError('expression', `lists are gone through ${found.depth} deep; at most ${DEEPEST} are taken`);
  return { text, parts, variables: new Set(reads.map(([name]) => name)), reads, run, ...found };
}

function parsedText(text: string): ParseResult {
  try {
    return environment.parse(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const limit = /maxAstNodes/.test(error.summary) ? `; an expression has at most ${LIMITS.maxAstNodes} parts` : '';
    const { start, end } = error.range ?? { start: 0, end: text.length };
    throw new ExpressionError('expression', `${place(text, start)}${error.summary}${limit}`, { start, end });
  }
}

/** Says where in a text of more than a few characters. */
function place(text: string, at: number): string {
  return at > 0 && at < text.length ? `at character ${at + 1}: ` : '';
}

type Found = Pick<Expression, 'depth' | 'size' | 'splits' | 'joins' | 'additions'>;

/** Goes through the parts and collects what they read. @throws ExpressionError for what is refused */
function walk(part: Part, bound: ReadonlySet<string>, reads: (readonly [string, ...string[]])[]): Found {
  const chain = chainOf(part);
  if (chain) {
    if (!bound.has(chain[0]) && !NAMESPACES.has(chain[0])) reads.push(chain);
    return { depth: 0, size: chain.length, splits: false, joins: false, additions: 0 };
  }
  const called = part.kind === 'call' ? part.name : undefined;
  const refused = called !== undefined && Object.hasOwn(REFUSED, called) ? REFUSED[called] : undefined;
  if (refused !== undefined) throw new ExpressionError('expression', refused, part);
  const lost = part.kind === 'operation' && part.name === 'map' ? part.parts.find(isLost) : undefined;
  if (lost?.kind === 'value') {
    const message = `a map that is written here has no member "${lost.value}"; use another name`;
    throw new ExpressionError('expression', message, lost);
  }
  const inner = part.kind === 'each' ? new Set([...bound, part.variable]) : bound;
  const bodies = part.kind === 'each' ? part.bodies : [];
  let depth = called !== undefined && LONG.has(called) ? 1 : 0;
  let size = 1;
  let splits = called === 'split';
  let joins = called === 'join';
  let additions = part.kind === 'operation' && part.name === '+' ? 1 : 0;
  for (const each of innerParts(part)) {
    const isBody = bodies.includes(each);
    const found = walk(each, isBody ? inner : bound, reads);
    depth = Math.max(depth, found.depth + (isBody ? 1 : 0));
    size += found.size;
    splits ||= found.splits;
    joins ||= found.joins;
    additions += found.additions;
  }
  return { depth, size, splits, joins, additions };
}
