/** Files that options name, such as keys, tokens and passwords: each is small. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { UsageError } from '../node/index.js';
import { reasonOf } from './models.js';

/** Maximum number of octets. */
const MOST = 1 << 20;
const STDIN = 0;

/**
 * Reads a file or pipe of at most 1 MiB. @param file `-` for standard input
 * @throws UsageError when it cannot be read, is a device or a directory, or is larger
 */
export function smallText(file: string): string {
  try {
    if (file === '-') return textOf(STDIN);
    const stats = statSync(file);
    if (!stats.isFile() && !stats.isFIFO() && !stats.isDirectory()) throw new Error('it is a device, and no file');
    const opened = openSync(file, 'r');
    try {
      return textOf(opened);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  }
}

function textOf(opened: number): string {
  const octets = Buffer.alloc(MOST + 1);
  let size = 0;
  for (let more = 1; more > 0 && size < octets.length; size += more)
    more = readSync(opened, octets, size, octets.length - size, null);
  if (size > MOST) throw new Error('it is larger than 1 MiB');
  return octets.toString('utf8', 0, size);
}
