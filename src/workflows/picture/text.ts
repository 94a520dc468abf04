/** Texts of definitions and runs as they stand in pictures: one line without characters that no reader sees. */

/** Control characters, half surrogate pairs, non-characters, and marks that turn the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** So much of a text is looked at for each character that is shown: the rest is white space, or left out. */
const LOOKED_AT = 8;

/**
 * Returns a text as one line: white space as single spaces, unprintable characters as U+FFFD.
 *
 * @param length the number of characters at most; a longer text ends in an ellipsis
 */
export function shortened(text: string, length: number): string {
  const start = text.slice(0, length * LOOKED_AT);
  const line = start.replace(/\s+/g, ' ').trim().replace(UNPRINTABLE, '\ufffd');
  const characters = [...line];
  if (characters.length <= length && start.length === text.length) return line;
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Returns a time as a person writes it: `1 h 30 min` for 5400 seconds. */
export function duration(seconds: number): string {
  let rest = seconds;
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(' ') || '0 s';
}
