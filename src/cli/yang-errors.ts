/** Prints errors of YANG texts: the usual line of compilers, and below it the source with a caret. */
import { readFileSync } from 'node:fs';
import { formatLocation, type SourceLocation, type YangError } from '../yang/index.js';
import type { Paint } from './paint.js';

/** Source lines longer than this are cut around the position. */
const WIDTH = 100;

/** Returns the text from a position to the end of its line; undefined when the file cannot be read. */
export function sourceAt({ file, line, column }: SourceLocation): string | undefined {
  const text = linesOf(file)
    [line - 1]?.slice(column - 1)
    .trim();
  return text === undefined || text.length <= WIDTH ? text : `${text.slice(0, WIDTH - 3)}...`;
}

/** Returns `file:line:column: error: message`, the source line, and a caret under the column, for each error. */
export function describeYangErrors(errors: readonly YangError[], paint: Paint): string {
  const sources = new Map<string, readonly string[]>();
  return errors
    .map(({ location, message }) => {
      const head = `${paint(`${formatLocation(location)}:`, 'bold')} ${paint('error:', 'bold', 'red')} ${message}`;
      return [head, ...excerpt(location, sources, paint)].join('\n');
    })
    .join('\n');
}

function excerpt(location: SourceLocation, sources: Map<string, readonly string[]>, paint: Paint): string[] {
  const lines = sources.get(location.file) ?? linesOf(location.file);
  sources.set(location.file, lines);
  const line = lines[location.line - 1];
  if (line === undefined || line.trim() === '' || location.column > line.length + 1) return [];
  const start = line.length <= WIDTH ? 0 : Math.max(0, Math.min(location.column - WIDTH / 2, line.length - WIDTH));
  const shown = line.slice(start, start + WIDTH);
  // Tabs before the caret are kept, so that it is under its column whatever their width.
  const blanks = line.slice(start, location.column - 1).replace(/[^\t]/g, ' ');
  const number = String(location.line);
  const margin = ' '.repeat(number.length);
  return [
    `${paint(`  ${number} |`, 'dim')} ${shown}`,
    `${paint(`  ${margin} |`, 'dim')} ${blanks}${paint('^', 'bold', 'green')}`,
  ];
}

/** Returns the lines of a file; none for a module that was not found, which has no file. */
function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}
