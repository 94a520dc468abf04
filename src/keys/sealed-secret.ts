/** A secret in its file: encrypted with AES-256-GCM and bound to its name and version. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-key.js';

/** `yangent-secret 1 VERSION KEY-ID NONCE TAG CONTENT`, the last three in base64url. */
const SEALED = /^yangent-secret 1 (\d{1,15}) ([0-9a-f]{8}) ([\w-]{16}) ([\w-]{22}) ([\w-]*)\n$/;
const MARK = 'yangent-secret ';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Secret {
  readonly value: string;
  /** 1 at first, incremented at each change. */
  readonly version: number;
}

export function isSealed(text: string): boolean {
  return text.startsWith(MARK);
}

/** Returns the content of the file. */
export function seal({ key, id }: SecretKey, name: string, { value, version }: Secret): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(bound(name, version));
  const content = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), content].map((each) => each.toString('base64url'));
  return `${MARK}1 ${version} ${id} ${parts.join(' ')}\n`;
}

/** Returns the version in the file, without a cryptographic check. */
export function versionOf(text: string): number | undefined {
  const [, version] = SEALED.exec(text) ?? [];
  return version === undefined ? undefined : Number(version);
}

/** Decrypts a secret. @throws Error for another key, and for a file that was changed or belongs to another name */
export function unseal({ key, id }: SecretKey, name: string, text: string): Secret {
  const [, version = '', sealedBy, nonce = '', tag = '', content = ''] = SEALED.exec(text) ?? [];
  if (sealedBy === undefined) throw new Error(`the file of the secret "${name}" is damaged; set the secret again`);
  if (sealedBy !== id) {
    throw new Error(
      `the secret "${name}" is sealed with the key ${sealedBy}, and the key of this node is ${id}; start it with the right --secret-key-file, or set the secret again`,
    );
  }
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
    .setAAD(bound(name, Number(version)))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  try {
    const value = Buffer.concat([decipher.update(Buffer.from(content, 'base64url')), decipher.final()]);
    return { value: value.toString('utf8'), version: Number(version) };
  } catch {
    throw new Error(
      `the file of the secret "${name}" was changed since it was sealed, or is that of another secret; set the secret again`,
    );
  }
}

function bound(name: string, version: number): Buffer {
  return Buffer.from(`yangent-secret 1\0${name}\0${version}`);
}
