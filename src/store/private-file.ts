/** Files that only their owner may read. */
import { chmodSync, closeSync, openSync } from 'node:fs';

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
