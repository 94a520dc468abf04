/** SSH public keys as OpenSSH writes them: `type base64 comment` (RFC 4253 §6.6, sshd(8) AUTHORIZED_KEYS). */
import { createHash } from 'node:crypto';
import { AccessError } from './errors.js';

export interface SshPublicKey {
  readonly type: string;
  /** The key in the form it has on the wire. */
  readonly blob: Uint8Array;
  readonly comment: string;
}

const TYPES: ReadonlySet<string> = new Set([
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
]);

/** Parses one line; options in front of the key are not supported. @throws AccessError bad-key with the reason */
export function parsePublicKey(line: string): SshPublicKey {
  const [, type = '', encoded = '', comment = ''] = /^\s*(\S+)\s+(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
  if (!TYPES.has(type)) {
    throw new AccessError(
      'bad-key',
      `an SSH public key begins with its type, one of ${[...TYPES].join(', ')}; this line begins with '${firstWord(line)}'`,
    );
  }
  const blob = Buffer.from(encoded, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || typeInside(blob) !== type) {
    throw new AccessError('bad-key', `the text after '${type}' is not the base64 form of such a key`);
  }
  return { type, blob: new Uint8Array(blob), comment };
}

/** Parses an authorized_keys file. Empty lines and lines that begin with # are skipped. Errors give the line. */
export function parseAuthorizedKeys(text: string): readonly SshPublicKey[] {
  const keys: SshPublicKey[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    try {
      keys.push(parsePublicKey(line));
    } catch (error) {
      if (error instanceof AccessError) throw new AccessError(error.code, `line ${index + 1}: ${error.message}`);
      throw error;
    }
  }
  return keys;
}

/** Returns the fingerprint `SHA256:...`, as ssh-keygen -l prints it. */
export function fingerprint(blob: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** Returns the type inside the key, its first length-prefixed string. */
function typeInside(blob: Buffer): string | undefined {
  if (blob.length < 8) return undefined;
  const length = blob.readUInt32BE(0);
  return length < blob.length - 4 ? blob.toString('latin1', 4, 4 + length) : undefined;
}

/** Returns the first word, shortened so that a private key pasted by mistake does not get into a message. */
function firstWord(line: string): string {
  return (line.trim().split(/\s/)[0] ?? '').slice(0, 24);
}
