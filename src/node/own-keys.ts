/** The keys with which the listeners prove themselves, and the files from which clients learn them. */
import { join } from 'node:path';
import type { Tree } from '../data/index.js';
import { CERTIFICATE_FILE, type HostKey, hostKeyOf, type NodeKeys, privateKeyPem } from '../keys/index.js';
import type { TlsIdentity } from '../restconf/index.js';
import { configuration } from '../server/index.js';
import { writePrivateFile } from '../store/index.js';

/** Returns the SSH host key in use, and writes its public half to `ssh-host-key.pub`. */
export async function hostKeyIn(directory: string, keys: NodeKeys): Promise<HostKey> {
  const { pair } = await keys.pair('ssh-host');
  const key = hostKeyOf(pair);
  await writePrivateFile(join(directory, 'ssh-host-key.pub'), `${key.publicKey}\n`);
  return key;
}

/** How the node proves itself over TLS, and the file with the certificates that clients may trust. */
export interface TlsFiles {
  readonly identity: TlsIdentity;
  readonly certificateFile: string;
}

const VERSIONS = { tls12: 'TLSv1.2', tls13: 'TLSv1.3' } as const;

/** Returns the TLS key in use, and writes its certificate to a file, with that of a key that will be used. */
export async function tlsIn(directory: string, keys: NodeKeys, running: Tree): Promise<TlsFiles> {
  const { use, pair } = await keys.pair('tls-server');
  const { certificate: cert } = use;
  if (cert === undefined) throw new Error('the key for tls-server has no certificate');
  const certificateFile = join(directory, CERTIFICATE_FILE);
  await writePrivateFile(certificateFile, `${cert}${keys.uses.next('tls-server')?.certificate ?? ''}`);
  const version = configuration(running, '/yangent-keys:keys').tls['min-version'];
  return { identity: { key: privateKeyPem(pair.pkcs8), cert, minVersion: VERSIONS[version] }, certificateFile };
}
