/** SSH host keys: in the form that ssh2 reads, and as clients show them. */
import { createHash, createPrivateKey, randomBytes } from 'node:crypto';
import ssh2 from 'ssh2';
import type { KeyPair } from '../pair/key-pair.js';
import { pairOfPem } from '../pair/pem.js';

export interface HostKey {
  /** Private key in a PEM form that ssh2 reads. */
  readonly pem: string;
  /** Public key as in known_hosts, after the host: `ssh-ed25519 AAAA...`. */
  readonly publicKey: string;
  /** `SHA256:...`, as ssh-keygen -l and ssh print it. */
  readonly fingerprint: string;
}

/** Returns a key pair as an SSH host key. */
export function hostKeyOf({ pkcs8, spki }: KeyPair): HostKey {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  // ssh2 reads no PKCS #8; each algorithm has a form of its own there.
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      // Both forms end with the 32 octets of the key (RFC 8410 §4 and §7).
      return describe(encodeOpenSshKey(pkcs8.subarray(-KEY_OCTETS), spki.subarray(-KEY_OCTETS)), 'the key');
    case 'rsa':
      return describe(key.export({ type: 'pkcs1', format: 'pem' }).toString(), 'the key');
    default:
      return describe(key.export({ type: 'sec1', format: 'pem' }).toString(), 'the key');
  }
}

/** Reads a host key in OpenSSH or PEM form. @param source named in errors @throws Error */
export function readHostKey(pem: string, source: string): KeyPair {
  return pairOfPem(ssh2Key(pem, source).getPrivatePEM());
}

/** Returns the SHA256 fingerprint of a public key in SSH wire form. */
export function fingerprintOf(publicKey: Buffer): string {
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`;
}

/** Checks that the text is a private key for a server. @param source named in errors */
function describe(pem: string, source: string): HostKey {
  const key = ssh2Key(pem, source);
  const blob = key.getPublicSSH();
  return { pem, publicKey: `${key.type} ${blob.toString('base64')}`, fingerprint: fingerprintOf(blob) };
}

function ssh2Key(pem: string, source: string): ssh2.ParsedKey {
  const parsed = ssh2.utils.parseKey(pem);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key && !(key instanceof Error) && key.isPrivateKey()) return key;
  const why = key instanceof Error ? key.message : 'it is not a private key';
  throw new Error(
    `${source} holds no SSH host key: ${why}; a private key in OpenSSH or PEM form without passphrase is needed`,
  );
}

const TYPE = 'ssh-ed25519';
const MAGIC = 'openssh-key-v1\0';
const KEY_OCTETS = 32;
const BLOCK = 8;
const LINE = 70;

/** Encodes one unencrypted key in the format of OpenSSH's PROTOCOL.key. */
function encodeOpenSshKey(seed: Buffer, publicKey: Buffer): string {
  const check = randomBytes(4);
  const secret = Buffer.concat([
    check,
    check,
    field(TYPE),
    field(publicKey),
    field(Buffer.concat([seed, publicKey])),
    field(''),
  ]);
  const padding = Buffer.from(
    Array.from({ length: (BLOCK - (secret.length % BLOCK)) % BLOCK }, (_, index) => index + 1),
  );
  const publicBlob = Buffer.concat([field(TYPE), field(publicKey)]);
  const all = Buffer.concat([
    Buffer.from(MAGIC),
    field('none'),
    field('none'),
    field(''),
    uint32(1),
    field(publicBlob),
    field(Buffer.concat([secret, padding])),
  ]);
  const lines = all.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n');
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
