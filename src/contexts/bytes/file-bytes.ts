import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explained } from '../../store/index.js';
import type { ByteStore } from './byte-store.js';

/** Number of bytes after which the written bytes are made durable, so that an interrupted upload need not begin again. */
const CHECKPOINT = 4 << 20;
/** Milliseconds after which written bytes are made durable, so that readers can follow a slow sender. */
const PAUSE = 200;
const NAME = /^[0-9a-f-]{36}$/;

/**
 * Stores bytes in files of one directory, readable by their owner only.
 *
 * @param directory created at the first write
 */
export function fileBytes(directory: string): ByteStore {
  const pathOf = (name: string) => join(directory, name);
  /** @throws StoreError when the disk is full, or cannot be written */
  const inWords = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw explained(error, directory);
    });
  return {
    create: () =>
      inWords(async () => {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        const name = randomUUID();
        await (await open(pathOf(name), 'wx', 0o600)).close();
        // A new file name is durable only after its directory was synced.
        const listed = await open(directory, constants.O_RDONLY);
        await listed.sync().finally(() => listed.close());
        return name;
      }),
    append: (name, offset, bytes, durable) =>
      inWords(async () => {
        const file = await open(pathOf(name), 'r+');
        try {
          await file.truncate(offset);
          return await write(file, offset, bytes, durable);
        } finally {
          await file.close();
        }
      }),
    read: async function* (name, start, end) {
      if (end <= start) return;
      yield* createReadStream(pathOf(name), { start, end: end - 1 });
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    names: async () => {
      const names = await readdir(directory).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
        throw error;
      });
      return names.filter((name) => NAME.test(name));
    },
  };
}

async function write(
  file: FileHandle,
  offset: number,
  bytes: AsyncIterable<Uint8Array>,
  durable: (length: number) => Promise<void>,
): Promise<number> {
  let length = offset;
  let told = offset;
  let waiting: NodeJS.Timeout | undefined;
  let checking: Promise<void> = Promise.resolve();
  const checkpoint = async () => {
    clearTimeout(waiting);
    waiting = undefined;
    const reached = length;
    if (reached === told) return;
    await file.datasync();
    await durable(reached);
    told = reached;
  };
  const check = () => {
    checking = checking.then(checkpoint);
    // Its error comes with the next bytes, or at the end.
    checking.catch(() => undefined);
  };
  try {
    for await (const chunk of bytes) {
      for (let written = 0; written < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, written, chunk.length - written, length + written);
        written += bytesWritten;
      }
      length += chunk.length;
      if (length - told >= CHECKPOINT) {
        check();
        await checking;
      } else waiting ??= setTimeout(check, PAUSE).unref();
    }
  } finally {
    clearTimeout(waiting);
    // Bytes that arrived before the source failed are kept.
    await checking.then(checkpoint);
  }
  return length;
}
