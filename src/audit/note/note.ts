/** Signed notes (C2SP signed-note): a text, and who vouches for it. */
import { verify } from 'node:crypto';
import { fromBase64 } from '../../data/base64.js';
import { NoteFault } from './fault.js';
import { isKeyName, type VerifierKey } from './verifier-key.js';

export interface Note {
  /** Ends with a line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** Identifies the key, together with the name. */
  readonly id: Buffer;
  readonly octets: Buffer;
}

const ID_OCTETS = 4;
const DASH = '\u2014';
const SIGNATURE = new RegExp(`^${DASH} (\\S+) (\\S+)$`, 'u');
/** Maximum length of a note in characters, and number of its signatures. */
const MOST = { length: 1_000_000, signatures: 100 };

/** Returns the note as it is written: the text, an empty line, a line for each signature. @throws NoteFault for such a text */
export function formatNote({ text, signatures }: Note): string {
  requireText(text);
  const lines = signatures.map(
    ({ name, id, octets }) => `${DASH} ${name} ${Buffer.concat([id, octets]).toString('base64')}\n`,
  );
  return `${text}\n${lines.join('')}`;
}

/** Reads a note without verifying it. @throws NoteFault for a note with a malformed line, or without signature */
export function parseNote(note: string): Note {
  if (note.length > MOST.length) throw new NoteFault(`the note has more than ${MOST.length} characters`);
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n'))
    throw new NoteFault('a note is a text, an empty line, and signatures, each with a line feed');
  const text = note.slice(0, at + 1);
  requireText(text);
  const lines = note.slice(at + 2, -1).split('\n');
  if (lines.length > MOST.signatures) throw new NoteFault(`the note has more than ${MOST.signatures} signatures`);
  return { text, signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): NoteSignature {
  const [, name = '', signed = ''] = SIGNATURE.exec(line) ?? [];
  const octets = fromBase64(signed);
  if (!isKeyName(name) || !octets || octets.length <= ID_OCTETS) {
    throw new NoteFault(`${JSON.stringify(line)} is no signature: write "${DASH} NAME BASE64"`);
  }
  return { name, id: octets.subarray(0, ID_OCTETS), octets: octets.subarray(ID_OCTETS) };
}

function requireText(text: string): void {
  if (!text.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(text) || /\p{Surrogate}/u.test(text)) {
    throw new NoteFault('the text of a note ends with a line feed, and has no other control character');
  }
}

/**
 * Returns the keys by which the note is signed. Signatures of other keys are left out.
 *
 * @throws NoteFault when a signature of one of the keys is wrong
 */
export function signersOf({ text, signatures }: Note, keys: readonly VerifierKey[]): readonly VerifierKey[] {
  return keys.filter(({ name, id, key }) => {
    const own = signatures.find((each) => each.name === name && each.id.equals(id));
    if (!own) return false;
    if (verify(null, Buffer.from(text), key, own.octets)) return true;
    throw new NoteFault(`the signature of ${name} is not that of this text`);
  });
}
