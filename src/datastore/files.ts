/**
 * Files of operations with a URL (RFC 6241 §8.8, scheme `file`). `file:///NAME` is NAME in one directory of the node. Files
 * outside of it are not accessible, neither by path nor by symbolic links.
 */

import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type ErrorOrigin, type ErrorTag, messageOf, RpcError } from '../data/index.js';
import { type Store, StoreError, syncDirectory, writePrivateFile } from '../store/index.js';

/** Maximum length of a file, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

export class UrlFiles {
  /**
   * @param directory created at the first use
   * @param disk the disk of the store, which may be full
   */
  constructor(
    private readonly directory: string,
    private readonly disk?: Pick<Store, 'requireRoom'>,
  ) {}

  /** @throws RpcError invalid-value (unsupported URL), operation-failed (no such file), too-big */
  async read(url: string): Promise<string> {
    const path = await this.pathOf(url);
    const file = await attempt(url, 'read', () =>
      // Without O_NONBLOCK, opening a named pipe would wait.
      open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
    );
    try {
      const { size } = await requireFile(url, file);
      if (size > MAX_BYTES) throw fault('too-big', `${url} is longer than ${MAX_BYTES} bytes`);
      return await attempt(url, 'read', () => file.readFile('utf8'));
    } finally {
      await file.close();
    }
  }

  /** Writes the whole file or nothing; durable when it resolves. @throws RpcError as `read`, StoreError full */
  async write(url: string, text: string): Promise<void> {
    if (Buffer.byteLength(text) > MAX_BYTES) {
      throw fault('too-big', `what should be written to ${url} is longer than ${MAX_BYTES} bytes`);
    }
    this.disk?.requireRoom();
    const path = await this.pathOf(url);
    await attempt(url, 'written', () => writePrivateFile(path, text));
  }

  /** @throws RpcError as `read` */
  async remove(url: string): Promise<void> {
    const path = await this.pathOf(url);
    await attempt(url, 'deleted', async () => {
      if ((await lstat(path)).isDirectory()) throw new Error('it is a directory');
      await unlink(path);
      await syncDirectory(dirname(path));
    });
  }

  /** Returns the path of an existing or new file; its directory exists and is inside the root. */
  private async pathOf(url: string): Promise<string> {
    const segments = segmentsOf(url);
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const root = await realpath(this.directory);
    const path = join(root, ...segments);
    const directory = await attempt(url, 'found', () => realpath(dirname(path)));
    if (directory !== root && !directory.startsWith(root + sep)) {
      throw fault('invalid-value', `${url} leads out of the directory of files`);
    }
    return join(directory, segments.at(-1) ?? '');
  }
}

/** @throws RpcError invalid-value */
function segmentsOf(text: string): readonly string[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw fault('invalid-value', `"${text}" is no URL; files are named like file:///backup.xml`);
  if (url.protocol !== 'file:') {
    throw fault('invalid-value', `the scheme "${url.protocol.slice(0, -1)}" is not served; only file is`);
  }
  if (url.hostname !== '' || url.search !== '' || url.hash !== '') {
    throw fault('invalid-value', `${text} has a host, query or fragment; files are named like file:///backup.xml`);
  }
  const segments = url.pathname.slice(1).split('/').map(decoded);
  if (segments.some((each) => each === undefined || each === '' || /^\.|[/\\\0]/.test(each))) {
    throw fault('invalid-value', `${text} names no file that can be served`);
  }
  return segments.filter((each) => each !== undefined);
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

async function requireFile(url: string, file: FileHandle) {
  const stats = await file.stat();
  if (!stats.isFile()) throw failed('caller', `${url} is no file`);
  return stats;
}

/** Reasons that another URL would avoid. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or directory'],
  ['ENOTDIR', 'there is no such file or directory'],
  ['ELOOP', 'it is a symbolic link'],
  ['EISDIR', 'it is a directory'],
  ['ENAMETOOLONG', 'its name is too long'],
]);

async function attempt<T>(url: string, done: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcError || (error instanceof StoreError && error.code === 'full')) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // The path of the directory is not revealed.
    const known = REASONS.get(code);
    const reason = known ?? (code || messageOf(error));
    throw failed(known === undefined ? 'node' : 'caller', `${url} cannot be ${done}: ${reason}`);
  }
}

function failed(origin: ErrorOrigin, message: string): RpcError {
  return fault('operation-failed', message, origin);
}

function fault(tag: ErrorTag, message: string, origin: ErrorOrigin = 'caller'): RpcError {
  return new RpcError({ type: 'application', tag, origin, message, info: { 'bad-element': 'url' } });
}
