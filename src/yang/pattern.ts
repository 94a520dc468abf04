/** The `pattern` statement (RFC 7950 §9.4.5): XSD regular expressions that never take more than linear time. */
import type { Regex } from './pattern/ast.js';
import { toRegExp } from './pattern/backtracking.js';
import { isSafeToBacktrack } from './pattern/determinism.js';
import { LinearMatcher } from './pattern/linear.js';
import { PatternError, parseRegex } from './pattern/parser.js';
import { programSize } from './pattern/program.js';
import { resolve } from './pattern/resolved.js';
import type { Pattern } from './types.js';

export { PatternError } from './pattern/parser.js';

export interface PatternOptions {
  /** True for `modifier invert-match`. */
  readonly invert?: boolean;
  readonly errorMessage?: string;
  readonly errorAppTag?: string;
}

/** Maximum program size: above it the linear matcher needs too much memory, so only patterns that may backtrack are accepted. */
const MAX_PROGRAM_SIZE = 10_000;

/**
 * Compiles an XSD regular expression. Matching is anchored at both ends and counts a surrogate pair as one character; `test`
 * ignores `invert`. Raises PatternError (message, position) when `text` is not an XSD regular expression, or is too large for
 * safe matching.
 */
export function compilePattern(text: string, options: PatternOptions = {}): Pattern {
  const regex = parseRegex(text);
  if (programSize(regex) > MAX_PROGRAM_SIZE && !isSafeToBacktrack(resolve(regex))) {
    throw new PatternError(
      `the pattern's repetition counts multiply to more than ${MAX_PROGRAM_SIZE} steps; use smaller counts or a length statement`,
      0,
    );
  }
  let matcher: Matcher | undefined;
  return {
    text,
    invert: options.invert ?? false,
    errorMessage: options.errorMessage,
    errorAppTag: options.errorAppTag,
    test(value) {
      matcher ??= createMatcher(regex);
      return matcher(value);
    },
  };
}

/** Returns the maximum number of matching steps per character. Raises PatternError as `compilePattern`. */
export function patternSize(text: string): number {
  return programSize(parseRegex(text));
}

/**
 * Returns the source of an equivalent JavaScript regular expression (flag `u`), anchored, with explicit code points. It may
 * take more than linear time.
 */
export function regExpSource(text: string): string {
  return toRegExp(resolve(parseRegex(text))).source;
}

type Matcher = (value: string) => boolean;

/** Makes the matcher; called at the first use, because most patterns of a large schema never meet a value. */
function createMatcher(regex: Regex): Matcher {
  const resolved = resolve(regex);
  if (!isSafeToBacktrack(resolved)) {
    const linear = new LinearMatcher(resolved);
    return (value) => linear.test(value);
  }
  const expression = toRegExp(resolved);
  return (value) => expression.test(value);
}
