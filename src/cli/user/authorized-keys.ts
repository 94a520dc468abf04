/** SSH public keys in files, as the configuration of a user has them. */
import { fingerprint, parseAuthorizedKeys } from '../../access/index.js';
import { UsageError } from '../../node/index.js';
import { reading } from '../key/certificate.js';
import type { User } from '../remote/index.js';

export type AuthorizedKey = NonNullable<User['authorized-key']>[number];

/**
 * Reads the public keys of a file. Each has the name that is given, else its comment, else its fingerprint.
 * @throws UsageError when it has none, or several for one name
 */
export async function authorizedKeysIn(file: string, name?: string): Promise<readonly AuthorizedKey[]> {
  const keys = await reading(file, parseAuthorizedKeys);
  if (keys.length === 0) throw new UsageError(`${file}: it has no SSH public key`);
  if (name !== undefined && keys.length > 1)
    throw new UsageError(`${file}: it has ${keys.length} keys, so none of them can have the name "${name}"`);
  return keys.map(({ type, blob, comment }) => ({
    name: name ?? (comment === '' ? fingerprint(blob) : comment),
    algorithm: type,
    'key-data': Buffer.from(blob).toString('base64'),
  }));
}

/** @throws UsageError when two keys have one name */
export function requireDistinct(keys: readonly AuthorizedKey[]): void {
  const again = keys.find(({ name }, index) => keys.findIndex((each) => each.name === name) !== index);
  if (again)
    throw new UsageError(
      `there are two keys of the name "${again.name}"; give one of them another name with "yangent user key add --name"`,
    );
}

/** Returns the fingerprint of a key, as `ssh-keygen -l` prints it. */
export function fingerprintOf({ 'key-data': data }: AuthorizedKey): string {
  return fingerprint(Buffer.from(data, 'base64'));
}
