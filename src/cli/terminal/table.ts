import { type Colour, paint } from './colour.js';

/** A cell of a table: its text, and its colour on a terminal. */
export interface Cell {
  readonly text: string;
  readonly colour?: Colour;
}

const GAP = '  ';

/** Returns rows under their headings, each column as wide as its widest cell; the last column has no padding. */
export function table(headings: readonly string[], rows: readonly (readonly (string | Cell)[])[]): string {
  const cells = rows.map((row) => row.map(cellOf));
  const all: readonly (readonly Cell[])[] = [headings.map((text): Cell => ({ text, colour: 'grey' })), ...cells];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.text.length ?? 0)));
  return all.map((row) => line(row, widths)).join('\n');
}

function cellOf(cell: string | Cell): Cell {
  return typeof cell === 'string' ? { text: oneLine(cell) } : { ...cell, text: oneLine(cell.text) };
}

function line(row: readonly Cell[], widths: readonly number[]): string {
  return row
    .map(({ text, colour }, column) => paint(text, colour) + ' '.repeat((widths[column] ?? 0) - text.length))
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
