/** Files of the schema cache: readable by their owner only, written atomically, and verified by a digest when they are read. */
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
/** Maximum number of schemas in one directory: a node has two, and those of its last versions may be useful again. */
const MAX_FILES = 8;

/** Returns the content of an entry; undefined when it is missing or damaged, or the file belongs or is open to other users. */
export function readEntry(directory: string, key: string): Uint8Array | undefined {
  const bytes = readOwnFile(join(directory, key + SUFFIX));
  if (!bytes?.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const digest = bytes.subarray(MAGIC.length, MAGIC.length + DIGEST_BYTES);
  const content = bytes.subarray(MAGIC.length + DIGEST_BYTES);
  return digestOf(content).equals(digest) ? content : undefined;
}

/** Writes an entry, and deletes the oldest ones above the maximum. @throws the file system's error */
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

/** Reads a file of this user only: its content becomes live objects, so no other user may have written it. */
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
