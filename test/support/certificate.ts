/** A self-signed certificate in files, as a server of a test needs it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SelfSigned, selfSigned } from '../../src/keys/index.js';

export interface CertificateFiles extends SelfSigned {
  readonly certFile: string;
}

/** Makes a certificate for this machine. @param hosts further names */
export async function certificateIn(directory: string, hosts: readonly string[] = []): Promise<CertificateFiles> {
  const made = await selfSigned(['localhost', '127.0.0.1', '::1', ...hosts]);
  const certFile = join(directory, 'certificate.pem');
  mkdirSync(directory, { recursive: true });
  writeFileSync(certFile, made.cert);
  return { ...made, certFile };
}
