/**
 * The lock on the file of a store: one process at a time. It is an SQLite write lock on a small file beside the store.
 * The operating system releases it when the process ends, so there are no stale locks.
 */
import { isBusy } from './busy.js';
import { StoreError } from './errors.js';
import { explained } from './faults.js';
import { makeFile } from './private-file.js';
import { Connection } from './statements.js';

export interface FileLock {
  release(): void;
}

/** Takes the lock of `file`. @throws StoreError `in-use` that names the process that holds the lock */
export function lockFile(file: string): FileLock {
  const path = `${file}.lock`;
  try {
    makeFile(path);
  } catch (error) {
    throw explained(error, path);
  }
  const connection = new Connection(path);
  try {
    connection.exec('PRAGMA synchronous = OFF; BEGIN IMMEDIATE');
    // The process id is only for the message. Other processes see it after a commit; then the lock is taken again.
    connection.exec(`PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`);
  } catch (cause) {
    if (!isBusy(cause)) {
      connection.close();
      throw cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_NOTADB'
        ? new StoreError('damaged', `${path} is damaged, so that no node can hold it; remove it and start again`, {
            cause,
          })
        : explained(cause, path);
    }
    const holder = readHolder(connection);
    connection.close();
    throw new StoreError('in-use', `${file} is in use by ${holder}; stop it first, or give another data directory`, {
      cause,
    });
  }
  return {
    release() {
      connection.exec('ROLLBACK');
      connection.close();
    },
  };
}

function readHolder(connection: Connection): string {
  try {
    const pid = Number(connection.pragma('user_version'));
    if (pid > 0 && pid !== process.pid) return `process ${pid}`;
    return pid === process.pid ? 'this process itself, which has it open already' : 'another process';
  } catch {
    // The holder is writing its id at this moment.
    return 'another process';
  }
}
