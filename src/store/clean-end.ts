/** Whether a store's file is as the last process that had it left it at its own end; told by a file beside it. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { StoreError } from './errors.js';
import { damageText } from './faults.js';
import { faultsOfFile } from './integrity.js';

/**
 * Checks the whole file unless it is as a store left it: a process that was ended from outside, or something else that wrote to the
 * file, may have left a row that would end this process as well, without words.
 *
 * @throws StoreError damaged, with the first fault
 */
export function requireSound(file: string): void {
  if (isAsLeft(file)) return;
  const fault = damageOf(file);
  if (fault) throw fault;
}

/** Returns the damage of a file that no process has open, in words; undefined for none. */
export function damageOf(file: string): StoreError | undefined {
  const [fault, ...more] = faultsOfFile(file);
  if (fault === undefined) return undefined;
  const others = more.length === 0 ? '' : ` (and ${more.length} more; "yangent data check" lists them)`;
  return new StoreError('damaged', damageText(file, `${fault}${others}`));
}

/** This process has the file from now on. */
export function markOpen(file: string): void {
  rmSync(markOf(file), { force: true });
}

/** Notes how the file is now that nothing has it open any more. */
export function markClosed(file: string): void {
  try {
    writeFileSync(markOf(file), looksOf(file), { mode: 0o600 });
  } catch {
    // A full disk: the next start checks the file.
  }
}

function isAsLeft(file: string): boolean {
  return existsSync(markOf(file)) && readFileSync(markOf(file), 'utf8') === looksOf(file);
}

function looksOf(file: string): string {
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}

function markOf(file: string): string {
  return `${file}.closed`;
}
