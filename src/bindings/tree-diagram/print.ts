/** Prints lines as text. */
import type { Line } from './line.js';

/** Number of spaces between the longest name of a group and the types, including the place of the mark. */
const GAP = 4;

/** Returns the lines of sibling nodes and their descendants; the types of one parent's children are aligned. */
export function print(lines: readonly Line[], indent: string, width = widthOf(lines)): string[] {
  return lines.flatMap((line, index) => {
    const below = `${indent}${index === lines.length - 1 ? ' ' : '|'}  `;
    return [`${indent}${head(line)}${tail(line, width)}`, ...print(line.children, below, widthBelow(line, lines))];
  });
}

/** Returns the width for names; lists with keys may be longer, because no type follows. */
function widthOf(lines: readonly Line[]): number {
  return Math.max(0, ...lines.filter(({ keys }) => keys === undefined).map(({ name }) => name.length));
}

function widthBelow(line: Line, siblings: readonly Line[]): number {
  return widthOf(
    line.sharesColumn ? siblings.flatMap((each) => (each.sharesColumn ? each.children : [])) : line.children,
  );
}

function head({ status, flags, name, mark }: Line): string {
  const isCase = name.startsWith(':');
  return `${status}--${flags}${isCase ? '' : ' '}${name}${mark}`;
}

function tail({ name, mark, keys, type, features }: Line, width: number): string {
  const blanks = ' '.repeat(Math.max(1, width - name.length + GAP - mark.length));
  return `${keys ? ` ${keys}` : ''}${type === undefined ? '' : `${blanks}${type}`}${features ? ` ${features}` : ''}`;
}
