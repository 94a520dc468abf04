/** Public keys as JSON Web Keys (RFC 7517, RFC 7518 §6.2, RFC 8037). */
import { createHash } from 'node:crypto';
import { KeyFault } from './key-pair.js';
import { type PublicKey, publicKeyOf, rawOf } from './raw.js';

export interface PublicJwk {
  /** Its thumbprint (RFC 7638). */
  readonly id: string;
  /** Its JSON text, with the members in the order of RFC 7638. */
  readonly text: string;
}

/** Names of curves with one octet string as the key (RFC 8037 §2). */
const CURVES = { ed25519: 'Ed25519', x25519: 'X25519' } as const;
const COORDINATE_OCTETS = 32;

/**
 * Returns a public key as a JSON Web Key. It is put together here: the export of Node.js 20 as a JWK can wait forever for a lock
 * that the garbage collector holds.
 *
 * @param spki SubjectPublicKeyInfo of an Ed25519, X25519 or P-256 key, DER
 * @throws KeyFault for another algorithm
 */
export function jwkOf(spki: Buffer): PublicJwk {
  const { algorithm, octets } = rawOf(spki);
  const text = JSON.stringify(
    algorithm === 'p-256'
      ? { crv: 'P-256', kty: 'EC', x: base64url(octets.subarray(1, 33)), y: base64url(octets.subarray(33)) }
      : { crv: CURVES[algorithm], kty: 'OKP', x: base64url(octets) },
  );
  return { id: createHash('sha256').update(text).digest('base64url'), text };
}

/**
 * Reads a public JSON Web Key.
 *
 * @throws KeyFault for another kind of key than Ed25519, X25519 and P-256, for one with a private part, and for one that is not on
 *   its curve
 */
export function readJwk(jwk: Readonly<Record<string, unknown>>): PublicKey {
  const { kty, crv, x, y, d } = jwk;
  if (d !== undefined) throw new KeyFault('a JSON Web Key has its private part in it');
  if (kty === 'OKP' && crv === 'Ed25519') return publicKeyOf('ed25519', coordinate(x));
  if (kty === 'OKP' && crv === 'X25519') return publicKeyOf('x25519', coordinate(x));
  if (kty === 'EC' && crv === 'P-256')
    return publicKeyOf('p-256', Buffer.concat([UNCOMPRESSED, coordinate(x), coordinate(y)]));
  throw new KeyFault('a JSON Web Key is none of Ed25519, X25519 and P-256');
}

const UNCOMPRESSED = Buffer.from([4]);

function coordinate(value: unknown): Buffer {
  const octets = Buffer.from(typeof value === 'string' ? value : '', 'base64url');
  if (octets.length !== COORDINATE_OCTETS || octets.toString('base64url') !== value)
    throw new KeyFault(`a coordinate of a JSON Web Key is not ${COORDINATE_OCTETS} octets in base64url`);
  return octets;
}

function base64url(octets: Buffer): string {
  return octets.toString('base64url');
}
