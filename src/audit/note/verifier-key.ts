/** Public keys of signed notes (C2SP signed-note), of the type Ed25519. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { fromBase64 } from '../../data/base64.js';
import { NoteFault } from './fault.js';

/** A key that signs notes under a name. */
export interface VerifierKey {
  /** For checkpoints the origin of the log. */
  readonly name: string;
  /** The first four octets of SHA-256(name ‖ 0x0A ‖ type ‖ public key). */
  readonly id: Buffer;
  readonly key: KeyObject;
  /** `NAME+ID+KEY`, the text by which auditors give it to one another. */
  readonly text: string;
}

const ED25519 = 1;
const KEY_OCTETS = 32;
const ID_OCTETS = 4;
/** SubjectPublicKeyInfo of Ed25519 before the octets of the key (RFC 8410 §4). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** A name is not empty, and has neither white space nor a plus sign. */
export function isKeyName(name: string): boolean {
  return name !== '' && !/[\s+\p{White_Space}]/u.test(name);
}

/** Makes the key of a name. @param octets the 32 octets of the public key @throws NoteFault */
export function verifierKey(name: string, octets: Uint8Array): VerifierKey {
  if (!isKeyName(name))
    throw new NoteFault(`the key name ${JSON.stringify(name)} is empty, or has white space or a plus sign`);
  if (octets.length !== KEY_OCTETS)
    throw new NoteFault(`a key of Ed25519 has ${KEY_OCTETS} octets, not ${octets.length}`);
  const typed = Buffer.concat([Uint8Array.of(ED25519), octets]);
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, ID_OCTETS);
  const key = createPublicKey({ key: Buffer.concat([SPKI, octets]), format: 'der', type: 'spki' });
  return { name, id, key, text: `${name}+${id.toString('hex')}+${typed.toString('base64')}` };
}

/** Reads `NAME+ID+KEY`. @throws NoteFault */
export function parseVerifierKey(text: string): VerifierKey {
  const [name = '', id = '', ...rest] = text.split('+');
  // Base64 may have plus signs.
  const typed = fromBase64(rest.join('+'));
  if (!typed || !/^[0-9a-f]{8}$/.test(id)) {
    throw new NoteFault(
      `${JSON.stringify(text)} is no key: write NAME+ID+KEY, ID with 8 hexadecimal digits, KEY in base64`,
    );
  }
  if (typed[0] !== ED25519)
    throw new NoteFault(`the key of ${name} is of type ${typed[0]}; type ${ED25519} (Ed25519) is taken`);
  const key = verifierKey(name, typed.subarray(1));
  if (key.id.toString('hex') !== id) {
    throw new NoteFault(
      `the key of ${name} has the ID ${key.id.toString('hex')}, but says ${id}: it was not copied whole`,
    );
  }
  return key;
}
