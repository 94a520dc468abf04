/** Public keys as Multikey: a multicodec prefix and the octets of the key, in base58btc (W3C Controlled Identifiers §2.2.2). */
import { base58 } from '@scure/base';
import { DocumentFault } from '../document/fault.js';
import { type PublicKey, pointAs, publicKeyOf, type RawAlgorithm, rawOf } from '../pair/raw.js';

/** The multicodecs of the kinds of keys, as unsigned varints. */
const PREFIXES: readonly (readonly [RawAlgorithm, prefix: Buffer])[] = [
  ['ed25519', Buffer.from('ed01', 'hex')],
  ['x25519', Buffer.from('ec01', 'hex')],
  ['p-256', Buffer.from('8024', 'hex')],
];
const PREFIX_OCTETS = 2;

/** Maximum characters of a Multikey, and of other multibase texts: base58 takes a time that grows with the square of them. */
const LONGEST = 128;

/**
 * Returns a public key as `publicKeyMultibase`. A point of P-256 is compressed in it.
 *
 * @param spki SubjectPublicKeyInfo, DER
 * @throws KeyFault for another algorithm than ed25519, p-256 and x25519
 */
export function multikeyOf(spki: Buffer): string {
  const { algorithm, octets } = rawOf(spki);
  const [, prefix] = PREFIXES.find(([each]) => each === algorithm) ?? [];
  if (!prefix) throw new Error(`${algorithm} has no multicodec`);
  return multibase(Buffer.concat([prefix, algorithm === 'p-256' ? pointAs('compressed', octets) : octets]));
}

/** Reads a `publicKeyMultibase`. @throws DocumentFault for another form or kind of key; KeyFault for octets that are no key */
export function readMultikey(text: string): PublicKey {
  const octets = fromMultibase(text);
  const [algorithm] = PREFIXES.find(([, prefix]) => octets.subarray(0, PREFIX_OCTETS).equals(prefix)) ?? [];
  if (algorithm === undefined) throw new DocumentFault('a Multikey is of none of ed25519, x25519 and p-256');
  const key = octets.subarray(PREFIX_OCTETS);
  return publicKeyOf(algorithm, algorithm === 'p-256' ? pointAs('uncompressed', key) : key);
}

/** Returns octets in base58btc, with the `z` of Multibase before them. */
export function multibase(octets: Uint8Array): string {
  return `z${base58.encode(octets)}`;
}

/** Reads octets in base58btc. @throws DocumentFault for another base, and for more than 128 characters */
export function fromMultibase(text: string): Buffer {
  if (text.length > LONGEST) throw new DocumentFault(`a multibase text has more than ${LONGEST} characters`);
  if (!text.startsWith('z')) throw new DocumentFault('a multibase text does not begin with "z", which is base58btc');
  try {
    return Buffer.from(base58.decode(text.slice(1)));
  } catch {
    throw new DocumentFault('a multibase text has characters that base58btc does not have');
  }
}
