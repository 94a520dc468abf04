import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, writePrivateFile } from '../../store/index.js';
import { type SelfSigned, selfSigned } from './self-signed.js';

export { type SelfSigned, selfSigned } from './self-signed.js';

/** The key and certificate of a node, with their files. */
export interface Certificate extends SelfSigned {
  readonly keyFile: string;
  readonly certFile: string;
  /** SHA-256 of the certificate, colon-separated hexadecimal. */
  readonly fingerprint: string;
}

/** Names for which every certificate made here is valid. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Reads `restconf-key.pem` and `restconf-cert.pem` from a directory; makes both, with mode 0600, when they are missing, do
 * not match or have expired.
 *
 * @param hosts names and addresses in addition to the loopback ones
 */
export async function loadOrCreateCertificate(directory: string, hosts: readonly string[] = []): Promise<Certificate> {
  const keyFile = join(directory, 'restconf-key.pem');
  const certFile = join(directory, 'restconf-cert.pem');
  const kept = await load(keyFile, certFile);
  const pair = kept ?? selfSigned([...new Set([...LOOPBACK, ...hosts])]);
  if (!kept) {
    makeDirectory(directory);
    await writePrivateFile(keyFile, pair.key);
    await writePrivateFile(certFile, pair.cert);
  }
  return { ...pair, keyFile, certFile, fingerprint: new X509Certificate(pair.cert).fingerprint256 };
}

async function load(keyFile: string, certFile: string): Promise<SelfSigned | undefined> {
  const [key, cert] = await Promise.all([readIfThere(keyFile), readIfThere(certFile)]);
  if (key === undefined || cert === undefined) return undefined;
  const certificate = new X509Certificate(cert);
  // After a crash between the two writes, the certificate belongs to another key.
  const usable = Date.parse(certificate.validTo) > Date.now() && certificate.checkPrivateKey(createPrivateKey(key));
  return usable ? { key, cert } : undefined;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
