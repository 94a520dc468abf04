/** Signatures in the form of SSH (RFC 5656 §3.1.2, RFC 8332 §3, RFC 8709 §6), checked with node:crypto. */
import { verify } from 'node:crypto';
import type { SshKey, SshKeyType } from './public-key.js';
import { SshFault, SshReader } from './reader.js';

/** A way to sign. SHA-1 (`ssh-rsa`) is none of them: it has collisions (RFC 8332 §1). */
export type SshSignatureAlgorithm = Exclude<SshKeyType, 'ssh-rsa'> | 'rsa-sha2-256' | 'rsa-sha2-512';

/** The algorithms of each type of key. */
const ALGORITHMS: Readonly<Record<SshKeyType, readonly SshSignatureAlgorithm[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ssh-rsa': ['rsa-sha2-256', 'rsa-sha2-512'],
};

const ED25519_OCTETS = 64;

/**
 * True when the key has made the signature.
 *
 * @param signature the algorithm and the octets, as SSH sends them
 * @param only the algorithm that the signature must have. Default: any one of the key
 * @throws SshFault for octets that are no signature, or of another algorithm
 */
export function verifySshSignature(
  { type, key }: SshKey,
  data: Uint8Array,
  signature: Uint8Array,
  only?: SshSignatureAlgorithm,
): boolean {
  const reader = new SshReader(signature);
  const name = reader.text('the algorithm of the signature');
  const algorithm = ALGORITHMS[type].find((each) => each === name && (only === undefined || each === only));
  if (algorithm === undefined)
    throw new SshFault(0, `a signature of ${type} has the algorithm ${only ?? ALGORITHMS[type].join(' or ')} here`);
  const octets = reader.string('the signature');
  reader.end('the signature');
  switch (algorithm) {
    case 'ssh-ed25519':
      return octets.length === ED25519_OCTETS && verify(null, data, key, octets);
    case 'ecdsa-sha2-nistp256':
      return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, pairOf(octets, 32));
    case 'ecdsa-sha2-nistp384':
      return verify('sha384', data, { key, dsaEncoding: 'ieee-p1363' }, pairOf(octets, 48));
    case 'rsa-sha2-256':
      return verify('sha256', data, key, octets);
    case 'rsa-sha2-512':
      return verify('sha512', data, key, octets);
    default:
      return algorithm satisfies never;
  }
}

/** Returns both numbers of an ECDSA signature with `length` octets each. @throws SshFault */
function pairOf(octets: Buffer, length: number): Buffer {
  const reader = new SshReader(octets);
  const numbers = [reader.positive('r'), reader.positive('s')];
  reader.end('the signature');
  if (numbers.some((each) => each.length > length))
    throw new SshFault(0, `the numbers of the signature have at most ${length} octets each`);
  return Buffer.concat(numbers.map((each) => Buffer.concat([Buffer.alloc(length - each.length), each])));
}
