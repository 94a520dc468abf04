/** Signatures over octets with a header of their own (JSON Web Signature, RFC 7515): Ed25519 and P-256. */
import { createPrivateKey, type KeyObject, sign, verify } from 'node:crypto';
import { DocumentFault } from './document/fault.js';
import { type JsonObject, readDocument } from './document/read.js';
import type { KeyPair } from './pair/key-pair.js';
import { keyObjectOf, type PublicKey, type RawAlgorithm, rawOf } from './pair/raw.js';

/** A signature whose payload is known otherwise, as the flattened form has it (RFC 7515 §7.2.2). */
export interface Signature {
  /** The protected header, base64url. */
  readonly protected: string;
  /** Base64url. */
  readonly signature: string;
}

/** A protected header, read. */
export interface JwsHeader {
  readonly alg: string;
  /** The name of the key. */
  readonly kid: string;
  readonly typ: string;
}

/** Names of algorithms (RFC 8037 §3.1, RFC 9864 §2.2, RFC 7518 §3.4); the first one of a key is written. */
const NAMES: ReadonlyMap<RawAlgorithm, readonly string[]> = new Map([
  ['ed25519', ['EdDSA', 'Ed25519']],
  ['p-256', ['ES256']],
]);

/** The form of ECDSA signatures that JWS has: both numbers one after the other (RFC 7518 §3.4). */
const ECDSA = { dsaEncoding: 'ieee-p1363' } as const;

/** A private key, read. */
export interface Signer {
  readonly algorithm: RawAlgorithm;
  readonly key: KeyObject;
}

/** Returns a key that signs many times: to read one takes longer than to sign. */
export function signerOf({ pkcs8, spki }: KeyPair): Signer {
  return { algorithm: rawOf(spki).algorithm, key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) };
}

/** Signs a payload. @param header `typ`: the kind of what is signed; `kid`: the name of the key @throws KeyFault for a key that cannot */
export function signJws(header: Pick<JwsHeader, 'typ' | 'kid'>, payload: Uint8Array, pair: KeyPair): Signature {
  return signJwsWith(header, payload, signerOf(pair));
}

/** As `signJws`, with a key that was read before. @throws DocumentFault for a key that cannot */
export function signJwsWith(
  { typ, kid }: Pick<JwsHeader, 'typ' | 'kid'>,
  payload: Uint8Array,
  { algorithm, key }: Signer,
): Signature {
  const [alg] = namesOf(algorithm);
  const header = Buffer.from(JSON.stringify({ alg, kid, typ })).toString('base64url');
  const octets = signingInput(header, payload);
  const signature = algorithm === 'p-256' ? sign('sha256', octets, { key, ...ECDSA }) : sign(null, octets, key);
  return { protected: header, signature: signature.toString('base64url') };
}

/**
 * Verifies a signature.
 *
 * @param rules `typ`: the kind that the caller verifies, such as `JOSE`; `key`: returns the key of a name
 * @returns the header
 * @throws DocumentFault for another kind, for an algorithm that does not belong to the key, for extensions (`crit`), and when the
 *   signature is not that of the payload. Keys are never fetched from where a header says (`jku`, `x5u`).
 */
export async function verifyJws(
  { protected: header, signature }: Signature,
  payload: Uint8Array,
  rules: { readonly typ: string; readonly key: (kid: string) => Promise<PublicKey> },
): Promise<JwsHeader> {
  const read = readHeader(header);
  if (kindOf(read.typ) !== kindOf(rules.typ))
    throw new DocumentFault(`the typ of a signature is ${read.typ}, not ${rules.typ}`);
  const signer = await rules.key(read.kid);
  const { algorithm } = signer;
  if (!namesOf(algorithm).includes(read.alg))
    throw new DocumentFault(
      `a signature is made with ${read.alg}, but the key ${read.kid} is of the algorithm ${algorithm}`,
    );
  const key = keyObjectOf(signer);
  const [octets, value] = [signingInput(header, payload), fromBase64url(signature)];
  const isTrue =
    algorithm === 'p-256' ? verify('sha256', octets, { key, ...ECDSA }, value) : verify(null, octets, key, value);
  if (!isTrue) throw new DocumentFault(`the signature by ${read.kid} does not verify: the document was changed`);
  return read;
}

/** Returns the compact form of a signature and its payload (RFC 7515 §7.1). */
export function compactJws({ protected: header, signature }: Signature, payload: Uint8Array): string {
  return `${header}.${Buffer.from(payload).toString('base64url')}.${signature}`;
}

/** Takes a compact form apart, without verifying it. @throws DocumentFault */
export function readCompactJws(text: string): { readonly signature: Signature; readonly payload: Buffer } {
  const [header = '', payload = '', signature, ...more] = text.trim().split('.');
  if (signature === undefined || more.length > 0)
    throw new DocumentFault('it is no JWS: three parts in base64url with dots between them');
  return { signature: { protected: header, signature }, payload: fromBase64url(payload) };
}

function readHeader(text: string): JwsHeader {
  const header: JsonObject = readDocument(fromBase64url(text).toString('utf8'));
  const { alg, kid, typ, crit, b64 } = header;
  if (crit !== undefined || b64 !== undefined) throw new DocumentFault('the header of a signature has extensions');
  if (typeof alg !== 'string' || typeof kid !== 'string' || typeof typ !== 'string')
    throw new DocumentFault('the header of a signature lacks one of alg, kid and typ');
  return { alg, kid, typ };
}

/** Media types are compared without case, and `application/` may be left out (RFC 7515 §4.1.9). */
function kindOf(typ: string): string {
  return typ.toLowerCase().replace(/^application\//, '');
}

/** @throws DocumentFault for an algorithm that makes no signatures */
function namesOf(algorithm: RawAlgorithm): readonly string[] {
  const names = NAMES.get(algorithm);
  if (!names) throw new DocumentFault(`a key of the algorithm ${algorithm} makes no signatures`);
  return names;
}

function signingInput(header: string, payload: Uint8Array): Buffer {
  return Buffer.from(`${header}.${Buffer.from(payload).toString('base64url')}`);
}

/** @throws DocumentFault unless the text is the one way to write its octets */
function fromBase64url(text: string): Buffer {
  const octets = Buffer.from(text, 'base64url');
  if (octets.toString('base64url') !== text) throw new DocumentFault('a part of a signature is no base64url');
  return octets;
}
