/** The keys and signature algorithms of certificates that count. */
import type { KeyObject } from 'node:crypto';

const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];
const EDWARDS = ['ed25519', 'ed448'];
const RSA_BITS = { least: 2048, most: 8192 };
/** Larger exponents make the check of a signature slow, and no authority uses them. */
const MOST_EXPONENT = 0xffff_ffffn;
const HASHES = ['SHA-256', 'SHA-384', 'SHA-512'];

export const STRONG_KEYS = `RSA of ${RSA_BITS.least} to ${RSA_BITS.most} bits, P-256, P-384, P-521, Ed25519 and Ed448`;
export const STRONG_HASHES = HASHES.join(', ');

/** True for a key with which no certificate may be, or sign, because it is too short or of another algorithm. */
export function isStrong({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): boolean {
  const { namedCurve = '', modulusLength = 0 } = details;
  if (type === 'ec') return CURVES.includes(namedCurve);
  if (type === 'rsa' || type === 'rsa-pss') return modulusLength >= RSA_BITS.least && modulusLength <= RSA_BITS.most;
  return EDWARDS.some((each) => each === type);
}

/** True for a key whose signatures take long to check. */
export function isCostly({
  asymmetricKeyDetails: { modulusLength = 0, publicExponent = 0n } = {},
}: KeyObject): boolean {
  return modulusLength > RSA_BITS.most || publicExponent > MOST_EXPONENT;
}

/** True for the hash of a signature algorithm that counts; those of Edwards curves have none of their own. */
export function isStrongHash(hash: string | undefined, algorithm: string): boolean {
  return hash === undefined ? /^(Ed25519|EdDSA)$/.test(algorithm) : HASHES.includes(hash);
}
