/** Rotation notes: signed notes by which the key of a log names the one that follows it. */
import type { AuditKey } from './checkpoint.js';
import { NoteFault } from './fault.js';
import { formatNote, parseNote, signersOf } from './note.js';
import { parseVerifierKey, type VerifierKey, verifierKey } from './verifier-key.js';

/** The first line of the note, so that it is the checkpoint of no log. */
function titleOf(origin: string): string {
  return `${origin}/rotation`;
}

/** Returns the note by which a key names its successor. @param publicKey the 32 octets of the successor (Ed25519) */
export function rotationNote(key: AuditKey, publicKey: Uint8Array): string {
  const { origin, id } = key;
  const text = `${titleOf(origin)}\n${verifierKey(origin, publicKey).text}\n`;
  return formatNote({ text, signatures: [{ name: origin, id, octets: key.sign(Buffer.from(text)) }] });
}

/**
 * Returns the key that a rotation note names.
 *
 * @param trusted keys of the log; undefined is returned when none of them has signed the note
 * @throws NoteFault for another note, or a wrong signature of one of the keys
 */
export function successorIn(note: string, origin: string, trusted: readonly VerifierKey[]): VerifierKey | undefined {
  const parsed = parseNote(note);
  const [title, key = '', ...others] = parsed.text.slice(0, -1).split('\n');
  if (title !== titleOf(origin) || others.length > 0)
    throw new NoteFault(`a rotation note has two lines: ${titleOf(origin)}, and the key that follows`);
  const successor = parseVerifierKey(key);
  if (successor.name !== origin) throw new NoteFault(`the key that follows is one of ${successor.name}`);
  return signersOf(parsed, trusted).length > 0 ? successor : undefined;
}
