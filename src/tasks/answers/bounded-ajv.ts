/** ajv for schemas and values of foreign origin: patterns run in the linear engine, `uniqueItems` takes linear time. */
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { canonicalJson } from '../../data/canonical-json.js';
import { FORMATS } from './formats.js';
import type { AnswerPattern } from './pattern.js';
import { patternOf } from './work.js';

/** Maximum number of pattern steps for one value: they take less than a second. */
const MOST_STEPS = 20_000_000;

/** Thrown when the texts of a value are too long for the patterns of its schema. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** The number of steps that patterns may still take for the current value. */
export class PatternBudget {
  #left = MOST_STEPS;

  /** Starts the count for another value. */
  renew(): void {
    this.#left = MOST_STEPS;
  }

  /** Returns the pattern with its tests counted. They throw TooMuchWork when the budget is used up. */
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
 * Creates an ajv whose compiled checks take linear time in the size of the value. `compile` throws a TypeError for a pattern
 * that the linear engine cannot match. Without a budget, the caller must limit the length of values.
 */
export function boundedAjv(options: Options, budget?: PatternBudget): Ajv2020 {
  const regExp = (text: string) => {
    const pattern = patternOf(text);
    // ajv identifies patterns by their text.
    return { ...(budget ? budget.bound(pattern) : pattern), toString: () => text };
  };
  const ajv = new Ajv2020({
    ...options,
    formats: FORMATS,
    // An object has its own members only: "constructor" is none that every object has.
    ownProperties: true,
    // The optimizer of ajv takes quadratic time in the size of the schema.
    code: { optimize: false, regExp: Object.assign(regExp, { code: 'patternOf' }) },
  });
  // The `uniqueItems` of ajv compares each entry with every other.
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
