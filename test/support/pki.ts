/** Certificates of authorities and clients, which openssl makes. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './clean-up.js';

const CURVE = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** Extensions of an authority. @param pathLength its pathLenConstraint */
export const authority = (pathLength?: number): readonly string[] => [
  `basicConstraints=critical,CA:TRUE${pathLength === undefined ? '' : `,pathlen:${pathLength}`}`,
  'keyUsage=critical,keyCertSign',
];

export interface Making {
  /** Lines of an extension file. Default: none, a certificate of version 1. */
  readonly extensions?: readonly string[];
  /** Arguments of `-newkey`. Default: P-256. */
  readonly key?: readonly string[];
  /** Takes the name and key of another one. */
  readonly like?: string;
  /** The common name. Default: the name of the files. */
  readonly subject?: string;
  /** Arguments of `openssl x509`. */
  readonly more?: readonly string[];
}

export class Pki {
  readonly folder = temporaryFolder();

  /** Makes a self-signed authority. */
  root(name: string, { extensions = authority(), key = CURVE, subject = name, more = [] }: Making = {}): void {
    this.#request(name, key, subject);
    this.#sign(name, name, ['-signkey', `${name}.key`], extensions, more);
  }

  /** Makes a certificate that another one signs. */
  issue(
    name: string,
    by: string,
    { extensions = [], key = CURVE, like, subject = name, more = [] }: Making = {},
  ): void {
    if (like === undefined) this.#request(name, key, subject);
    const ca = ['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-CAcreateserial'];
    this.#sign(name, like ?? name, ca, extensions, more);
  }

  /** Returns the PEM of certificates, one after another. */
  pem(...names: readonly string[]): string {
    return names.map((name) => readFileSync(join(this.folder, `${name}.crt`), 'utf8')).join('');
  }

  key(name: string): string {
    return readFileSync(join(this.folder, `${name}.key`), 'utf8');
  }

  certificate(name: string): X509Certificate {
    return new X509Certificate(this.pem(name));
  }

  /** Returns certificates as a bag of the truststore has them. */
  cms(name: string): string {
    const made = this.#openssl('crl2pkcs7', '-nocrl', '-certfile', `${name}.crt`, '-outform', 'DER');
    return made.toString('base64');
  }

  #request(name: string, key: readonly string[], subject: string): void {
    this.#openssl(
      'req',
      '-newkey',
      ...key,
      '-nodes',
      '-subj',
      `/CN=${subject}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
  }

  #sign(name: string, request: string, by: readonly string[], extensions: readonly string[], more: readonly string[]) {
    writeFileSync(join(this.folder, `${name}.ext`), `${extensions.join('\n')}\n`);
    const days = more.includes('-days') ? [] : ['-days', '9'];
    const extended = extensions.length > 0 ? ['-extfile', `${name}.ext`] : [];
    this.#openssl('x509', '-req', '-in', `${request}.csr`, ...by, ...days, ...extended, ...more, '-out', `${name}.crt`);
  }

  #openssl(...args: readonly string[]): Buffer {
    return execFileSync('openssl', args, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  }
}
