/** The algorithms by which a client logs in with a certificate (OpenSSH PROTOCOL.certkeys, RFC 8332 §3 for RSA). */
import type { SshKeyType } from './public-key.js';
import type { SshSignatureAlgorithm } from './signature.js';

/** The type that stands in a certificate, and the type of the key in it. */
const TYPES = {
  'ssh-ed25519-cert-v01@openssh.com': 'ssh-ed25519',
  'ecdsa-sha2-nistp256-cert-v01@openssh.com': 'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384-cert-v01@openssh.com': 'ecdsa-sha2-nistp384',
  'ssh-rsa-cert-v01@openssh.com': 'ssh-rsa',
} as const satisfies Readonly<Record<string, SshKeyType>>;

export type CertificateType = keyof typeof TYPES;

/** Returns the type of the key in a certificate of this type; undefined for a type that is not taken. */
export function keyTypeOf(type: string): SshKeyType | undefined {
  return isCertificateType(type) ? TYPES[type] : undefined;
}

function isCertificateType(type: string): type is CertificateType {
  return Object.hasOwn(TYPES, type);
}

const SUFFIX = '-cert-v01@openssh.com';

/** True when a client names this algorithm for a certificate, also where the algorithm is not taken. */
export function isCertificateAlgorithm(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** The signature by which the holder proves that the key is there, by the algorithm that the client names. */
const PROOFS: ReadonlyMap<string, SshSignatureAlgorithm> = new Map([
  [`ssh-ed25519${SUFFIX}`, 'ssh-ed25519'],
  [`ecdsa-sha2-nistp256${SUFFIX}`, 'ecdsa-sha2-nistp256'],
  [`ecdsa-sha2-nistp384${SUFFIX}`, 'ecdsa-sha2-nistp384'],
  [`rsa-sha2-256${SUFFIX}`, 'rsa-sha2-256'],
  [`rsa-sha2-512${SUFFIX}`, 'rsa-sha2-512'],
]);

/** Returns the algorithm of the client's own signature; undefined for an algorithm that is not taken, such as SHA-1. */
export function proofAlgorithmOf(name: string): SshSignatureAlgorithm | undefined {
  return PROOFS.get(name);
}
