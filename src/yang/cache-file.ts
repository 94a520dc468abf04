/** Files of the schema cache: readable by their owner only, written as a whole, believed only when they are what was written. */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const MAGIC = Buffer.from('yangent-schema\n');
const DIGEST_BYTES = 32;
const SUFFIX = '.schema';
/** Schemas kept in one directory; a node has two, and those of its last few versions may still be of use. */
const MAX_FILES = 8;

/** The content of an entry; undefined when there is none, or the file is damaged, another's, or open to others. */
export function readEntry(directory: string, key: string): Uint8Array | undefined {
  const bytes = readOwnFile(join(directory, key + SUFFIX));
  if (!bytes?.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const digest = bytes.subarray(MAGIC.length, MAGIC.length + DIGEST_BYTES);
  const content = bytes.subarray(MAGIC.length + DIGEST_BYTES);
  return digestOf(content).equals(digest) ? content : undefined;
}

/** Writes an entry, and removes the oldest above the number kept. @throws the file system's error */
export function writeEntry(directory: string, key: string, content: Uint8Array): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, key + SUFFIX);
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, Buffer.concat([MAGIC, digestOf(content), content]), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  removeOldest(directory, key + SUFFIX);
}

function digestOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

/** What is read becomes live objects: a file that another user could have written is not read. */
function readOwnFile(file: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  try {
    const { mode, uid } = fstatSync(descriptor);
    const isOwn = process.getuid === undefined || uid === process.getuid();
    return isOwn && (mode & constants.S_IFMT) === constants.S_IFREG && (mode & 0o022) === 0
      ? readFileSync(descriptor)
      : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function removeOldest(directory: string, justWritten: string): void {
  const files = readdirSync(directory)
    .filter((name) => name.endsWith(SUFFIX) && name !== justWritten)
    .map((name) => ({ name, time: statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of files.slice(MAX_FILES - 1)) rmSync(join(directory, name), { force: true });
}
