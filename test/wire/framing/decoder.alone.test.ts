import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeMessage, FrameDecoder, type Framing, FramingError } from '../../../src/wire/framing/index.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes that are still held once the garbage is gone. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** All messages in the bytes, which arrive in the pieces given. */
function decode(framing: Framing, pieces: readonly (string | Buffer)[], limit?: number): string[] {
  const decoder = new FrameDecoder(framing, limit);
  const messages: string[] = [];
  for (const piece of pieces) {
    decoder.push(Buffer.from(piece));
    for (let message = decoder.next(); message; message = decoder.next()) messages.push(message.toString());
  }
  decoder.end();
  return messages;
}

function fault(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof FramingError) return `${error.fault}: ${error.message}`;
    throw error;
  }
  return 'none';
}

/** Cuts a buffer at the given fractions of its length. */
function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const cuts = [0, ...at.map((fraction) => Math.floor(fraction * bytes.length)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

const fractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
const texts = fc.array(fc.string({ minLength: 1, unit: 'binary' }), { minLength: 1, maxLength: 5 });

describe('end-of-message framing', () => {
  it('cuts messages at ]]>]]>', () => {
    expect(decode('end-of-message', ['<hello/>]]>]]><rpc/>]]>]]>'])).toEqual(['<hello/>', '<rpc/>']);
  });

  it('finds a delimiter that comes byte by byte', () => {
    expect(decode('end-of-message', [...'a]]>b]]>]]]]>]]>c]]>]]>'])).toEqual(['a]]>b]]>]]', 'c']);
  });

  it('gives the same messages however the bytes are split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a\]>é]{1,20}$/), { minLength: 1, maxLength: 5 }),
        fractions,
        (raw, at) => {
          const messages = raw
            .map((text) => text.replaceAll(']]>]]>', ''))
            .filter((text) => !`${text}]]>]]>`.slice(0, -1).includes(']]>]]>'));
          const bytes = Buffer.concat(messages.flatMap((text) => encodeMessage(text, 'end-of-message')));
          expect(decode('end-of-message', cut(bytes, at))).toEqual(messages);
        },
      ),
    );
  });

  it('refuses a message over the limit, but not one of the limit', () => {
    expect(decode('end-of-message', ['12345]]>]]>'], 5)).toEqual(['12345']);
    expect(decode('end-of-message', [...'12345]]>]]>'], 5)).toEqual(['12345']);
    expect(fault(() => decode('end-of-message', ['123456]]>]]>'], 5))).toBe(
      'too-big: the message is longer than 5 bytes',
    );
    expect(fault(() => decode('end-of-message', ['1'.repeat(20)], 5))).toBe(
      'too-big: the message is longer than 5 bytes',
    );
  });

  it('tells a cut off message from white space at the end', () => {
    expect(decode('end-of-message', ['a]]>]]>', ' \r\n'])).toEqual(['a']);
    expect(fault(() => decode('end-of-message', ['a]]>]]>', '<rpc>']))).toBe(
      'truncated: the stream ended inside a message, after 5 bytes of it',
    );
  });

  it('does not send what it cannot carry', () => {
    expect(fault(() => encodeMessage('<a>]]>]]></a>', 'end-of-message'))).toMatch(
      /^malformed: the message contains "]]>]]>"/,
    );
  });
});

