import { describe, expect, it } from 'vitest';
import { encodeMessage, FrameEncoder } from '../../../src/wire/framing/index.js';

describe('encodeMessage', () => {
  it('writes a short message as one chunk', () => {
    expect(encodeMessage('<ok/>é', 'chunked').map(String)).toEqual(['\n#7\n<ok/>é\n##\n']);
  });

  it('writes a long message in pieces that end between characters', () => {
    const pieces = encodeMessage('€'.repeat(50_000), 'chunked');
    expect(pieces.length).toBe(3);
    for (const piece of pieces) expect(piece.toString()).not.toContain('\ufffd');
    expect(pieces[0]?.toString()).toMatch(/^\n#65535\n€+$/);
  });

  it('ends a message of the older framing with ]]>]]>', () => {
    expect(encodeMessage('<hello/>', 'end-of-message').map(String)).toEqual(['<hello/>]]>]]>']);
  });
});

describe('FrameEncoder', () => {
  it('refuses a delimiter that two stretches make together', () => {
    const encoder = new FrameEncoder('end-of-message');
    encoder.encode('a]]');
    encoder.encode('>');
    expect(() => encoder.encode(']]>')).toThrow(/"]]>]]>"/);
  });
});
