import { expect, it } from 'vitest';
import { decodeText } from '../../../src/wire/framing/index.js';

it('refuses what is not UTF-8', () => {
  expect(() => decodeText(Buffer.from([0x3c, 0xff]))).toThrow(
    expect.objectContaining({ tag: 'malformed-message', type: 'rpc' }),
  );
});

it('drops a byte order mark', () => {
  expect(decodeText(Buffer.from('\ufeff<a/>'))).toBe('<a/>');
});