describe('chunked framing', () => {
  it('reads the example of RFC 6242 section 4.2', () => {
    const bytes =
      '\n#4\n<rpc\n#18\n message-id="102"\n\n#79\n     xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">\n  <close-session/>\n</rpc>\n##\n';
    expect(decode('chunked', [bytes])).toEqual([
      '<rpc message-id="102"\n     xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">\n  <close-session/>\n</rpc>',
    ]);
  });

  it('takes ]]>]]> and chunk marks inside a chunk as data', () => {
    expect(decode('chunked', ['\n#6\n]]>]]>\n#4\n\n##\n\n##\n'])).toEqual([']]>]]>\n##\n']);
  });

  it('puts a character together that two chunks share', () => {
    const euro = Buffer.from('€');
    expect(
      decode('chunked', [
        Buffer.concat([
          Buffer.from('\n#1\n'),
          euro.subarray(0, 1),
          Buffer.from('\n#2\n'),
          euro.subarray(1),
          Buffer.from('\n##\n'),
        ]),
      ]),
    ).toEqual(['€']);
  });

  it('gives the same messages however the bytes are split', () => {
    fc.assert(
      fc.property(texts, fractions, (raw, at) => {
        const messages = raw.map((text) => Buffer.from(text).toString());
        const bytes = Buffer.concat(messages.flatMap((text) => encodeMessage(text, 'chunked')));
        expect(decode('chunked', cut(bytes, at))).toEqual(messages);
      }),
    );
  });

  it('never fails otherwise than by a framing error, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom('\n', '#', '##', '1', '12', '\n#1\na', '\n##\n', '0'), fc.string({ maxLength: 4 })),
          { maxLength: 30 },
        ),
        (pieces) => {
          expect(fault(() => decode('chunked', pieces))).toBeTypeOf('string');
        },
      ),
    );
  });

  it.each([
    [
      'a leading zero',
      '\n#04\nabcd\n##\n',
      'malformed: chunked framing (RFC 6242 section 4.2): found "0" where a chunk size that starts with 1 to 9 is due',
    ],
    [
      'a chunk of no bytes',
      '\n#0\n\n##\n',
      'malformed: chunked framing (RFC 6242 section 4.2): found "0" where a chunk size that starts with 1 to 9 is due',
    ],
    [
      'a message of no chunk',
      '\n##\n',
      'malformed: chunked framing (RFC 6242 section 4.2): found "#" where a chunk size that starts with 1 to 9 is due',
    ],
    [
      'a missing first line feed',
      '#4\nabcd\n##\n',
      'malformed: chunked framing (RFC 6242 section 4.2): found "#" where a line feed before "#" is due',
    ],
    [
      'a carriage return',
      '\r\n#4\nabcd\n##\n',
      'malformed: chunked framing (RFC 6242 section 4.2): found byte 0x0d where a line feed before "#" is due',
    ],
    [
      'a size with a sign',
      '\n#+4\nabcd\n##\n',
      'malformed: chunked framing (RFC 6242 section 4.2): found "+" where a chunk size that starts with 1 to 9 is due',
    ],
    [
      'a size with a blank',
      '\n#4 \nabcd\n##\n',
      'malformed: chunked framing (RFC 6242 section 4.2): found byte 0x20 where a digit, or a line feed behind the chunk size is due',
    ],
    [
      'no line feed at the end',
      '\n#4\nabcd\n##x',
      'malformed: chunked framing (RFC 6242 section 4.2): found "x" where a line feed behind "##" is due',
    ],
    [
      'data longer than announced',
      '\n#3\nabcd\n##\n',
      'malformed: chunked framing (RFC 6242 section 4.2): found "d" where a line feed before "#" is due',
    ],
    [
      'a size over the maximum',
      '\n#4294967296\n',
      'malformed: the chunk size is over 4294967295, the largest that RFC 6242 allows',
    ],
    [
      'endless digits',
      `\n#${'1'.repeat(11)}`,
      'malformed: the chunk size is over 4294967295, the largest that RFC 6242 allows',
    ],
    [
      'an announced size over the limit, before the data',
      '\n#4294967295\n',
      'too-big: the message is longer than 1000 bytes',
    ],
    [
      'chunks that together pass the limit',
      `\n#600\n${'a'.repeat(600)}\n#401\n`,
      'too-big: the message is longer than 1000 bytes',
    ],
    ['a stream that ends in a chunk', '\n#4\nab', 'truncated: the stream ended inside a message, after 2 bytes of it'],
    [
      'a stream that ends between chunks',
      '\n#2\nab',
      'truncated: the stream ended inside a message, after 2 bytes of it',
    ],
    ['a stream that ends in a header', '\n#2', 'truncated: the stream ended inside a message, after 0 bytes of it'],
  ])('refuses %s', (_name, bytes, message) => {
    expect(fault(() => decode('chunked', [bytes], 1000))).toBe(message);
    expect(fault(() => decode('chunked', [...bytes], 1000))).toBe(message);
  });
});

describe('the decoder', () => {
  it('switches framing behind a message, with bytes of the next already there', () => {
    const decoder = new FrameDecoder('end-of-message');
    decoder.push(Buffer.from('<hello/>]]>]]>\n#6\n<rpc/>\n##\n'));
    expect(decoder.next()?.toString()).toBe('<hello/>');
    decoder.switchTo('chunked');
    expect(decoder.next()?.toString()).toBe('<rpc/>');
    expect(decoder.next()).toBeUndefined();
    expect(decoder.pending).toBe(0);
  });

  it('takes 4 MiB in one-byte chunks without more memory than twice the message or quadratic time', () => {
    const decoder = new FrameDecoder('chunked');
    const block = Buffer.from('\n#1\nx'.repeat(16_384));
    const blocks = 256;
    const before = held();
    const start = performance.now();
    for (let n = 0; n < blocks; n += 1) {
      decoder.push(block);
      expect(decoder.next()).toBeUndefined();
    }
    const length = blocks * 16_384;
    expect(held() - before).toBeLessThan(2 * length);
    decoder.push(Buffer.from('\n##\n'));
    expect(decoder.next()?.length).toBe(length);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
