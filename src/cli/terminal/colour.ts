/** Colours, only on terminals. */
import type { WriteStream } from 'node:tty';

export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'grey' | 'bold';

/** Select Graphic Rendition codes (ECMA-48 §8.3.117): on and off. */
const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  grey: [90, 39],
  bold: [1, 22],
};

/** True when output to `stream` may have colours: it is a terminal, and NO_COLOR (no-color.org) is not set. */
export function isColoured(stream: Pick<WriteStream, 'isTTY'> = process.stdout): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/** Returns the text in that colour if standard output may have colours, else the text unchanged. */
export function paint(text: string, colour: Colour | undefined): string {
  if (colour === undefined || !isColoured()) return text;
  const [on, off] = CODES[colour];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
