/** Keys and certificates that tests make with openssl. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/clean-up.js';

/** Algorithms, as arguments of `openssl genpkey`. */
export const RSA = ['-algorithm RSA', '-pkeyopt rsa_keygen_bits:2048'];
export const P256 = ['-algorithm EC', '-pkeyopt ec_paramgen_curve:P-256'];
export const ED25519 = ['-algorithm ED25519'];

/** Makes keys and certificates with openssl, in a folder of its own. */
export class Maker {
  readonly folder = temporaryFolder();

  openssl(...args: string[]): Buffer {
    return execFileSync('openssl', args, { cwd: this.folder, stdio: ['ignore', 'pipe', 'ignore'] });
  }

  /** Makes a key and its certificate. @returns the entry of the keystore, in clear, and what is secret in it */
  make(name: string, algorithm: readonly string[]) {
    const pem = join(this.folder, `${name}.pem`);
    this.openssl('genpkey', ...algorithm.flatMap((each) => each.split(' ')), '-out', pem);
    this.openssl('req', '-x509', '-new', '-key', pem, '-days', '30', '-subj', `/CN=${name}`, '-out', `${name}.crt`);
    const key = this.openssl('pkcs8', '-topk8', '-nocrypt', '-in', pem, '-outform', 'DER');
    const cms = this.openssl('crl2pkcs7', '-nocrl', '-certfile', `${name}.crt`, '-outform', 'DER');
    const entry = {
      name,
      'private-key-format': 'ietf-crypto-types:one-asymmetric-key-format',
      'cleartext-private-key': key.toString('base64'),
      certificates: { certificate: [{ name: 'first', 'cert-data': cms.toString('base64') }] },
    };
    return { entry, key, certificate: readFileSync(join(this.folder, `${name}.crt`), 'utf8') };
  }
}
