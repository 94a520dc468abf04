/** Parses expressions (CEL), refusing those that could take endless time or space. */
import { ParseError, type ParseResult } from '@marcbachmann/cel-js';
import { DEEPEST, environment, LIMITS, NAMESPACES } from './environment.js';
import { ExpressionError } from './error.js';
import { chainOf, innerParts, type Part, partOf } from './tree.js';

export interface Expression {
  readonly text: string;
  readonly root: Part;
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

/** Expressions that were parsed, the last of them: definitions are checked again with each commit, and evaluated at each run. */
const known = new Map<string, Expression>();
const MOST_KNOWN = 20_000;

/** @throws ExpressionError `expression` that says what is wrong, and where */
export function parseExpression(text: string): Expression {
  const before = known.get(text);
  if (before) return before;
  const expression = parsed(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, expression);
  return expression;
}

function parsed(text: string): Expression {
  const run = parsedText(text);
  const root = partOf(run.ast);
  const reads: (readonly [string, ...string[]])[] = [];
  const found = walk(root, new Set(), reads);
  if (found.depth > DEEPEST)
    throw new ExpressionError('expression', `lists are gone through ${found.depth} deep; at most ${DEEPEST} are taken`);
  return { text, root, variables: new Set(reads.map(([name]) => name)), reads, run, ...found };
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

/** Goes through the parts and collects what they read. @throws ExpressionError for what is refused */
function walk(
  part: Part,
  bound: ReadonlySet<string>,
  reads: (readonly [string, ...string[]])[],
): Pick<Expression, 'depth' | 'size' | 'splits'> {
  const chain = chainOf(part);
  if (chain) {
    if (!bound.has(chain[0]) && !NAMESPACES.has(chain[0])) reads.push(chain);
    return { depth: 0, size: chain.length, splits: false };
  }
  if (part.kind === 'call') {
    const refused = Object.hasOwn(REFUSED, part.name) ? REFUSED[part.name] : undefined;
    if (refused !== undefined) throw new ExpressionError('expression', refused, part);
  }
  const inner = part.kind === 'each' ? new Set([...bound, part.variable]) : bound;
  const bodies = part.kind === 'each' ? part.bodies : [];
  let depth = 0;
  let size = 1;
  let splits = part.kind === 'call' && part.name === 'split';
  const isLong = part.kind === 'call' && LONG.has(part.name);
  for (const each of innerParts(part)) {
    const isBody = bodies.includes(each);
    const found = walk(each, isBody ? inner : bound, reads);
    depth = Math.max(depth, found.depth + (isBody ? 1 : 0));
    size += found.size;
    splits ||= found.splits;
  }
  return { depth: isLong ? Math.max(depth, 1) : depth, size, splits };
}
