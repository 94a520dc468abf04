/** Files and directories that are readable by their owner only. */
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreError } from './errors.js';
import { explained } from './faults.js';

/**
 * Makes a directory and its parents, unless they exist. One by one: the recursive `mkdir` of Node.js never ends when the file
 * system reports that the place does not exist, and reports the same for a read-only one.
 *
 * @throws StoreError when the directory cannot be made
 */
export function makeDirectory(path: string): void {
  try {
    if (!existsSync(path)) {
      if (dirname(path) !== path) makeDirectory(dirname(path));
      mkdirSync(path, { mode: 0o700 });
    }
  } catch (error) {
    // Another process may have made it.
    if (!existsSync(path)) throw notMade(error, path);
  }
  if (!statSync(path).isDirectory()) throw notMade(new Error(`${path} is a file`), path);
}

function notMade(error: unknown, path: string): unknown {
  const fault = explained(error, path);
  if (fault instanceof StoreError) return fault;
  const why = 'a file, or a link that leads nowhere, is in its place, or the file system takes none there';
  return new StoreError('read-only', `the directory ${path} cannot be made: ${why}. Give another data directory`, {
    cause: error,
  });
}

/**
 * Makes an empty file with mode 0600, or sets that mode on an existing one. An existing file is not opened: closing it would
 * drop all locks that SQLite has on it in this process (POSIX locks work so).
 */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    chmodSync(path, 0o600);
  }
}

/**
 * Writes the whole file with mode 0600, or leaves the old one unchanged; durable when it resolves. @throws StoreError, or the
 * operating system's error
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.part`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw explained(error, path);
  }
  await syncDirectory(dirname(path));
}

/** Makes created and removed names durable: that needs a sync of the directory. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
