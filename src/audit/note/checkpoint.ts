/** Checkpoints (C2SP tlog-checkpoint): the size and root of a log at one time, as a signed note. */
import { fromBase64 } from '../../data/base64.js';
import { HASH_OCTETS } from '../tree/hash.js';
import { NoteFault } from './fault.js';
import { formatNote, type Note, parseNote } from './note.js';

export interface Checkpoint {
  /** The name of the log. */
  readonly origin: string;
  /** Number of its records. */
  readonly size: number;
  readonly root: Uint8Array;
}

export interface SignedCheckpoint extends Checkpoint {
  readonly note: Note;
}

/** The key of a log. */
export interface AuditKey {
  /** The name of the log, under which the key signs. */
  readonly origin: string;
  /** The 32 octets of the public key (Ed25519). */
  readonly publicKey: Uint8Array;
  /** The first octets of the signature line: see `VerifierKey.id`. */
  readonly id: Buffer;
  sign(octets: Uint8Array): Buffer;
}

/** Returns the signed note of a checkpoint. */
export function signCheckpoint({ size, root }: Omit<Checkpoint, 'origin'>, key: AuditKey): string {
  const text = `${key.origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
  const signature = { name: key.origin, id: key.id, octets: key.sign(Buffer.from(text)) };
  return formatNote({ text, signatures: [signature] });
}

/** Reads a checkpoint without verifying its signatures. Further lines of the text are extensions, which are left out. @throws NoteFault */
export function parseCheckpoint(text: string): SignedCheckpoint {
  const note = parseNote(text);
  const [origin = '', size = '', root = '', ...others] = note.text.slice(0, -1).split('\n');
  const hash = fromBase64(root);
  if (origin === '') throw new NoteFault('the first line of a checkpoint is the name of the log');
  if (!/^(0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(Number(size))) {
    throw new NoteFault(`the second line of a checkpoint is the number of records, not ${JSON.stringify(size)}`);
  }
  if (hash?.length !== HASH_OCTETS) {
    throw new NoteFault(`the third line of a checkpoint is a hash in base64, not ${JSON.stringify(root)}`);
  }
  if (others.includes('')) throw new NoteFault('a checkpoint has no empty lines before its signatures');
  return { origin, size: Number(size), root: hash, note };
}
