/** The arguments of `range` and `length` (RFC 7950 §9.2.4, §9.4.4) as intervals of whole units. */
import { Fault } from '../../errors.js';
import type { SourceLocation } from '../../location.js';
import { argumentOf, childArgument, type Statement } from '../../text/statement.js';
import type { Interval, IntervalRestriction } from '../../types.js';

/** Reads one bound; undefined when it is not a number of the type. */
export type BoundReader = (text: string) => bigint | undefined;

/**
 * Compiles a `range` or `length`. `outer`: the intervals allowed so far, at least the bounds of the base type. `min` and
 * `max` mean its ends, and the new intervals must lie within it. `format` formats bounds for messages.
 */
export function compileIntervals(
  statement: Statement,
  outer: readonly Interval[],
  read: BoundReader,
  format: (bound: bigint) => string = String,
): IntervalRestriction {
  const { location, keyword } = statement;
  const text = argumentOf(statement);
  const intervals: Interval[] = [];
  /** Index in `outer` of the last interval; the next one is behind it. */
  let reached = 0;
  const lowest = outer[0]?.min ?? 0n;
  const highest = outer.at(-1)?.max ?? 0n;
  for (const part of text.split('|')) {
    const bounds = part.split('..').map((b) => b.trim());
    const [first = '', last = first] = bounds;
    if (bounds.length > 2 || first === '' || last === '') throw malformed(statement, part);
    const bound = (written: string): bigint => {
      if (written === 'min') return lowest;
      if (written === 'max') return highest;
      return read(written) ?? fault(location, `'${written}' in ${keyword} '${text}' is not a value of the type`);
    };
    const interval = { min: bound(first), max: bound(last) };
    const previous = intervals.at(-1);
    if (interval.max < interval.min || (previous && interval.min <= previous.max)) {
      throw new Fault(
        location,
        `the values of ${keyword} '${text}' must ascend, which they do not at '${part.trim()}'`,
      );
    }
    while (reached + 1 < outer.length && (outer[reached]?.max ?? 0n) < interval.min) reached++;
    if (!within(interval, outer, reached)) {
      throw new Fault(
        location,
        `'${part.trim()}' in ${keyword} '${text}' is not within what the type allows already (${formatIntervals(outer, format)})`,
      );
    }
    intervals.push(interval);
  }
  return {
    intervals,
    errorMessage: childArgument(statement, 'error-message'),
    errorAppTag: childArgument(statement, 'error-app-tag'),
  };
}

function malformed(statement: Statement, part: string): Fault {
  return new Fault(
    statement.location,
    `${statement.keyword} '${statement.argument}' is malformed at '${part.trim()}': parts 'a' or 'a..b' joined by '|' are expected`,
  );
}

function fault(location: SourceLocation, message: string): never {
  throw new Fault(location, message);
}

/** True when `outer` covers the interval; adjacent intervals count as one. */
function within(interval: Interval, outer: readonly Interval[], first: number): boolean {
  let from = interval.min;
  for (let i = first; i < outer.length; i++) {
    const { min, max } = outer[i] ?? interval;
    if (from < min) return false;
    if (interval.max <= max) return true;
    from = max + 1n;
  }
  return false;
}

function formatIntervals(intervals: readonly Interval[], format: (bound: bigint) => string): string {
  return intervals.map(({ min, max }) => (min === max ? format(min) : `${format(min)}..${format(max)}`)).join(' | ');
}
