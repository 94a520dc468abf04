/** Creates the first administrator once, with a random password in a file that only the owner of the node may read. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { writePrivateFile } from '../store/index.js';
import { hashPassword } from './password.js';
import { ADMIN_GROUP, OPERATOR_GROUP } from './principal.js';
import type { Users } from './users.js';

export interface FirstAdmin {
  readonly user: string;
  readonly passwordFile: string;
  /** True at the first start. Later the file may be stale or gone: the password in the store counts. */
  readonly created: boolean;
}

/** The name of the first administrator. */
export const FIRST_ADMIN = 'admin';
const FILE = 'admin-password';
const MARK = 'first-admin';

/** Creates user `admin` unless an earlier start did, even if the user was removed since. */
export async function ensureFirstAdmin(users: Users, dataDir: string, cost: number): Promise<FirstAdmin> {
  const passwordFile = join(dataDir, FILE);
  if (await users.marked(MARK)) return { user: FIRST_ADMIN, passwordFile, created: false };
  const password = randomBytes(18).toString('base64url');
  // The file comes first: when the process ends before the user is stored, the next start replaces the file.
  await writePrivateFile(passwordFile, password);
  await users.put(
    FIRST_ADMIN,
    { password: await hashPassword(password, cost), groups: [ADMIN_GROUP, OPERATOR_GROUP] },
    async (tx) => {
      await tx.sql.insertInto('access_mark').values({ name: MARK, at: new Date().toISOString() }).execute();
    },
  );
  return { user: FIRST_ADMIN, passwordFile, created: true };
}
