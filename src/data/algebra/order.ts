/** The elements that must move to bring a sequence into another order. */

/** Returns the keys of `after` outside a longest subsequence that has the same order in `before`; both hold the same keys. */
export function keysToMove(before: readonly string[], after: readonly string[]): Set<string> {
  const positions = new Map(before.map((key, i) => [key, i]));
  const sequence = after.map((key) => positions.get(key) ?? -1);
  const staying = longestIncreasing(sequence);
  return new Set(after.filter((_, i) => !staying.has(i)));
}

/** Returns the indices of a longest increasing subsequence (patience sorting). */
function longestIncreasing(sequence: readonly number[]): Set<number> {
  /** For each length, index of the smallest last element of a subsequence of that length. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [i, value] of sequence.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sequence[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[i] = low === 0 ? undefined : ends[low - 1];
    ends[low] = i;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) found.add(at);
  return found;
}
