/**
 * Labels for positions in user-ordered lists: strings in UTF-16 order, with room for another between any two. A label
 * consists of digits of base 65,536; the last digit is never 0 (else no label would fit before it).
 */

const BASE = 0x10000;
const PREFIX = 3;

/** A label grows by a digit after sixteen insertions at the same position; above this length the list gets new labels. */
export const LONGEST_LABEL = 64;

/** Returns the label of the entry at `index` of a newly labelled list, far from both ends of the label space. */
export function initialLabel(index: number): string {
  const number = 0x4000_0000 + index;
  return String.fromCharCode(0x4000, Math.floor(number / BASE) % BASE, number % BASE) + MIDDLE;
}
const MIDDLE = String.fromCharCode(BASE / 2);

/** Returns a label after `label`. */
export function labelAfter(label: string): string {
  return step(label, 1);
}

/** Returns a label before `label`. */
export function labelBefore(label: string): string {
  return step(label, -1);
}

/** Counts the prefix up or down: repeated appending or prepending never makes labels longer. */
function step(label: string, by: 1 | -1): string {
  const digits = Array.from({ length: PREFIX }, (_, i) => label.charCodeAt(i));
  for (let i = PREFIX - 1; i >= 0; i -= 1) {
    const digit = (digits[i] ?? 0) + by;
    digits[i] = (digit + BASE) % BASE;
    if (digit >= 0 && digit < BASE) break;
  }
  return String.fromCharCode(...digits) + MIDDLE;
}

/** Returns a label strictly between two others. */
export function labelBetween(low: string, high: string): string {
  let prefix = '';
  for (let i = 0; ; i += 1) {
    const a = i < low.length ? low.charCodeAt(i) : 0;
    // Once the prefix is less than that of `high`, any digit may follow.
    const b = prefix === high.slice(0, i) && i < high.length ? high.charCodeAt(i) : BASE;
    if (b - a > 1) return prefix + String.fromCharCode((a + b) >>> 1);
    prefix += String.fromCharCode(a);
  }
}
