/** Number of characters quoted on each side of the fault. */
const AROUND = 30;

/** Returns the part of an expression around a position, on one line: messages do not repeat long expressions. */
export function excerpt(text: string, position: number): string {
  const from = text.length <= 2 * AROUND ? 0 : Math.max(0, position - AROUND);
  const to = text.length <= 2 * AROUND ? text.length : position + AROUND;
  const line = text.slice(from, to).replace(/\s+/g, ' ');
  return `${from > 0 ? '...' : ''}${line}${to < text.length ? '...' : ''}`;
}
