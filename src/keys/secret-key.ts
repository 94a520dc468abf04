/** The key that encrypts the secrets of a node. */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { link, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory, writePrivateFile } from '../store/index.js';

const BYTES = 32;
/** Base64 of 32 octets. */
const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** Forbidden mode bits of a key file that the node made: only its owner may read it. */
const OWN = 0o077;
/** Forbidden mode bits of a given key file: service managers give credentials to a group, or show an access list as one. */
const GIVEN = 0o007;

export interface SecretKey {
  readonly key: KeyObject;
  /** Identifies the key without revealing it. */
  readonly id: string;
}

export interface SecretKeyFile {
  readonly path: string;
  /** True when another program provides the file: the node does not make it. */
  readonly given: boolean;
}

/**
 * @returns undefined when there is no such file @throws Error that names the file when other users may read it, or it
 * holds no key
 */
export async function readSecretKey({ path, given }: SecretKeyFile): Promise<SecretKey | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return undefined;
  if (found.mode & (given ? GIVEN : OWN)) {
    throw new Error(`others may read the key of the secrets; run: chmod 600 ${path}`);
  }
  const text = (await readFile(path, 'utf8')).trim();
  if (!KEY.test(text)) {
    throw new Error(`${path} holds no key: 32 random octets in base64 are needed, as "openssl rand -base64 32" prints`);
  }
  return keyOf(Buffer.from(text, 'base64'));
}

/** Makes a key and stores it in the file. When two processes do so at once, both get the same key. */
export async function makeSecretKey(path: string): Promise<SecretKey> {
  const mine = `${path}.${randomBytes(4).toString('hex')}`;
  await writePrivateFile(mine, `${randomBytes(BYTES).toString('base64')}\n`);
  try {
    await link(mine, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(mine);
  }
  await syncDirectory(dirname(path));
  const key = await readSecretKey({ path, given: false });
  if (!key) throw new Error(`${path} was removed while it was made`);
  return key;
}

function keyOf(octets: Buffer): SecretKey {
  const id = createHmac('sha256', octets).update('yangent: identifier of a secret key').digest('hex').slice(0, 8);
  const key = createSecretKey(octets);
  octets.fill(0);
  return { key, id };
}
