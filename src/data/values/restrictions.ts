/** range, length and pattern (RFC 7950 §9.2.4, §9.4.4, §9.4.5), compiled to functions that return a fault or undefined. */
import type { Interval, IntervalRestriction, Pattern } from '../../yang/types.js';
import { quoted, ValueFault } from './fault.js';

/** Formats a bound as in the schema (`0..10`, `1.5`). */
type ShowBound = (bound: bigint) => string;

function describeIntervals(intervals: readonly Interval[], show: ShowBound = String): string {
  return intervals.map(({ min, max }) => (min === max ? show(min) : `${show(min)}..${show(max)}`)).join(' | ');
}

function violation(
  restriction: { readonly errorMessage?: string; readonly errorAppTag?: string },
  message: string,
): ValueFault {
  return new ValueFault(restriction.errorMessage ?? message, restriction.errorAppTag);
}

/** Compiles restrictions on numbers that a double holds exactly: 8 to 32 bits, lengths. */
export function checkNumber(
  restrictions: readonly IntervalRestriction[],
  what: string,
): (value: number) => ValueFault | undefined {
  const compiled = restrictions.map((restriction) => ({
    restriction,
    // Rounding a bound beyond 2^53 (an upper bound of a length) changes nothing: no string is that long.
    bounds: restriction.intervals.map(({ min, max }) => [Number(min), Number(max)] as const),
  }));
  return (value) => {
    for (const { restriction, bounds } of compiled) {
      let inside = false;
      for (const [min, max] of bounds) inside ||= value >= min && value <= max;
      if (!inside)
        return violation(restriction, `${what} ${value} is not in ${describeIntervals(restriction.intervals)}`);
    }
    return undefined;
  };
}

/** Compiles restrictions on 64-bit integers and decimal64 (in its smallest unit). */
export function checkBigint(
  restrictions: readonly IntervalRestriction[],
  show: ShowBound = String,
): (value: bigint) => ValueFault | undefined {
  return (value) => {
    for (const restriction of restrictions) {
      if (!restriction.intervals.some(({ min, max }) => value >= min && value <= max)) {
        return violation(restriction, `${show(value)} is not in ${describeIntervals(restriction.intervals, show)}`);
      }
    }
    return undefined;
  };
}

export function checkPatterns(patterns: readonly Pattern[]): (value: string) => ValueFault | undefined {
  return (value) => {
    for (const pattern of patterns) {
      if (pattern.test(value) === pattern.invert) {
        return violation(
          pattern,
          `${quoted(value)} ${pattern.invert ? 'matches the excluded' : 'does not match the'} pattern '${pattern.text}'`,
        );
      }
    }
    return undefined;
  };
}
