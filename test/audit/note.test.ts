/** Signed notes and checkpoints as C2SP says. */
import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuditKey, parseCheckpoint, signCheckpoint } from '../../src/audit/note/checkpoint.js';
import { NoteFault } from '../../src/audit/note/fault.js';
import { formatNote, parseNote, signersOf } from '../../src/audit/note/note.js';
import { parseVerifierKey, verifierKey } from '../../src/audit/note/verifier-key.js';
import { leafHash } from '../../src/audit/tree/hash.js';

/** The key, and the note signed with it, that the specification of Go's package note prints. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const QUOTE = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNED = `${QUOTE}\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

function keyOf(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const octets = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const verifier = verifierKey(origin, octets);
  const key: AuditKey = { origin, publicKey: octets, id: verifier.id, sign: (bytes) => sign(null, bytes, privateKey) };
  return { key, verifier };
}

describe('a signed note', () => {
  it('of another program is read and verified', () => {
    const peter = parseVerifierKey(PETER);
    expect(peter).toMatchObject({ name: 'PeterNeumann', text: PETER });
    const note = parseNote(SIGNED);
    expect(note.text).toBe(QUOTE);
    expect(signersOf(note, [peter])).toEqual([peter]);
    expect(formatNote(note)).toBe(SIGNED);
  });

  it('is wrong when its text was changed', () => {
    expect(() => signersOf(parseNote(SIGNED.replace('think', 'hope')), [parseVerifierKey(PETER)])).toThrow(NoteFault);
  });

  it('may have signatures of several keys; those of unknown ones are left out', () => {
    const [one, other, third] = ['one', 'other', 'third'].map(keyOf);
    const text = 'a text\n\nwith an empty line\n';
    const signatures = [one!, other!].map(({ key }) => ({
      name: key.origin,
      id: key.id,
      octets: key.sign(Buffer.from(text)),
    }));
    const note = parseNote(formatNote({ text, signatures }));
    expect(note.text).toBe(text);
    expect(signersOf(note, [other!.verifier, third!.verifier])).toEqual([other!.verifier]);
  });

  it.each([
    ['without signature', QUOTE],
    ['without the empty line', SIGNED.replace('\n\n', '\n')],
    ['without the last line feed', SIGNED.slice(0, -1)],
    ['with an empty line behind the signatures', `${SIGNED}\n`],
    ['with a hyphen in place of the dash', SIGNED.replace('\u2014', '-')],
    ['with base64 that has stray bits', SIGNED.replace('nAM=', 'nAN=')],
    ['with a carriage return', SIGNED.replace('is.\n', 'is.\r\n')],
    ['with a name that has a plus sign', SIGNED.replace('PeterNeumann', 'Peter+Neumann')],
    ['with two spaces', SIGNED.replace('\u2014 ', '\u2014  ')],
  ])('%s is refused', (_, note) => {
    expect(() => parseNote(note)).toThrow(NoteFault);
  });

  it('is refused in words, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parseNote(text);
        } catch (error) {
          expect(error).toBeInstanceOf(NoteFault);
        }
      }),
    );
  });
});

describe('a verifier key', () => {
  it.each([
    ['without parts', 'PeterNeumann'],
    ['with another ID', PETER.replace('c74f20a3', 'c74f20a4')],
    ['under another name', PETER.replace('Peter', 'Petra')],
    ['of another type', 'PeterNeumann+c74f20a3+AhpcLw=='],
    ['without name', PETER.replace('PeterNeumann', '')],
    ['with white space in its name', PETER.replace('PeterNeumann', 'Peter\u2003Neumann')],
    ['cut short', PETER.slice(0, -4)],
  ])('%s is refused', (_, text) => {
    expect(() => parseVerifierKey(text)).toThrow(NoteFault);
  });

  it('survives being written', () => {
    const { verifier } = keyOf('node/2');
    expect(parseVerifierKey(verifier.text).text).toBe(verifier.text);
  });
});

describe('a checkpoint', () => {
  const root = leafHash(Buffer.from('a record'));

  it('is what was signed, at every size', () => {
    const { key, verifier } = keyOf('node.example/1');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (size) => {
        const read = parseCheckpoint(signCheckpoint({ size, root }, key));
        expect(read).toMatchObject({ origin: 'node.example/1', size });
        expect(Buffer.compare(read.root, root)).toBe(0);
        expect(signersOf(read.note, [verifier])).toEqual([verifier]);
      }),
    );
  });

  it.each([
    ['with a size that has leading zeros', ['log', '007', Buffer.from(root).toString('base64')]],
    ['with a size beyond exact numbers', ['log', '9007199254740993', Buffer.from(root).toString('base64')]],
    ['with a short root', ['log', '7', 'AAAA']],
    ['without root', ['log', '7']],
    ['without name', ['', '7', Buffer.from(root).toString('base64')]],
  ])('%s is refused', (_, lines) => {
    const { key } = keyOf('log');
    const text = `${lines.join('\n')}\n`;
    const note = formatNote({ text, signatures: [{ name: 'log', id: key.id, octets: key.sign(Buffer.from(text)) }] });
    expect(() => parseCheckpoint(note)).toThrow(NoteFault);
  });
});
