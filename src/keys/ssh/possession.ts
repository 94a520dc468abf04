/** Checks that a client holds the private key of the certificate that it shows (RFC 4252 §7). */
import { readSshCertificate } from './certificate.js';
import { proofAlgorithmOf } from './certificate-algorithm.js';
import { SshFault } from './reader.js';
import { verifySshSignature } from './signature.js';

/**
 * True when the key in the certificate has signed the data of the login, with the algorithm that the client names.
 *
 * @param certificate as SSH sends it; whether it holds for the login is another question
 * @param algorithm such as `rsa-sha2-512-cert-v01@openssh.com`
 */
export function holdsKeyOf(
  certificate: Uint8Array,
  algorithm: string,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  const only = proofAlgorithmOf(algorithm);
  if (only === undefined) return false;
  try {
    return verifySshSignature(readSshCertificate(certificate).key, data, signature, only);
  } catch (error) {
    if (error instanceof SshFault) return false;
    throw error;
  }
}
