import { describe, expect, it } from 'vitest';
import { cutTo, LiveText, span } from '../../src/cli/terminal/index.js';

describe('LiveText', () => {
  it('moves up by the lines that it drew, and draws no more than the screen has', () => {
    const written: string[] = [];
    const terminal = { columns: 10, rows: 4, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
    const live = new LiveText(terminal);
    live.draw('one\ntwo');
    live.draw('a line that is too long\n2\n3\n4');
    live.clear();
    expect(written).toEqual([
      'one\u001b[K\ntwo\u001b[K\n\u001b[J',
      '\u001b[2Fa line tha\u001b[K\n2\u001b[K\n3\u001b[K\n\u001b[J',
      '\u001b[3F\u001b[J',
    ]);
  });

  it('does not count colours, nor cut them', () => {
    expect(cutTo('\u001b[31mred\u001b[39m and more', 5)).toBe('\u001b[31mred\u001b[39m a');
  });
});

describe('span', () => {
  it.each([
    [0, '0.0 s'],
    [3_140, '3.1 s'],
    [12_400, '12 s'],
    [185_000, '3 min 5 s'],
    [7_200_000, '2 h'],
    [90_061_000, '1 d 1 h'],
  ])('of %d ms is %s', (milliseconds, text) => {
    expect(span(milliseconds)).toBe(text);
  });
});
