/** Text that is drawn again in its place, on a terminal. */
import type { WriteStream } from 'node:tty';

type Terminal = Pick<WriteStream, 'columns' | 'rows' | 'write'>;

const ROWS = 24;
const COLUMNS = 80;

export class LiveText {
  #lines = 0;

  constructor(private readonly terminal: Terminal = process.stdout) {}

  /** Number of lines that can be drawn: those above the top of the screen could not be drawn again. */
  get height(): number {
    return Math.max(1, (this.terminal.rows || ROWS) - 1);
  }

  /** Replaces the text that was drawn before. Lines are cut to the width of the terminal, so that none takes two rows. */
  draw(text: string): void {
    const width = this.terminal.columns || COLUMNS;
    const lines = text
      .split('\n')
      .slice(0, this.height)
      .map((line) => cutTo(line, width));
    const up = this.#lines === 0 ? '' : `\u001b[${this.#lines}F`;
    // Cursor up, then for each line: erase to its end (ECMA-48 §8.3.39 and §8.3.41).
    this.terminal.write(`${up}${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`);
    this.#lines = lines.length;
  }

  /** Removes what is drawn: what is printed next stays. */
  clear(): void {
    if (this.#lines > 0) this.terminal.write(`\u001b[${this.#lines}F\u001b[J`);
    this.#lines = 0;
  }
}

/** A colour code, or one character. */
const PART = /\u001b\[[\d;]*m|./gu;

/** Cuts a line to so many characters; colour codes do not count. */
export function cutTo(line: string, width: number): string {
  let left = width;
  let made = '';
  for (const [part] of line.matchAll(PART)) {
    if (part.length > 2 && part.startsWith('\u001b')) made += part;
    else if (left > 0) {
      made += part;
      left--;
    }
  }
  return made;
}
