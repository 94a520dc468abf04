/** Where our engine and yanglint differ and ours is right: each with what says so. */

import type { Judged } from './judged.js';

/** One thing that we find wrong in an input. */
export interface OurError {
  readonly message: string;
  /** Keywords of the statements around the place, outermost first, its own last; none for documents. */
  readonly within: readonly string[];
}

/** One input on which the engines differ. */
export interface Difference {
  readonly input: string;
  /** None: valid. */
  readonly ours: readonly OurError[];
  /** yanglint's messages; none: valid. */
  readonly theirs: readonly string[];
}

interface ExplanationBase {
  /** What decides. */
  readonly section: string;
  /** One sentence. */
  readonly reason: string;
}

/** Why we rightly refuse: all our errors are of this kind. */
interface OursRefuses extends ExplanationBase {
  readonly ours: RegExp;
  /** A statement that is around the place of each. */
  readonly within?: string;
}

/** Why we rightly accept: yanglint says this. */
interface TheirsRefuses extends ExplanationBase {
  readonly theirs: RegExp;
}

export type Explanation = OursRefuses | TheirsRefuses;

/** The explanation of a difference among those given, if one fits. */
export function explanationOf(difference: Difference, explanations: readonly Explanation[]): Explanation | undefined {
  return explanations.find((one) => ('ours' in one ? explainsOurs(one, difference) : explainsTheirs(one, difference)));
}

function explainsOurs({ ours, within }: OursRefuses, difference: Difference): boolean {
  return (
    difference.ours.length > 0 &&
    difference.ours.every(
      (error) => ours.test(error.message) && (within === undefined || error.within.includes(within)),
    )
  );
}

function explainsTheirs({ theirs }: TheirsRefuses, difference: Difference): boolean {
  return difference.ours.length === 0 && difference.theirs.some((message) => theirs.test(message));
}

/** What came of judging inputs. */
export class Comparison {
  /** Inputs that both engines judged. */
  inputs = 0;
  /** Inputs that both find valid. */
  valid = 0;
  /** Inputs on which yanglint ended, which decides nothing. */
  crashes = 0;
  /** How often each explanation was needed. */
  readonly explained = new Map<Explanation, number>();
  readonly unexplained: Difference[] = [];

  constructor(readonly explanations: readonly Explanation[]) {}

  add(input: string, ours: readonly OurError[], { verdict, said }: Judged): void {
    if (verdict === 'crash') {
      this.crashes += 1;
      return;
    }
    this.inputs += 1;
    const valid = ours.length === 0;
    if (valid && verdict === 'valid') this.valid += 1;
    if (valid === (verdict === 'valid')) return;
    const difference: Difference = { input, ours, theirs: verdict === 'valid' ? [] : said };
    const explanation = explanationOf(difference, this.explanations);
    if (explanation === undefined) this.unexplained.push(difference);
    else this.explained.set(explanation, (this.explained.get(explanation) ?? 0) + 1);
  }
}
