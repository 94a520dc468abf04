/** Files and directories that only their owner may read. */
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreError } from './errors.js';
import { explained } from './faults.js';

/**
 * Makes a directory, and those above it, unless it is there. One by one: the recursive `mkdir` of Node.js never ends where the
 * file system says that there is no such place, and says the same of one that is read-only.
 *
 * @throws StoreError where no directory can be
 */
export function makeDirectory(path: string): void {
  try {
    if (!existsSync(path)) {
      if (dirname(path) !== path) makeDirectory(dirname(path));
      mkdirSync(path, { mode: 0o700 });
    }
  } catch (error) {
    // Another process may have made it meanwhile.
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
 * Makes an empty file with mode 0600, or gives an existing one that mode. An existing file is not opened: closing it again
 * would drop every lock that SQLite holds on it in this process (that is how POSIX locks work).
 */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    chmodSync(path, 0o600);
  }
}

/** Writes the whole file, with mode 0600, or leaves what was there; durable when it resolves. @throws StoreError, or the operating system's error */
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

/** A name made or removed is durable only when its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
