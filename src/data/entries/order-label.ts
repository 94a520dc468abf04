/**
 * Labels that say where an entry of a user-ordered list stands: strings in UTF-16 order, with room for another between
 * any two. A label is digits of base 65,536, the last of them never 0 (else nothing would fit before it).
 */

const BASE = 0x10000;
const PREFIX = 3;

/** Labels grow by a digit every sixteen insertions at one and the same spot; above this length a list is labelled anew. */
export const LONGEST_LABEL = 64;

/** The label of the entry at `index` of a list labelled afresh; far from both ends of the label space. */
export function initialLabel(index: number): string {
  const number = 0x4000_0000 + index;
  return String.fromCharCode(0x4000, Math.floor(number / BASE) % BASE, number % BASE) + MIDDLE;
}
const MIDDLE = String.fromCharCode(BASE / 2);

/** A label behind `label`, before every label that could be asked for after it. */
export function labelAfter(label: string): string {
  return step(label, 1);
}

/** A label before `label`. */
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

/** A label strictly between two others. */
export function labelBetween(low: string, high: string): string {
  let prefix = '';
  for (let i = 0; ; i += 1) {
    const a = i < low.length ? low.charCodeAt(i) : 0;
    // Once the prefix is below that of `high`, anything may follow.
    const b = prefix === high.slice(0, i) && i < high.length ? high.charCodeAt(i) : BASE;
    if (b - a > 1) return prefix + String.fromCharCode((a + b) >>> 1);
    prefix += String.fromCharCode(a);
  }
}
