/** Applies the users and keys given at the start, and those of the configuration. */

import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Access, AccessError, ADMIN_GROUP } from '../access/index.js';
import { messageOf } from '../data/index.js';
import type { Running } from '../datastore/index.js';
import { accessIn, type ProtocolSessions } from '../server/index.js';
import { type NodeOptions, UsageError } from './options.js';

/** Adds users and keys of the options. @throws UsageError for a file that cannot be read or has no password or key */
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

/**
 * Applies the users in running at the start. An error, such as a missing key file, does not prevent the start: no user can log in
 * with these credentials, and the log has the reason.
 */
export async function configureAccess(access: Access, running: Pick<Running, 'tree'>, log: Logger): Promise<void> {
  try {
    const { access: configured, truststore } = accessIn(running.tree);
    await access.configure(configured, truststore);
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    log.error({ err: error }, 'access: the configured users are not in force');
  }
}

/** Ends NETCONF sessions whose login is no longer valid. Returns the function that stops this. */
export function endSessionsOf(access: Access, sessions: ProtocolSessions): () => void {
  const end = () => {
    for (const session of sessions.list())
      if (!access.holds(session.principal)) session.dismiss('what the user came in by is not good any more');
  };
  // Certificates and tokens end by themselves.
  const timer = setInterval(end, LOOK).unref();
  const forget = access.watch(end);
  return () => {
    clearInterval(timer);
    forget();
  };
}

/** Milliseconds between two looks at the sessions. */
const LOOK = 5_000;

async function admit(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof AccessError ? new UsageError(error.message) : error;
  }
}

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`cannot read ${file}: ${messageOf(error)}`);
  });
}
