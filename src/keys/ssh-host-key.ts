/** The SSH host key of the server: made at the first start, stored in a file that only its owner can read. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import ssh2 from 'ssh2';
import { writePrivateFile } from '../store/index.js';

export interface HostKey {
  /** Private key in a PEM form that ssh2 reads. */
  readonly pem: string;
  /** Public key as in known_hosts, after the host: `ssh-ed25519 AAAA...`. */
  readonly publicKey: string;
  /** `SHA256:...`, as ssh-keygen -l and ssh print it. */
  readonly fingerprint: string;
}

/**
 * Reads the key in `file`, or makes an Ed25519 key and writes it there with mode 0600.
 * @throws Error naming the file when it holds no usable key
 */
export async function loadHostKey(file: string): Promise<HostKey> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stored !== undefined) return describe(stored, file);
  const pem = generateHostKey();
  await writePrivateFile(file, pem);
  return describe(pem, file);
}

/** Makes an Ed25519 private key in OpenSSH's own format. */
export function generateHostKey(): string {
  // Encoded by the call that makes it: a later export as a JWK can wait forever for a lock that the garbage collector holds
  // (Node.js 20).
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  // Both forms end with the 32 octets of the key (RFC 8410 §4 and §7).
  return encodeOpenSshKey(privateKey.subarray(-KEY_OCTETS), publicKey.subarray(-KEY_OCTETS));
}

/** Returns the SHA256 fingerprint of a public key in SSH wire form. */
export function fingerprintOf(publicKey: Buffer): string {
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`;
}

/** Checks that the text is a private key for a server. @param source named in errors */
export function describe(pem: string, source: string): HostKey {
  const parsed = ssh2.utils.parseKey(pem);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!key || key instanceof Error || !key.isPrivateKey()) {
    const why = key instanceof Error ? key.message : 'it is not a private key';
    throw new Error(
      `${source} holds no SSH host key: ${why}; a private key in OpenSSH or PEM form without passphrase is needed`,
    );
  }
  const blob = key.getPublicSSH();
  return { pem, publicKey: `${key.type} ${blob.toString('base64')}`, fingerprint: fingerprintOf(blob) };
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
