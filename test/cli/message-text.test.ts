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
    text(said(WORDS), 109),
  ).toBe(`hh:mm:ss     #7  ip                  discussion       the optical power fell from -3 dBm to below the
                                                      sensitivity of the receiver at 13:58`);
});

test('where it is narrow, a text that does not fit stands below', () => {
  expect(text(said('short'), 80)).toBe('hh:mm:ss     #7  ip                  discussion       short');
  expect(text(said(WORDS), 80)).toBe(`hh:mm:ss     #7  ip                  discussion
                 the optical power fell from -3 dBm to below the sensitivity of
                 the receiver at 13:58`);
});

test('without a terminal only the lines of the text itself are broken', () => {
  expect(text(said('one\ntwo'), Number.POSITIVE_INFINITY)).toBe(
    `hh:mm:ss     #7  ip                  discussion       one\n${' '.repeat(54)}two`,
  );
});

test('many receivers move the text, and no column of other messages', () => {
  expect(text(said('hello', { to: ['optics-of-the-north', 'power'] }), 200)).toBe(
    'hh:mm:ss     #7  ip → optics-of-the-north, power  discussion       hello',
  );
});

test.each([
  ['discussion', { 'next-speaker': ['noc', 'ip'] }, 'ip', 'hello (next: noc, ip)'],
  [
    'task-assignment',
    { 'next-speaker': ['optics'], mode: 'synchronous', task: { 'task-id': 't-1' } },
    'ip → optics',
    'synchronous t-1: hello',
  ],
  [
    'discussion',
    { 'next-speaker': ['gone'], floor: { state: 'discussion', holder: ['noc'] } },
    'ip',
    'hello (next: noc)',
  ],
  ['pause', { trigger: ['t-1', 't-2'] }, 'ip', 'waits for t-1, t-2: hello'],
  [
    'task-progress',
    { 'task-news': { id: 'x', 'task-id': 't-1', state: 'running', percent: 40 } },
    'ip',
    't-1 running 40 %: hello',
  ],
  ['task-result', { 'task-news': { id: 'x', 'task-id': 't-1', state: 'failed' } }, 'ip', 't-1 failed: hello'],
  ['summary', { covers: '6' }, 'ip', 'up to #6: hello'],
  [
    'floor',
    { from: undefined, content: undefined, floor: { state: 'discussion', holder: ['noc'], reason: 'tasks-ended' } },
    'the node',
    'discussion, noc has the floor (tasks-ended)',
  ],
  [
    'floor',
    { from: undefined, content: undefined, floor: { state: 'closed', reason: 'closed' } },
    'the node',
    'closed',
  ],
] as const)('a message of type %s tells what the team does: %j', (type, more, who, words) => {
  const line = text(said('hello', { type: `yangent-sessions:${type}`, ...more }), 200);
  expect(line).toBe(`hh:mm:ss     #7  ${who.padEnd(18)}  ${type.padEnd(15)}  ${words}`);
});

test.each([
  [
    'task-assignment',
    { 'next-speaker': ['optics'], mode: 'synchronous', task: { type: 'measure', input: { link: 'R1' } } },
    'ip → optics',
    'synchronous: measure {"link":"R1"}',
  ],
  ['task-progress', { 'task-news': { id: 'x', 'task-id': 't-1', state: 'running' } }, 'ip', 't-1 running'],
  ['pause', { trigger: ['t-1'], 'next-speaker': ['noc'] }, 'ip', 'waits for t-1 (next: noc)'],
  ['vote', { 'in-reply-to': '3' }, 'ip', 'to #3'],
] as const)('a message of type %s without words ends with no colon: %j', (type, more, who, words) => {
  const line = text(said('', { type: `yangent-sessions:${type}`, ...more }), 200);
  expect(line).toBe(`hh:mm:ss     #7  ${who.padEnd(18)}  ${type.padEnd(15)}  ${words}`);
});

test('data and addresses that a message names stand behind its text', () => {
  const artifact = [
    { name: 'levels', 'data-param': 'levels@oss.example' },
    { name: 'map', url: 'https://maps.example/9' },
    { name: 'note', value: 'in the message' },
  ];
  expect(text(said('see', { artifact }), 200)).toBe(
    'hh:mm:ss     #7  ip                  discussion       see [levels: /data/levels@oss.example] [map: https://maps.example/9]',
  );
});

test.each([1, 2, 5, 10, 40])('no line is wider than %s characters, and no word is lost', (width) => {
  const lines = wrapped(`${WORDS}\n\n${WORDS}`, width);
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  expect(lines.join('').replace(/\s/g, '')).toBe(`${WORDS}${WORDS}`.replace(/\s/g, ''));
});
