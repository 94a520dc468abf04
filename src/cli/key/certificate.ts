/** Files that are given to a node: private keys and certificates. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { messageOf } from '../../data/index.js';
import { chainOf, cmsOf, KeyFault, lapseOf } from '../../keys/index.js';
import { UsageError } from '../../node/index.js';
import { smallText } from '../small-file.js';

/** Reads certificates. @returns them as a keystore has them, and in PEM, that of the key first @throws KeyFault for one of another key, or that is not valid now */
export async function certified(pem: string, spki: Buffer) {
  const cms = await cmsOf(pem);
  const chain = await chainOf(cms, spki);
  const lapse = lapseOf(chain, Date.now());
  if (lapse !== undefined) throw new KeyFault(lapse);
  return { cms, chain };
}

/** Reads a file. @throws UsageError that names the file, and what is wrong with it */
export async function reading<T>(file: string, read: (text: string) => T | Promise<T>): Promise<T> {
  const text = smallText(file);
  try {
    return await read(text);
  } catch (error) {
    if (error instanceof KeyFault) throw new UsageError(`${file}: ${error.message}`);
    throw new UsageError(`cannot read ${file}: ${messageOf(error)}`);
  }
}

/** Warns when clients of a node would refuse its certificate, as it does not have the host at which they reach it. */
export function warnOfNames(pem: string, url: string): void {
  const certificate = new X509Certificate(pem);
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const isNamed = isIP(host) === 0 ? certificate.checkHost(host, { subject: 'never' }) : certificate.checkIP(host);
  if (isNamed !== undefined) return;
  const names = certificate.subjectAltName;
  console.error(
    `warning: the certificate is for ${names === undefined ? 'no name or address (it has no subjectAltName)' : names}: ` +
      `clients that come to ${host} refuse it`,
  );
}
