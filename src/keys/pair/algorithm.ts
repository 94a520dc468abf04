/** The algorithms of keys: which the node makes, and which of others it takes. */
import { createPublicKey, generateKeyPair, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { KeyPair } from './key-pair.js';

const PRIVATE = { type: 'pkcs8', format: 'der' } as const;
const PUBLIC = { type: 'spki', format: 'der' } as const;

interface Made {
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
}

/** It is the only one that takes long, so other work runs meanwhile. */
function makeRsa(modulusLength: number): Promise<Made> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, publicKey: Buffer, privateKey: Buffer) =>
      error ? reject(error) : resolve({ privateKey, publicKey });
    generateKeyPair('rsa', { modulusLength, privateKeyEncoding: PRIVATE, publicKeyEncoding: PUBLIC }, done);
  });
}

async function makeEc(namedCurve: string): Promise<Made> {
  return generateKeyPairSync('ec', { namedCurve, privateKeyEncoding: PRIVATE, publicKeyEncoding: PUBLIC });
}

// Encoded by the call that makes them: a later export as a JWK can wait forever for a lock that the garbage collector holds
// (Node.js 20).
const MADE = {
  ed25519: async () => generateKeyPairSync('ed25519', { privateKeyEncoding: PRIVATE, publicKeyEncoding: PUBLIC }),
  'p-256': () => makeEc('prime256v1'),
  'p-384': () => makeEc('secp384r1'),
  'rsa-3072': () => makeRsa(3072),
  x25519: async () => generateKeyPairSync('x25519', { privateKeyEncoding: PRIVATE, publicKeyEncoding: PUBLIC }),
} as const;

/** An algorithm of which the node makes keys. */
export type Algorithm = keyof typeof MADE;

/** Makes a key pair of random numbers. */
export async function makeKeyPair(algorithm: Algorithm): Promise<KeyPair> {
  const { privateKey, publicKey } = await MADE[algorithm]();
  return { pkcs8: privateKey, spki: publicKey };
}

const CURVES: ReadonlyMap<string | undefined, string> = new Map([
  ['prime256v1', 'p-256'],
  ['secp384r1', 'p-384'],
]);

/** Bits of RSA keys that are taken: shorter ones can be broken, longer ones hold the node while it signs. */
const RSA = { least: 2048, most: 8192 } as const;

/** Returns the name of the algorithm of a key, such as `p-256` or `rsa-2048`; undefined for one that is not taken. */
export function algorithmOf(key: KeyObject): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: { namedCurve, modulusLength = 0 } = {} } = key;
  switch (type) {
    case 'ed25519':
    case 'x25519':
      return type;
    case 'ec':
      return CURVES.get(namedCurve);
    case 'rsa':
      return modulusLength >= RSA.least && modulusLength <= RSA.most ? `rsa-${modulusLength}` : undefined;
    default:
      return undefined;
  }
}

/** Names the algorithms that `algorithmOf` takes, for messages. */
export const TAKEN = `ed25519, x25519, p-256, p-384, and RSA of ${RSA.least} to ${RSA.most} bits`;

/** Returns the algorithm of a public key. @param spki SubjectPublicKeyInfo, DER */
export function algorithmOfPublic(spki: Buffer): string | undefined {
  return algorithmOf(createPublicKey({ key: spki, format: 'der', type: 'spki' }));
}
