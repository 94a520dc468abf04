/** Whether a file is another than before, by what its directory says of it. */
import { stat } from 'node:fs/promises';

/** Changes with each replacement and each write of the file; `missing` when there is none. */
export async function fileMark(path: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
}
