/** The file from which commands read a password, while the node gets another one. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RestconfError } from '../../clients/index.js';
import { messageOf } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import { syncDirectory } from '../../store/index.js';
import { freshFileOf } from '../remote/index.js';

/**
 * Changes a password together with its file. The new one is on the disk before the node takes it, in a file that only one command
 * at a time can make. That file is removed when the node refuses, and stays when it is not known what the node did.
 *
 * @throws UsageError when another command is at it, or one before has left its file; the error of `change`
 */
export async function changeWithFile(file: string, password: string, change: () => Promise<void>): Promise<void> {
  const fresh = freshFileOf(file);
  await writeNew(fresh, file, `${password}\n`);
  try {
    await change();
  } catch (error) {
    if (!isRefusal(error))
      throw new Error(
        `it is not known whether the password is changed (${messageOf(error)}). The new one is in ${fresh}: try "yangent user list --password-file ${fresh}". If the node lets you in, move it to ${file}; if not, remove it`,
      );
    await rm(fresh, { force: true });
    throw error;
  }
  try {
    await rename(fresh, file);
  } catch (error) {
    throw new Error(`the password is changed, but not in ${file} (${messageOf(error)}): move ${fresh} there`);
  }
  await syncDirectory(dirname(file));
}

/** Makes a file of mode 0600, durable when it resolves. The name must be free: no link is followed. */
async function writeNew(fresh: string, file: string, text: string): Promise<void> {
  const handle = await open(fresh, 'wx', 0o600).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new UsageError(
        `${fresh} is there: another command changes this password now, or one before got no answer. Nothing is changed. If no other command runs, remove it: the node has let you in with ${file}`,
      );
    throw new UsageError(`cannot write ${fresh}: ${messageOf(error)}; nothing is changed`);
  });
  try {
    await handle.writeFile(text);
    await handle.sync();
    await syncDirectory(dirname(fresh));
  } catch (error) {
    await rm(fresh, { force: true });
    throw new UsageError(`cannot write ${fresh}: ${messageOf(error)}; nothing is changed`);
  } finally {
    await handle.close();
  }
}

/** True when the node has answered that it changed nothing. After an answer of 5xx that is not sure. */
function isRefusal(error: unknown): boolean {
  return error instanceof RestconfError && error.status < 500;
}
