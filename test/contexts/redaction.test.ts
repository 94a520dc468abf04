import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkContent, redact } from '../../src/contexts/redaction/index.js';
import type { YangentContexts_Redaction } from '../../src/generated/index.js';

const kinds: readonly YangentContexts_Redaction[] = [
  'name',
  'age',
  'address',
  'phone',
  'email',
  'network-address',
  'credential',
];

describe('redact', () => {
  it.each<[YangentContexts_Redaction, string, string]>([
    ['email', 'write to jane.doe@example.com today', 'write to [redacted] today'],
    ['phone', 'call +49 30 1234567 or 030 1234567', 'call [redacted] or [redacted]'],
    ['phone', 'call (0171) 555 12 34 now', 'call [redacted] now'],
    ['phone', 'port (01) is up', 'port (01) is up'],
    ['credential', 'send Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2MifQ.c2ln, please', 'send [redacted], please'],
    ['credential', 'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2MifQ.c2ln.', 'token [redacted]'],
    ['credential', 'Bearer 4f9a-23bc-77de works', '[redacted] works'],
    ['credential', 'the bearer establishment failed', 'the bearer establishment failed'],
    ['credential', 'Authorization: Basic YWxpY2U6YWxpY2U= was sent', '[redacted] was sent'],
    ['credential', 'with AKIAIOSFODNN7EXAMPLE it goes', 'with [redacted] it goes'],
    ['credential', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nend', '[redacted]\nend'],
    [
      'network-address',
      'from 10.1.2.3, 2001:db8::1 and 00:11:22:33:44:55',
      'from [redacted], [redacted] and [redacted]',
    ],
    [
      'credential',
      'password: hunter2, then go on',
      'password: hunter2, then go on'.replace('password: hunter2,', '[redacted]'),
    ],
    ['name', 'My name is John Smith and the link is down', 'My name is [redacted] and the link is down'],
    ['name', 'Dr. Ada Lovelace reports an outage', '[redacted] reports an outage'],
    ['name', 'name: Jane Doe, link 7', '[redacted], link 7'],
    ['name', 'the customer Jürgen Müller complains', 'the customer [redacted] complains'],
    ['name', 'The router PE-1 is called by the NMS', 'The router PE-1 is called by the NMS'],
    ['age', 'she is 42 years old, born 1981-02-03', 'she is [redacted], [redacted]'],
    ['address', 'she lives at 12 Baker Street, London. Link down', 'she lives at [redacted]. Link down'],
    ['address', 'the box at 221b Baker Street is dark', 'the box at [redacted] is dark'],
  ])('removes %s from "%s"', (kind, content, left) => {
    expect(redact(content, { kinds: [kind] })).toEqual({ content: left, removed: left === content ? [] : [kind] });
  });

  it('removes all of a long secret', () => {
    expect(redact(`secret=${'x'.repeat(2_000)} end`, { kinds: ['credential'] }).content).toBe('[redacted] end');
  });

  it('removes members of JSON, and keeps it JSON', () => {
    const content = JSON.stringify({
      customer: { fullName: 'Jane', Age: 42, site: [{ city: 'Bonn', port: 7 }] },
      note: 'call +49 30 1234567',
    });
    const { content: left, removed } = redact(
      content,
      { kinds: ['name', 'age', 'address', 'phone'] },
      { encoding: 'json' },
    );
    expect(JSON.parse(left)).toEqual({ customer: { site: [{ port: 7 }] }, note: 'call [redacted]' });
    expect([...removed].sort()).toEqual(['address', 'age', 'name', 'phone']);
  });

  it('removes members by name, and what their names tell', () => {
    const content = '{"Serial-No":"4711","a@b.cd":{"up":true},"c@d.ef":1}';
    expect(redact(content, { kinds: ['email'], members: ['serialNo'] })).toEqual({
      content: '{"[redacted]":{"up":true},"[redacted] 2":1}',
      removed: ['serialNo', 'email'],
    });
  });

  it.each([
    ['application/json', '{"serial":1,"serial":2}', /twice/],
    ['application/problem+json; charset=utf-8', 'answer: {"serial":1}', /line 1/],
    ['Application/JSON', '{"serial":1} end', /line 1/],
    ['application/xml', '<a><serial>1</serial>', /line 1/],
  ])('refuses what is declared %s and is not, where members are to be removed: %s', (mediaType, content, reason) => {
    const form = { mediaType, called: 'artifact "report"' };
    for (const removal of [{ members: ['serial'] }, { kinds: ['email' as const] }]) {
      expect(() => redact(content, removal, form)).toThrow(/^artifact "report" has the media type/);
      expect(() => redact(content, removal, form)).toThrow(reason);
      const encoded = Buffer.from(content).toString('base64');
      expect(() => redact(encoded, removal, { ...form, encoding: 'base64' })).toThrow(reason);
    }
    expect(redact(content, { texts: ['1'] }, form).content).not.toContain('1');
    expect(redact('', { members: ['serial'] }, form).content).toBe('');
  });

  it('removes elements and attributes of XML, and keeps it XML', () => {
    const content =
      '<ticket xmlns="urn:t" owner-name="x" name="Jane"><first-name>Jane</first-name><note>mail a@b.cd</note></ticket>';
    expect(redact(content, { kinds: ['name', 'email'] }, { encoding: 'xml' })).toEqual({
      content: '<ticket xmlns="urn:t" owner-name="x"><note>mail [redacted]</note></ticket>',
      removed: ['name', 'email'],
    });
  });

  it('looks into base64 that is text, and refuses what it cannot look into', () => {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    expect(redact(encode('mail a@b.cd'), { kinds: ['email'] }, { encoding: 'base64' }).content).toBe(
      encode('mail [redacted]'),
    );
    expect(() =>
      redact(Buffer.from([0xff, 0xfe, 0]).toString('base64'), { kinds: ['email'] }, { encoding: 'base64' }),
    ).toThrow(/binary/);
  });

  it('leaves nothing behind of an address or number, wherever it stands', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), fc.string(), fc.string(), (email, before, after) => {
        fc.pre(/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(email));
        expect(redact(`${before} ${email} ${after}`, { kinds }).content).not.toContain(email);
      }),
    );
  });

  it('takes time that grows with the length alone', () => {
    for (const unit of [
      'a',
      'A ',
      'Name is A',
      '1.',
      ':',
      'lives at ',
      'x@',
      '{"a":',
      '<a>',
      ')',
      ').a',
      'eyJ',
      '-eyJ',
      'Bearer ',
      'Bearer a',
      '(01)1 ',
      '-----BEGIN PRIVATE KEY-----',
    ]) {
      const begun = performance.now();
      const pattern = { text: 'C-[0-9]{4}', test: (word: string) => /^C-[0-9]{4}$/.test(word) };
      redact(`${unit.repeat(200_000 / unit.length)}x`, { kinds, patterns: [pattern] });
      expect(performance.now() - begun).toBeLessThan(5_000);
    }
  });
});

describe('content', () => {
  it.each([
    ['json', '{"a":1}', '{"a":'],
    ['json', '[]', '{"a":1,"a":2}'],
    ['xml', '<a/>', '<a>'],
    ['xml', '<a/>', '<!DOCTYPE a><a/>'],
    ['base64', 'aGk=', 'not base64!'],
  ] as const)('of encoding %s may be %s and not %s', (encoding, right, wrong) => {
    checkContent(right, encoding);
    expect(() => checkContent(wrong, encoding)).toThrow();
  });
});
