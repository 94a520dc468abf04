/** Files that a command writes. One that exists already may be the only copy of something, so it is replaced only with --force. */
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { messageOf } from '../data/index.js';
import { UsageError } from '../node/index.js';

export interface OutFileFlags {
  readonly force?: boolean;
}

/** Adds the option of `OutFileFlags`. */
export function addForceOption(command: Command): Command {
  return command.option('--force', 'replace the file when it exists already');
}

/** Writes a text to a new file. @param mode Default: 0o666, less the umask @throws UsageError when the file exists already, or cannot be written */
export function writeOutFile(file: string, text: string, { force }: OutFileFlags, mode?: number): void {
  asked(file, () => writeFileSync(file, text, { mode, flag: force || isDevice(file) ? 'w' : 'wx' }));
}

/**
 * Writes a long file, of mode 0600, under a temporary name, which becomes `file` when it is whole and on the disk.
 * @throws UsageError as `writeOutFile`, and errors of `write`
 */
export async function writeWholeFile<T>(
  file: string,
  { force }: OutFileFlags,
  write: (part: FileHandle) => Promise<T>,
): Promise<T> {
  // The empty file keeps the name from other commands meanwhile.
  if (!force) asked(file, () => closeSync(openSync(file, 'wx', PRIVATE)));
  const name = `${file}.part`;
  let isWhole = false;
  try {
    const part = await open(name, 'w', PRIVATE).catch((error: unknown) => refuse(name, error));
    try {
      const result = await write(part);
      await part.sync();
      await rename(name, file);
      isWhole = true;
      return result;
    } finally {
      await part.close();
      await rm(name, { force: true });
    }
  } finally {
    if (!isWhole && !force) await rm(file, { force: true });
  }
}

const PRIVATE = 0o600;

function asked(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    refuse(file, error);
  }
}

/** @throws UsageError */
function refuse(file: string, error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
    throw new UsageError(`${file} exists already; name another file, or replace it with --force`);
  throw new UsageError(`cannot write ${file}: ${messageOf(error)}`);
}

/** True for what holds nothing that could be lost, such as /dev/stdout. */
function isDevice(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === false;
}
