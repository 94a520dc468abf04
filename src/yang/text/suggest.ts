/** "Did you mean": suggests the most similar known word, when it is similar enough. */

/** Returns ` (did you mean 'x'?)`, or an empty string. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '' : ` (did you mean '${nearest}'?)`;
}

/** Maximum number of words compared: a message is not worth more time. */
const MAX_CANDIDATES = 2000;

function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const limit = Math.floor((word.length + 1) / 3);
  if (word.length > 64) return undefined;
  let best: string | undefined;
  let bestDistance = limit + 1;
  let left = MAX_CANDIDATES;
  for (const candidate of known) {
    if (--left < 0) break;
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const d = distance(word, candidate);
    if (d < bestDistance) [best, bestDistance] = [candidate, d];
  }
  return best;
}

/** Returns the Levenshtein distance; two swapped letters count as one mistake. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : substitute;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitute, swap));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
