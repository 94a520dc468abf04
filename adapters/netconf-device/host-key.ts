/** The forms in which the key of a device may be configured. */
import { createHash } from 'node:crypto';

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}=?$/;
/** `[hosts] type key [comment]`, as in a known_hosts file or a `.pub` file. */
const KNOWN_HOSTS = /(?:^|\s)((?:ssh|ecdsa|sk)-[A-Za-z0-9@.-]+)\s+([A-Za-z0-9+/]+={0,2})(?:\s|$)/;

/**
 * The `SHA256:` fingerprint of a configured host key.
 * @param hostKey a line of a known_hosts file, a public key as in a `.pub` file, or the fingerprint itself
 * @throws Error for anything else
 */
export function fingerprintOf(hostKey: string): string {
  const text = hostKey.trim();
  if (FINGERPRINT.test(text)) return text.replace(/=$/, '');
  const [, type, base64] = KNOWN_HOSTS.exec(text) ?? [];
  const blob = Buffer.from(base64 ?? '', 'base64');
  if (type === undefined || nameIn(blob) !== type) {
    throw new Error(
      'the host-key of the device is neither a line of a known_hosts file (host ssh-ed25519 AAAA...) nor a fingerprint (SHA256:...)',
    );
  }
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** A key begins with the name of its type (RFC 4253 §6.6). */
function nameIn(blob: Buffer): string | undefined {
  if (blob.length < 4) return undefined;
  const length = blob.readUInt32BE(0);
  return blob.length < 4 + length ? undefined : blob.toString('latin1', 4, 4 + length);
}
