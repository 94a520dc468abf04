/** Files in the data directory with private keys in clear: of earlier versions, or put there by an operator. They are moved in. */
import { X509Certificate } from 'node:crypto';
import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../data/index.js';
import type { KeyPair } from '../pair/key-pair.js';
import { readPrivateKeyText } from '../private-key-text.js';
import { readHostKey } from '../ssh/host-key.js';
import type { OwnKey } from './own.js';
import type { Purpose } from './purpose.js';

export interface KeyFile {
  /** Absent: its certificate is missing, has expired, or belongs to another key. */
  readonly key?: OwnKey;
  /** Deletes the private key in clear. */
  remove(): Promise<void>;
}

/** The file in a data directory with the certificates that clients of RESTCONF may trust. */
export const CERTIFICATE_FILE = 'restconf-cert.pem';

/** Reads the key file of a purpose; undefined when there is none. @throws Error naming the file when it holds no usable key */
export async function readKeyFile(purpose: Purpose, directory: string): Promise<KeyFile | undefined> {
  switch (purpose) {
    case 'ssh-host':
      return hostKeyFile(join(directory, 'ssh-host-key'));
    case 'tls-server':
      return certificateFiles(join(directory, 'restconf-key.pem'), join(directory, CERTIFICATE_FILE));
    default:
      return undefined;
  }
}

async function hostKeyFile(file: string): Promise<KeyFile | undefined> {
  const text = await readIfThere(file);
  return text === undefined ? undefined : { key: { pair: readHostKey(text, file) }, remove: () => unlink(file) };
}

async function certificateFiles(keyFile: string, certificateFile: string): Promise<KeyFile | undefined> {
  const [key, certificate] = await Promise.all([readIfThere(keyFile), readIfThere(certificateFile)]);
  if (key === undefined) return undefined;
  const remove = () => unlink(keyFile);
  const pair = pairOf(key, keyFile);
  return certificate !== undefined && isFor(pair, certificate) ? { key: { pair, certificate }, remove } : { remove };
}

function pairOf(pem: string, file: string): KeyPair {
  try {
    return readPrivateKeyText(pem);
  } catch (cause) {
    throw new Error(`${file} holds no usable key: ${messageOf(cause)}`, { cause });
  }
}

/** True when the certificate is valid now and belongs to the key. */
function isFor({ spki }: KeyPair, pem: string): boolean {
  try {
    const { validTo, publicKey } = new X509Certificate(pem);
    return Date.parse(validTo) > Date.now() && publicKey.export({ type: 'spki', format: 'der' }).equals(spki);
  } catch {
    return false;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
