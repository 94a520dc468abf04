/** Users and keys given at the start. */
import { readFile } from 'node:fs/promises';
import { type Access, AccessError, ADMIN_GROUP } from '../access/index.js';
import { type NodeOptions, UsageError } from './options.js';

/** @throws UsageError for a file that cannot be read or holds no password or key */
export async function admitUsers(access: Access, { users, authorizedKeys }: NodeOptions): Promise<void> {
  for (const { name, passwordFile } of users) {
    const password = (await read(passwordFile)).replace(/\r?\n$/, '');
    if (password === '') throw new UsageError(`${passwordFile} is empty; it must hold the password of ${name}`);
    const groups = [...new Set([...(access.principal(name)?.groups ?? []), ADMIN_GROUP])];
    await admit(() => access.putUser(name, { password, groups }));
  }
  for (const { name, file } of authorizedKeys) {
    if (!access.principal(name)) await admit(() => access.putUser(name, { groups: [] }));
    const lines = (await read(file)).split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    if (lines.length === 0) throw new UsageError(`${file} holds no public key`);
    for (const line of lines) await admit(() => access.addAuthorizedKey(name, line));
  }
}

async function admit(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof AccessError ? new UsageError(error.message) : error;
  }
}

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
}
