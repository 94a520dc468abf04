import { type Colour, paint } from './colour.js';

/** A cell of a table: its text, and its colour on a terminal. */
export interface Cell {
  readonly text: string;
  readonly colour?: Colour;
  /** Number of characters to which the text is cut. Default: 60. */
  readonly most?: number;
}

const GAP = '  ';

/** Columns that the last column of a table keeps on a narrow terminal. */
const LEAST_LAST = 12;
const COLUMNS = 80;

/**
 * Returns rows under their headings, each column as wide as its widest cell; the last column has no padding. On a terminal its cells
 * are cut to the width that is left.
 */
export function table(headings: readonly string[], rows: readonly (readonly (string | Cell)[])[]): string {
  const cells = rows.map((row) => row.map(cellOf));
  const all: readonly (readonly Cell[])[] = [headings.map((text): Cell => ({ text, colour: 'grey' })), ...cells];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.text.length ?? 0)));
  const last = lastWidth(widths.slice(0, -1));
  const fits = (row: readonly Cell[]) =>
    row.map((cell, column) => (column < widths.length - 1 ? cell : { ...cell, text: oneLine(cell.text, last) }));
  return all.map((row) => line(fits(row), widths)).join('\n');
}

/** Returns the width that is left for the last column beside the others. */
function lastWidth(others: readonly number[]): number {
  if (!process.stdout.isTTY) return Number.POSITIVE_INFINITY;
  const taken = others.reduce((sum, width) => sum + width + GAP.length, 0);
  return Math.max(LEAST_LAST, (process.stdout.columns || COLUMNS) - taken);
}

function cellOf(cell: string | Cell): Cell {
  return typeof cell === 'string' ? { text: oneLine(cell) } : { ...cell, text: oneLine(cell.text, cell.most) };
}

function line(row: readonly Cell[], widths: readonly number[]): string {
  return row
    .map(
      ({ text, colour }, column) =>
        (text === '' ? text : paint(text, colour)) + ' '.repeat((widths[column] ?? 0) - text.length),
    )
    .join(GAP)
    .trimEnd();
}

/** Returns a text on one line, cut to `most` characters, for names from other parties: they must not begin a line of their own. */
export function oneLine(text: string, most = 60): string {
  const flat = printable(text).replace(/\s+/g, ' ').trim();
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}

/**
 * Returns a text without control characters of the terminal and of the writing direction, with `
 * ` as the only line end: text from other parties must not control the terminal of the reader.
 */
export function printable(text: string): string {
  return text.replace(/\r\n|[\u0085\u2028\u2029]/g, '\n').replace(STEERING, '\ufffd');
}

const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a printable text whose further lines are indented by `by` spaces, so that none looks like a line of this program. */
export function indented(text: string, by = 2): string {
  return printable(text).replaceAll('\n', `\n${' '.repeat(by)}`);
}
