/** Records: their canonical octets, and what is refused as a record. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecord, RecordFault, recordText } from '../../src/audit/record/canonical.js';
import { inputDigest } from '../../src/audit/record/digest.js';
import { OUTCOMES, PRINCIPAL_KINDS, RECORD_KINDS } from '../../src/audit/record/kinds.js';
import type { RecordContent } from '../../src/audit/record/record.js';

const AT = '2026-03-01T12:00:00.000Z';
const text = fc.string({ unit: 'binary', maxLength: 30 });
const number = fc.nat(2 ** 31);

const contents: fc.Arbitrary<RecordContent> = fc.record(
  {
    'record-kind': fc.constantFrom(...RECORD_KINDS),
    'principal-kind': fc.constantFrom(...PRINCIPAL_KINDS),
    outcome: fc.constantFrom(...OUTCOMES),
    operation: text,
    user: text,
    actor: fc.array(text, { maxLength: 3 }),
    target: fc.array(text, { maxLength: 3 }),
    source: text,
    'session-id': number,
    'error-tag': text,
    intent: number,
    count: number,
  },
  { requiredKeys: ['record-kind', 'outcome', 'operation'] },
);

const EXAMPLE: RecordContent = { 'record-kind': 'operation', operation: 'edit', outcome: 'done', user: 'anna' };

describe('the text of a record', () => {
  it('is canonical: sorted members, no white space', () => {
    expect(recordText({ ...EXAMPLE, target: ['/a:b'], actor: undefined }, 7, AT)).toBe(
      `{"at":"${AT}","operation":"edit","outcome":"done","record-kind":"operation","sequence":7,"target":["/a:b"],"user":"anna","v":1}`,
    );
  });

  it('is read back, and written alike again', () => {
    fc.assert(
      fc.property(contents, number, (content, sequence) => {
        const written = recordText(content, sequence, AT);
        const { v, sequence: place, at, ...read } = parseRecord(written);
        expect([v, place, at]).toEqual([1, sequence, AT]);
        expect(recordText(read, place, at)).toBe(written);
        expect(read.operation).toBe(content.operation);
      }),
    );
  });

  it('can be written whatever a caller names', () => {
    const odd = recordText({ ...EXAMPLE, target: ['/a:b[c="\ud800"]'], user: '\udfff\u0000\n' }, 0, AT);
    expect(parseRecord(odd)).toMatchObject({ target: ['/a:b[c="\ufffd"]'], user: '\ufffd\u0000\n' });
    expect(odd).not.toContain('\n');
  });

  it.each([
    ['no JSON', 'record', 'no JSON text'],
    ['no object', '[]', 'no JSON object'],
    ['of another version', '{"v":2}', 'version is 2'],
    ['with a member of no record', '{"v":1,"password":"x"}', '"password"'],
    ['with a member of another form', '{"v":1,"target":"/a:b"}', 'target is no texts'],
    ['with an unknown outcome', recordText(EXAMPLE, 0, AT).replace('done', 'maybe'), 'lacks'],
    ['without operation', '{"v":1,"sequence":0,"at":"x","record-kind":"read","outcome":"done"}', 'lacks'],
  ])('%s is refused', (_, given, why) => {
    expect(() => parseRecord(given)).toThrow(RecordFault);
    expect(() => parseRecord(given)).toThrow(why);
  });
});

describe('the digest of an input', () => {
  it('does not depend on the order of members, but on key and value', () => {
    const key = Buffer.alloc(32, 1);
    const digest = inputDigest(key, { a: 1, b: [2] });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(inputDigest(key, { b: [2], a: 1 })).toBe(digest);
    expect(inputDigest(key, { a: 1, b: [3] })).not.toBe(digest);
    expect(inputDigest(Buffer.alloc(32, 2), { a: 1, b: [2] })).not.toBe(digest);
  });
});
