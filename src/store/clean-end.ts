/** Whether the last process that had a store's file came to its own end with it; told by a file beside it that is there while it runs. */
import { existsSync, rmSync } from 'node:fs';
import { StoreError } from './errors.js';
import { faultsOfFile } from './integrity.js';
import { makeFile } from './private-file.js';

/**
 * Checks the whole file where the last process was ended from outside, or ended over what it read: a damaged row would end this
 * one as well, without words.
 *
 * @throws StoreError damaged, with the first fault
 */
export function requireSound(file: string): void {
  if (!existsSync(markOf(file))) return;
  const [fault, ...more] = faultsOfFile(file);
  if (fault === undefined) return;
  const others = more.length === 0 ? '' : ` (and ${more.length} more; "yangent data check" lists them)`;
  throw new StoreError(
    'damaged',
    `${file} is damaged: ${fault}${others}. Put a backup in its place, or keep it aside and save what can be read with: sqlite3 ${file} .recover`,
  );
}

/** This process has the file from now on. */
export function markOpen(file: string): void {
  try {
    makeFile(markOf(file));
  } catch {
    // A full disk: the next start does not check the file.
  }
}

export function markClosed(file: string): void {
  rmSync(markOf(file), { force: true });
}

function markOf(file: string): string {
  return `${file}.open`;
}
