/** The forms in which the key of a device may be configured. */
import { createHash } from 'node:crypto';

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}=?$/;
/** `[hosts] type key [comment]`, as in a known_hosts file or a `.pub` file. */
const KNOWN_HOSTS = /(?:^|\s)((?:ssh|ecdsa|sk)-[A-Za-z0-9@.-]+)\s+([A-Za-z0-9+/]+={0,2})(?:\s|$)/;

export interface PinnedKey {
  /** Absent where the fingerprint alone is configured. */
  readonly type?: string;
  /** `SHA256:...` */
  readonly fingerprint: string;
}

/** Types of key that a device may have, in the order in which a fingerprint is looked for among them. */
export const KEY_TYPES: readonly string[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
];

/**
 * What a configured host key says.
 * @param hostKey a line of a known_hosts file, a public key as in a `.pub` file, or the fingerprint itself
 * @throws Error for anything else
 */
export function pinned(hostKey: string): PinnedKey {
  const text = hostKey.trim();
  if (FINGERPRINT.test(text)) return { fingerprint: text.replace(/=$/, '') };
  const [, type, base64] = KNOWN_HOSTS.exec(text) ?? [];
  const blob = Buffer.from(base64 ?? '', 'base64');
  if (type === undefined || keyType(blob) !== type) {
    throw new Error(
      'the host-key of the device is neither a line of a known_hosts file (host ssh-ed25519 AAAA...) nor a fingerprint (SHA256:...)',
    );
  }
  return { type, fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}` };
}

/** A public key as a known_hosts file holds it, without the host in front: type and base64. */
export function toKnownHosts(blob: Buffer): string {
  return `${keyType(blob) ?? 'unknown'} ${blob.toString('base64')}`;
}

/** A key begins with the name of its type (RFC 4253 §6.6). */
export function keyType(blob: Buffer): string | undefined {
  if (blob.length < 4) return undefined;
  const length = blob.readUInt32BE(0);
  return blob.length < 4 + length ? undefined : blob.toString('latin1', 4, 4 + length);
}
