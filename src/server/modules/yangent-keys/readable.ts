/** Checks that public keys and certificates of the keystore are what their formats say (RFC 9640 §2.1.4). */
import { RpcError } from '../../../data/index.js';
import { KeyFault, readPublicKey, requireCertificates } from '../../../keys/index.js';
import type { Entry } from './chosen.js';

/** Checks the entries that an edit changes. @throws RpcError invalid-value */
export async function requireReadable(before: readonly Entry[], now: readonly Entry[]): Promise<void> {
  const known = new Set(before.map((entry) => JSON.stringify(entry)));
  for (const entry of now) if (!known.has(JSON.stringify(entry))) await requireEntry(entry);
}

async function requireEntry(entry: Entry): Promise<void> {
  const { name, 'public-key': key, 'public-key-format': format, certificates } = entry;
  if (key !== undefined && format !== undefined)
    await readable(name, 'public-key', async () => void readPublicKey(format, Buffer.from(key, 'base64')));
  for (const { name: certificate, 'cert-data': cms } of certificates?.certificate ?? []) {
    const leaf = `certificates/certificate[name='${certificate}']/cert-data`;
    await readable(name, leaf, () => requireCertificates(Buffer.from(cms, 'base64')));
  }
}

async function readable(name: string, leaf: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof KeyFault)) throw error;
    const path = `/ietf-keystore:keystore/asymmetric-keys/asymmetric-key[name='${name}']/${leaf}`;
    throw new RpcError({ type: 'application', tag: 'invalid-value', path, message: error.message });
  }
}
