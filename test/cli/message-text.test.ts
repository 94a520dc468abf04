import { expect, test } from 'vitest';
import { messageText } from '../../src/cli/session/message-text.js';
import { wrapped } from '../../src/cli/terminal/index.js';

const said = (content: string, more = {}) => ({
  sequence: '7' as const,
  id: 'm',
  type: 'yangent-sessions:discussion',
  from: 'ip',
  at: '2026-01-02T00:00:00Z',
  content,
  ...more,
});
const text = (...args: Parameters<typeof messageText>) => messageText(...args).replace(/^\d\d:\d\d:\d\d/, 'hh:mm:ss');
const WORDS = 'the optical power fell from -3 dBm to below the sensitivity of the receiver at 13:58';

test('a long text is wrapped in its column where the terminal is wide', () => {
  expect(
    text(said(WORDS), 105),
  ).toBe(`hh:mm:ss     #7  ip                  discussion   the optical power fell from -3 dBm to below the
                                                  sensitivity of the receiver at 13:58`);
});

test('where it is narrow, a text that does not fit stands below', () => {
  expect(text(said('short'), 80)).toBe('hh:mm:ss     #7  ip                  discussion   short');
  expect(text(said(WORDS), 80)).toBe(`hh:mm:ss     #7  ip                  discussion
                 the optical power fell from -3 dBm to below the sensitivity of
                 the receiver at 13:58`);
});

test('without a terminal only the lines of the text itself are broken', () => {
  expect(text(said('one\ntwo'), Number.POSITIVE_INFINITY)).toBe(
    `hh:mm:ss     #7  ip                  discussion   one\n${' '.repeat(50)}two`,
  );
});

test('many receivers move the text, and no column of other messages', () => {
  expect(text(said('hello', { to: ['optics-of-the-north', 'power'] }), 200)).toBe(
    'hh:mm:ss     #7  ip → optics-of-the-north, power  discussion   hello',
  );
});

test.each([1, 2, 5, 10, 40])('no line is wider than %s characters, and no word is lost', (width) => {
  const lines = wrapped(`${WORDS}\n\n${WORDS}`, width);
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  expect(lines.join('').replace(/\s/g, '')).toBe(`${WORDS}${WORDS}`.replace(/\s/g, ''));
});
