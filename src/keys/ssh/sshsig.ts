/** Signatures over files and messages as `ssh-keygen -Y sign` makes them (OpenSSH PROTOCOL.sshsig). */
import { createHash } from 'node:crypto';
import { readSshKey, type SshKey } from './public-key.js';
import { SshFault, SshReader } from './reader.js';
import { verifySshSignature } from './signature.js';

const MAGIC = 'SSHSIG';
const VERSION = 1;
const ARMOUR = /^\s*-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END SSH SIGNATURE-----\s*$/;

const HASHES = ['sha256', 'sha512'] as const;

export interface SshMessageSignature {
  /** The key that is said to have signed; whose it is is another question. */
  readonly key: SshKey;
  /** The same key as SSH sends it. */
  readonly keyOctets: Buffer;
  /** The use for which the signature is. */
  readonly namespace: string;
  /** True when the key has signed the message. @throws SshFault */
  verifies(message: Uint8Array): boolean;
}

/** Reads a signature in its armour. @throws SshFault for a text that is none, or with a key that is not taken */
export function readSshMessageSignature(text: string): SshMessageSignature {
  const [, body] = ARMOUR.exec(text) ?? [];
  if (body === undefined) throw new SshFault(0, 'there is no -----BEGIN SSH SIGNATURE----- with its end');
  const octets = Buffer.from(body, 'base64');
  if (octets.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new SshFault(0, `it does not begin with ${MAGIC}`);
  const reader = new SshReader(octets.subarray(MAGIC.length));
  const version = reader.uint32('the version');
  if (version !== VERSION) throw new SshFault(0, `its version is ${version}; ${VERSION} is known`);
  const keyOctets = reader.string('the key');
  const namespace = reader.text('the namespace');
  const reserved = reader.string('the reserved field');
  const algorithm = reader.text('the hash algorithm');
  const signature = reader.string('the signature');
  reader.end('the signature');
  const hash = HASHES.find((each) => each === algorithm);
  if (hash === undefined) throw new SshFault(0, `its hash algorithm is none of ${HASHES.join(' and ')}`);
  const key = readSshKey(keyOctets);
  return {
    key,
    keyOctets,
    namespace,
    verifies: (message) => {
      const digest = createHash(hash).update(message).digest();
      const fields = [Buffer.from(namespace), reserved, Buffer.from(hash), digest].map(sshString);
      return verifySshSignature(key, Buffer.concat([Buffer.from(MAGIC), ...fields]), signature);
    },
  };
}

function sshString(octets: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(octets.length);
  return Buffer.concat([length, octets]);
}
