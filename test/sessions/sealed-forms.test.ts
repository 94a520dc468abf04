/** The forms of sealed texts: what is taken for sealed, and what for clear. */
import fc from 'fast-check';
import { CompactEncrypt, CompactSign, GeneralEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { clearness, typeOfSealed } from '../../src/sessions/sealed/forms.js';

const KEY = new Uint8Array(16).fill(7);
const TEXT = new TextEncoder().encode('the fibre is cut');
const jwe = await new CompactEncrypt(TEXT).setProtectedHeader({ alg: 'dir', enc: 'A128GCM' }).encrypt(KEY);
const jws = await new CompactSign(TEXT).setProtectedHeader({ alg: 'HS256' }).sign(KEY);
const general = await new GeneralEncrypt(TEXT)
  .setProtectedHeader({ enc: 'A128GCM' })
  .addRecipient(KEY)
  .setUnprotectedHeader({ alg: 'A128KW', kid: 'ip' })
  .addRecipient(KEY)
  .setUnprotectedHeader({ alg: 'A128KW', kid: 'optics' })
  .encrypt();
const json = (value: unknown) => JSON.stringify(value);

describe('JOSE', () => {
  it('takes what is encrypted, in both serializations and under both media types', () => {
    for (const text of [jwe, json(general)]) {
      for (const type of ['application/jose', 'Application/JOSE; charset=utf-8', 'application/jose+json']) {
        expect(clearness(text, type)).toBeUndefined();
      }
    }
  });

  it.each([
    ['a text', 'the fibre is cut'],
    ['a signed text, which all can read', jws],
    ['five words', 'the.fibre.is.cut.here'],
    ['a header without encryption', `${Buffer.from('{"alg":"dir"}').toString('base64url')}...YQ.YQ`],
    ['six parts', `${jwe}.YQ`],
    ['a line behind it', `${jwe}\nthe fibre is cut`],
    ['JSON without ciphertext', json({ ...general, ciphertext: undefined })],
    ['JSON with clear text instead', json({ ...general, ciphertext: 'the fibre is cut' })],
    ['JSON with a further member', json({ ...general, note: 'the fibre is cut' })],
    ['JSON with a member of objects', `{"__proto__":"x",${json(general).slice(1)}`],
    ['JSON whose receivers are texts', json({ ...general, recipients: ['the fibre is cut'] })],
    ['JSON with words for a receiver', json({ ...general, recipients: [{ note: 'the fibre is cut' }] })],
    ['JSON that names no encryption', json({ iv: '', ciphertext: 'the-fibre-is-cut', tag: '' })],
    ['JSON that is cut', json(general).slice(0, -1)],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(clearness(text, 'application/jose')).toMatch(/^it is no JWE/);
    expect(clearness(text, 'application/jose+json')).toMatch(/^it is no JWE/);
  });
});

describe('MLS', () => {
  const octets = (...parts: (readonly number[] | string)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString('base64');
  const EPOCH = [0, 0, 0, 0, 0, 0, 0, 1];
  /** A public message of a member: group_id, epoch, sender, authenticated_data, content_type. */
  const framed = (type: number, sender = [1, 0, 0, 0, 0], group = [2, 9, 9], authenticated = [0]) =>
    octets([0, 1, 0, 1], group, EPOCH, sender, authenticated, [type], 'the fibre is cut');

  it('takes the wire formats that hide what members say', () => {
    for (const format of [2, 3, 4, 5]) expect(clearness(octets([0, 1, 0, format, 1]), 'message/mls')).toBeUndefined();
  });

  it('takes proposals and commits in public, and no application data', () => {
    for (const sender of [[1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [3], [4]]) {
      expect(clearness(framed(2, sender), 'message/mls')).toBeUndefined();
      expect(clearness(framed(3, sender), 'message/mls')).toBeUndefined();
      expect(clearness(framed(1, sender), 'message/mls')).toMatch(/application data/);
    }
  });

  it('finds the content type behind vectors of any length', () => {
    const [two, four] = [
      [0x41, 0x00, ...new Array(256).fill(3)],
      [0x80, 0x00, 0x01, 0x00, ...new Array(256).fill(3)],
    ];
    for (const vector of [two, four]) {
      expect(clearness(framed(3, [3], vector, vector), 'message/mls')).toBeUndefined();
      expect(clearness(framed(1, [3], vector, vector), 'message/mls')).toMatch(/application data/);
    }
  });

  it.each([
    ['a text', 'the fibre is cut', /no base64/],
    ['base64 of a text', octets('the fibre is cut'), /version mls10/],
    ['another version', octets([0, 2, 0, 2, 1]), /version mls10/],
    ['a wire format of others', octets([0, 1, 0, 6, 1]), /wire format/],
    ['a head alone', octets([0, 1, 0, 2]), /version mls10/],
    ['nothing', '', /version mls10/],
    ['a public message that is cut', octets([0, 1, 0, 1, 2, 9]), /damaged/],
    ['a sender of no type', framed(3, [9]), /damaged/],
    ['a content type of no meaning', framed(7), /damaged/],
    ['a length of no form', framed(3, [3], [0xc0, 9]), /damaged/],
    ['base64 with a line break', `${octets([0, 1, 0, 2, 1, 1])}\n`, /no base64/],
  ])('refuses %s', (_, text, why) => {
    expect(clearness(text, 'message/mls')).toMatch(why);
  });

  it('answers for any octets, however they are cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (more) => {
        const why = clearness(Buffer.from([0, 1, 0, 1, ...more]).toString('base64'), 'message/mls');
        expect(why === undefined || why.startsWith('it is')).toBe(true);
      }),
    );
  });
});

it('refuses other media types, and text without one', () => {
  expect(clearness(jwe)).toBe('it has the media type text/plain');
  expect(clearness(jwe, 'application/json')).toBe('it has the media type application/json');
});

it('finds the media type by the form', () => {
  expect([jwe, json(general), Buffer.from([0, 1, 0, 2, 1]).toString('base64'), 'cut'].map(typeOfSealed)).toEqual([
    ...['application/jose', 'application/jose', 'message/mls'],
    undefined,
  ]);
});
