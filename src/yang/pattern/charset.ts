/** Sets of code points as flat, sorted, non-touching inclusive intervals: `[from, to, from, to, ...]`. */

export type Charset = readonly number[];

const LAST_CODE_POINT = 0x10ffff;

/** Returns the set of all code points in the given intervals, which may overlap and be unsorted. */
export function charset(intervals: readonly (readonly [number, number])[]): Charset {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0]);
  const result: number[] = [];
  for (const [from, to] of sorted) {
    const end = result.at(-1);
    if (end !== undefined && from <= end + 1) result[result.length - 1] = Math.max(end, to);
    else result.push(from, to);
  }
  return result;
}

/** Returns the intervals of a set as pairs. */
export function intervals(set: Charset): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i + 1 < set.length; i += 2) pairs.push([set[i] ?? 0, set[i + 1] ?? 0]);
  return pairs;
}

export function union(sets: readonly Charset[]): Charset {
  const only = sets[0];
  return sets.length === 1 && only ? only : charset(sets.flatMap(intervals));
}

export function complement(set: Charset): Charset {
  const result: number[] = [];
  let next = 0;
  for (const [from, to] of intervals(set)) {
    if (from > next) result.push(next, from - 1);
    next = to + 1;
  }
  if (next <= LAST_CODE_POINT) result.push(next, LAST_CODE_POINT);
  return result;
}

export function intersection(a: Charset, b: Charset): Charset {
  const result: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const endA = a[i + 1] ?? 0;
    const endB = b[j + 1] ?? 0;
    const from = Math.max(a[i] ?? 0, b[j] ?? 0);
    const to = Math.min(endA, endB);
    if (from <= to) result.push(from, to);
    if (endA < endB) i += 2;
    else j += 2;
  }
  return result;
}

export function difference(a: Charset, b: Charset): Charset {
  return intersection(a, complement(b));
}

export function disjoint(a: Charset, b: Charset): boolean {
  return intersection(a, b).length === 0;
}
