/** Tells whether the last process closed the file of a store properly; a file beside it marks that. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { StoreError } from './errors.js';
import { damageText } from './faults.js';
import { faultsOfFile } from './integrity.js';

/**
 * Checks the whole file unless it is unchanged since a proper close. A process that was killed, or another program that
 * wrote to the file, may have left a row that would crash this process without a message.
 *
 * @throws StoreError damaged, with the first fault
 */
export function requireSound(file: string): void {
  if (isAsLeft(file)) return;
  const fault = damageOf(file);
  if (fault) throw fault;
}

/** Returns the damage of a file that no process has open; undefined for none. */
export function damageOf(file: string): StoreError | undefined {
  const [fault, ...more] = faultsOfFile(file);
  if (fault === undefined) return undefined;
  const others = more.length === 0 ? '' : ` (and ${more.length} more; "yangent data check" lists them)`;
  return new StoreError('damaged', damageText(file, `${fault}${others}`));
}

/** Marks the file as open in this process. */
export function markOpen(file: string): void {
  rmSync(markOf(file), { force: true });
}

/** Records the size and time of the file when no process has it open any more. */
export function markClosed(file: string): void {
  try {
    writeFileSync(markOf(file), looksOf(file), { mode: 0o600 });
  } catch {
    // A full disk: without the mark, the next start checks the file.
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
