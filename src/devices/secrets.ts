/** The secret store: a directory of files, one a secret, readable by the node's own user only. */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SecretStore {
  /** The secret of that name without the line end behind it; undefined when there is none. */
  get(name: string): Promise<string | undefined>;
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const OTHERS_MAY = 0o077;

/** @throws Error from `get` for a name that is no file name, or a file that others may read */
export function directorySecrets(directory: string): SecretStore {
  return {
    async get(name) {
      if (!NAME.test(name))
        throw new Error(`"${name}" cannot be the name of a secret: use letters, digits, "_", "-" and "."`);
      const file = join(directory, name);
      const status = await lstat(file).catch(() => undefined);
      if (!status?.isFile()) return undefined;
      if (status.mode & OTHERS_MAY) throw new Error(`others may read the secret "${name}"; run: chmod 600 ${file}`);
      return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
    },
  };
}
