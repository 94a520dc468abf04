/** Errors of SQLite and the operating system for an unusable file, as messages that name the file and the remedy. */
import { StoreError, type StoreErrorCode } from './errors.js';

interface Fault {
  /** Prefix of the error code. */
  readonly code: string;
  readonly is: StoreErrorCode;
  readonly text: (file: string) => string;
}

/** Damage text of a file that SQLite cannot read at all. */
export const UNREADABLE = 'it is not what a node has written';

/** Returns the message for a damaged file: the fault and the remedy. */
export function damageText(file: string, fault: string): string {
  return `${file} is damaged: ${fault}. ${recoveryText(file)}`;
}

/** Returns the remedy for a damaged file. */
export function recoveryText(file: string): string {
  return `Put a backup in its place, or keep it aside and save what can be read with: sqlite3 ${file} .recover | sqlite3 saved.db`;
}

const DAMAGED = (file: string) => damageText(file, UNREADABLE);
const READ_ONLY = (file: string) =>
  `${file} cannot be written: the file system or the directory is read-only. Make it writable for this user, or give another data directory`;
const FULL = (file: string) =>
  `the disk of ${file} is full: nothing was stored, and all that was acknowledged before is kept. Free space, or remove old data`;

const FAULTS: readonly Fault[] = [
  { code: 'SQLITE_FULL', is: 'full', text: FULL },
  { code: 'ENOSPC', is: 'full', text: FULL },
  { code: 'EDQUOT', is: 'full', text: FULL },
  { code: 'SQLITE_CORRUPT', is: 'damaged', text: DAMAGED },
  { code: 'SQLITE_NOTADB', is: 'damaged', text: DAMAGED },
  { code: 'SQLITE_READONLY', is: 'read-only', text: READ_ONLY },
  { code: 'EROFS', is: 'read-only', text: READ_ONLY },
  { code: 'EACCES', is: 'read-only', text: READ_ONLY },
  { code: 'EPERM', is: 'read-only', text: READ_ONLY },
];

/** Returns a StoreError when the cause is the file or its disk; any other error unchanged. */
export function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const code = codeOf(error);
  const fault = FAULTS.find((each) => code.startsWith(each.code));
  return fault ? new StoreError(fault.is, fault.text(file), { cause: error }) : error;
}

/** Works as `explained`, but only for damage: other errors go unchanged to the caller of the statement. */
export function damageExplained(error: unknown, file: string): unknown {
  const fault = explained(error, file);
  return fault instanceof StoreError && fault.code === 'damaged' ? fault : error;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
