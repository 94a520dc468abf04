/** Public keys as the octets that other forms carry: JSON Web Keys and Multikeys. */
import { createPublicKey, ECDH, type KeyObject } from 'node:crypto';
import { algorithmOfPublic } from './algorithm.js';
import { KeyFault } from './key-pair.js';

const ALGORITHMS = ['ed25519', 'p-256', 'x25519'] as const;

/** The algorithms whose keys have such a form here. */
export type RawAlgorithm = (typeof ALGORITHMS)[number];

export interface PublicKey {
  readonly algorithm: RawAlgorithm;
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Buffer;
}

const hex = (text: string) => Buffer.from(text, 'hex');

/** The octets of a SubjectPublicKeyInfo before those of the key (RFC 8410 §4, RFC 5480 §2), and the number of the latter. */
const FORMS: Readonly<Record<RawAlgorithm, { readonly head: Buffer; readonly length: number }>> = {
  ed25519: { head: hex('302a300506032b6570032100'), length: 32 },
  x25519: { head: hex('302a300506032b656e032100'), length: 32 },
  'p-256': { head: hex('3059301306072a8648ce3d020106082a8648ce3d030107034200'), length: 65 },
};

function hasForm(spki: Buffer, { head, length }: (typeof FORMS)[RawAlgorithm]): boolean {
  return spki.length === head.length + length && spki.subarray(0, head.length).equals(head);
}

/**
 * Returns the algorithm of a public key, and its octets: of P-256 the uncompressed point, which begins with 4.
 *
 * @param spki SubjectPublicKeyInfo, DER
 * @throws KeyFault for another algorithm than ed25519, p-256 and x25519
 */
export function rawOf(spki: Buffer): { readonly algorithm: RawAlgorithm; readonly octets: Buffer } {
  // Their DER has one form, so it need not be parsed, which takes as long as to verify a signature.
  const algorithm = ALGORITHMS.find((each) => hasForm(spki, FORMS[each]));
  if (algorithm === undefined) {
    const named = algorithmOfPublic(spki) ?? 'unknown';
    throw new KeyFault(`a key of the algorithm ${named} does not do; ${ALGORITHMS.join(', ')} do`);
  }
  return { algorithm, octets: spki.subarray(FORMS[algorithm].head.length) };
}

/** Returns a public key of its octets. @throws KeyFault when they are no key of the algorithm */
export function publicKeyOf(algorithm: RawAlgorithm, octets: Buffer): PublicKey {
  const { head, length } = FORMS[algorithm];
  if (octets.length !== length)
    throw new KeyFault(`a public key of the algorithm ${algorithm} has ${length} octets, not ${octets.length}`);
  const key = { algorithm, spki: Buffer.concat([head, octets]) };
  try {
    // All octets of the right length are a key of the other algorithms.
    if (algorithm === 'p-256') keyObjectOf(key);
  } catch {
    throw new KeyFault(`a public key is no key of the algorithm ${algorithm}`);
  }
  return key;
}

/** Curves of RFC 8037. */
const CURVES = { ed25519: 'Ed25519', x25519: 'X25519' } as const;

/** Returns the key as functions of Node.js take it. From a JSON Web Key they read it in a tenth of the time that DER takes. */
export function keyObjectOf({ algorithm, spki }: PublicKey): KeyObject {
  if (algorithm === 'p-256') return createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const x = spki.subarray(FORMS[algorithm].head.length).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: CURVES[algorithm], x }, format: 'jwk' });
}

/** Returns a point of P-256 in another form. @throws KeyFault when it is not on the curve */
export function pointAs(form: 'compressed' | 'uncompressed', point: Buffer): Buffer {
  try {
    return Buffer.from(ECDH.convertKey(point, 'prime256v1', undefined, undefined, form));
  } catch {
    throw new KeyFault('a public key is no point of the curve P-256');
  }
}
