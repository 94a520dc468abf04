/** The Common Expression Language as yangent takes it. */
import { Environment } from '@marcbachmann/cel-js';
import { compilePattern, type Pattern, PatternError } from '../../yang/index.js';
import { registerGuarded } from './guarded.js';

/** Bounds of one expression. */
export const LIMITS = {
  maxAstNodes: 500,
  maxDepth: 100,
  maxListElements: 500,
  maxMapEntries: 250,
  maxCallArguments: 16,
};
/** Lists of lists: how deep macros may stand in one another. */
export const DEEPEST = 2;
/** Longest pattern of `re.fits`. */
const LONGEST_PATTERN = 1024;
/** Characters of a text times steps of the pattern. */
const MOST_PATTERN_WORK = 20_000_000;

class Re {}

/** Names that are in every expression and no variables. */
export const NAMESPACES: ReadonlySet<string> = new Set(['re', 'optional']);

const language = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
  limits: LIMITS,
})
  .registerType('Re', Re)
  .registerConstant('re', 'Re', new Re())
  .registerFunction('Re.fits(string, string): bool', (_re: Re, text: string, pattern: string) => fits(text, pattern));

/** The language with guards before functions that could take seconds. */
export const environment = registerGuarded(language);

const patterns = new Map<string, Pattern>();
const MOST_PATTERNS = 500;

/** True when the text as a whole fits the pattern, an XML Schema regular expression, which takes linear time. */
function fits(text: string, pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN) throw new Error(`the pattern is longer than ${LONGEST_PATTERN} characters`);
  if (text.length * pattern.length > MOST_PATTERN_WORK) throw new Error('the text is too long for the pattern');
  let known = patterns.get(pattern);
  if (!known) {
    known = compiled(pattern);
    if (patterns.size >= MOST_PATTERNS) patterns.clear();
    patterns.set(pattern, known);
  }
  return known.test(text);
}

function compiled(pattern: string): Pattern {
  try {
    return compilePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) throw new Error(`"${pattern}" is no pattern: ${error.message}`);
    throw error;
  }
}
