/** PEM (RFC 7468). */
import { createPrivateKey } from 'node:crypto';
import { type KeyPair, readPrivateKey } from './key-pair.js';

/** Reads a private key without passphrase. @throws Error when it is none, or its algorithm is not taken */
export function pairOfPem(pem: string): KeyPair {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return readPrivateKey('ietf-crypto-types:one-asymmetric-key-format', pkcs8);
}

/** Returns the PEM of a OneAsymmetricKey. @param pkcs8 DER */
export function privateKeyPem(pkcs8: Buffer): string {
  return pemOf('PRIVATE KEY', pkcs8);
}

/** @param label such as `CERTIFICATE` */
export function pemOf(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
