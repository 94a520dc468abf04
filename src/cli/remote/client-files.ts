/** The client files that running nodes of this user write (see `serve`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientFile, clientDirectory } from '../../node/index.js';

/** Returns the files of running nodes, the last started first. Ignores files that are unreadable or damaged. */
export function clientFiles(directory: string = clientDirectory()): ClientFile[] {
  return names(directory)
    .flatMap((name) => read(join(directory, name)) ?? [])
    .filter(({ pid }) => isRunning(pid))
    .sort((a, b) => Date.parse(b.started) - Date.parse(a.started));
}

function names(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

function read(file: string): ClientFile | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isClientFile(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const REQUIRED = { url: 'string', user: 'string', passwordFile: 'string', pid: 'number', started: 'string' } as const;

function isClientFile(value: unknown): value is ClientFile {
  if (typeof value !== 'object' || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return Object.entries(REQUIRED).every(([name, type]) => typeof members.get(name) === type);
}

/** True when the process exists. Signal 0 is not delivered; EPERM means that it belongs to another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
