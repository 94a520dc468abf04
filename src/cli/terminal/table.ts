import { type Colour, paint } from './colour.js';

/** A cell of a table: its text, and the colour it has on a terminal. */
export interface Cell {
  readonly text: string;
  readonly colour?: Colour;
}

const GAP = '  ';

/** Rows under their headings, in columns as wide as their widest cell; nothing is padded behind the last column. */
export function table(headings: readonly string[], rows: readonly (readonly (string | Cell)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? { text: oneLine(cell) } : cell)));
  const all: readonly (readonly Cell[])[] = [headings.map((text): Cell => ({ text, colour: 'grey' })), ...cells];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.text.length ?? 0)));
  return all.map((row) => line(row, widths)).join('\n');
}

function line(row: readonly Cell[], widths: readonly number[]): string {
  return row
    .map(({ text, colour }, column) => paint(text, colour) + ' '.repeat((widths[column] ?? 0) - text.length))
    .join(GAP)
    .trimEnd();
}

/** A text on one line, cut to a readable length. */
export function oneLine(text: string, most = 60): string {
  const flat = printable(text).replace(/\s+/g, ' ').trim();
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}

/** Without control characters: what agents say must not steer the terminal of whoever reads it. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}
