/** ajv as it checks what strangers send: patterns in the linear engine, unique entries by one look at each. */
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { canonicalJson } from '../record/canonical-json.js';
import { FORMATS } from './formats.js';
import type { AnswerPattern } from './pattern.js';
import { patternOf } from './work.js';

/** Steps of the patterns of a schema with one value: within a second. */
const MOST_STEPS = 20_000_000;

/** Raised while a value is checked whose texts are too long for the patterns of its schema. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** How many steps the patterns may still take for the value that is checked. */
export class PatternBudget {
  #left = MOST_STEPS;

  /** Begins with another value. */
  renew(): void {
    this.#left = MOST_STEPS;
  }

  /** The pattern, whose tests are paid for. @throws TooMuchWork when nothing is left */
  bound({ size, test }: AnswerPattern): AnswerPattern {
    return {
      size,
      test: (value) => {
        this.#left -= size * value.length;
        if (this.#left < 0) throw new TooMuchWork('its texts are too long for the patterns of its schema');
        return test(value);
      },
    };
  }
}

/**
 * Makes an ajv whose compiled checks take time in proportion to the value. `compile` throws a TypeError for a pattern that
 * the linear engine does not match. Without a budget, the caller bounds the length of what is checked.
 */
export function boundedAjv(options: Options, budget?: PatternBudget): Ajv2020 {
  const regExp = (text: string) => {
    const pattern = patternOf(text);
    // ajv tells patterns apart by their text.
    return { ...(budget ? budget.bound(pattern) : pattern), toString: () => text };
  };
  const ajv = new Ajv2020({
    ...options,
    formats: FORMATS,
    // Which makes the code shorter takes longer with the square of the schema.
    code: { optimize: false, regExp: Object.assign(regExp, { code: 'patternOf' }) },
  });
  // The one of ajv compares each entry with each other.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (wanted: boolean, entries: readonly unknown[]) =>
      !wanted || new Set(entries.map(canonicalJson)).size === entries.length,
    error: { message: 'must NOT have duplicate items' },
  });
  return ajv;
}
