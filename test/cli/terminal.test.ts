import { expect, test, vi } from 'vitest';
import {
  ago,
  indented,
  isColoured,
  labelled,
  moment,
  oneLine,
  paint,
  printable,
  table,
  timeOfDay,
} from '../../src/cli/terminal/index.js';

test('a table has columns as wide as their widest cell, and no blanks at line ends', () => {
  expect(
    table(
      ['ID', 'STATE'],
      [
        ['a', { text: 'running', colour: 'blue' }],
        ['longer', ''],
      ],
    ),
  ).toBe('ID      STATE\na       running\nlonger');
});

test('cells are one line and not too long', () => {
  expect(oneLine('a\n  b')).toBe('a b');
  expect(oneLine('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`);
});

test('what agents say cannot steer the terminal', () => {
  expect(printable('\u001b[2Jgone\u009b1m\tkept\n')).toBe('\ufffd[2Jgone\ufffd1m\tkept\n');
});

test('a time of another day is told with its date', () => {
  const now = new Date(2026, 10, 28, 14, 0, 0).getTime();
  const [today, tomorrow] = [new Date(2026, 10, 28, 15, 4, 5), new Date(2026, 10, 29, 14, 0, 1)];
  expect(moment(today.toISOString(), now)).toBe('15:04:05');
  expect(moment(tomorrow.toISOString(), now)).toBe('2026-11-29 14:00:01');
  expect(moment('soon', now)).toBe('soon');
});

test('times are told in their greatest unit', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  const told = [
    '2026-01-02T00:00:00Z',
    '2026-01-01T23:59:58Z',
    '2026-01-01T23:57:00Z',
    '2026-01-01T12:00:00Z',
    '2025-12-01T00:00:00Z',
  ];
  expect(told.map((time) => ago(time, now))).toEqual(['now', '2 s ago', '3 min ago', '12 h ago', '32 d ago']);
  expect(ago(undefined)).toBe('');
  expect(ago('yesterday', now)).toBe('yesterday');
  expect(timeOfDay('no time')).toBe('no time');
});

test('labels stand in one column, members without a value are left out', () => {
  expect(
    labelled([
      ['a', '1'],
      ['longer', 'two\nlines'],
      ['none', undefined],
      ['empty', ''],
    ]),
  ).toBe('a       1\nlonger  two\n        lines');
});

test('colour is for terminals, unless NO_COLOR is set', () => {
  vi.stubEnv('NO_COLOR', '');
  vi.stubEnv('TERM', 'xterm');
  expect(isColoured({ isTTY: true })).toBe(true);
  expect(isColoured({ isTTY: false })).toBe(false);
  vi.stubEnv('NO_COLOR', '1');
  expect(isColoured({ isTTY: true })).toBe(false);
  vi.unstubAllEnvs();
  expect(paint('plain', undefined)).toBe('plain');
});

test('further lines of what others say are indented, whichever sign ends a line', () => {
  expect(indented('a\r\nb\u2028c\u0085d\n')).toBe('a\n  b\n  c\n  d\n  ');
  expect(indented('a\nb', 4)).toBe('a\n    b');
  expect(printable('a\rb\u202ec')).toBe('a\ufffdb\ufffdc');
  expect(
    labelled([
      ['state', { painted: '\u001b[31mfailed\u001b[39m' }],
      ['by', '\u001b[2Jx'],
    ]),
  ).toBe('state  \u001b[31mfailed\u001b[39m\nby     \ufffd[2Jx');
});
