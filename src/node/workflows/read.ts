import { readFile } from 'node:fs/promises';
import { messageOf } from '../../data/index.js';
import { UsageError } from '../usage-error.js';

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'this user may not read it'],
  ['EISDIR', 'it is a directory; name the files in it'],
]);

/** Returns the text of a file of the user. @throws UsageError with the file and the reason */
export async function readSource(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new UsageError(`${file}: ${REASONS.get(code) ?? messageOf(error)}`);
  }
}
