/** Warnings of what peers give: once for each reason, and not without end. */
import type { Logger } from 'pino';
import { expect, it } from 'vitest';
import { Warnings } from '../../src/sessions/copy/warnings.js';

function recorded() {
  const records: [string, object][] = [];
  const note = (level: string) => (about: object) => records.push([level, about]);
  return { records, log: { warn: note('warn'), debug: note('debug') } as unknown as Logger };
}

it('a reason is told once for a session', () => {
  const { records, log } = recorded();
  const warnings = new Warnings(log, () => 0);
  for (const session of ['a', 'a', 'b']) warnings.warn('liar', session, 'it has no home', 'it is not taken');
  expect(records).toEqual([
    ['warn', { peer: 'liar', session: 'a', reason: 'it has no home' }],
    ['warn', { peer: 'liar', session: 'b', reason: 'it has no home' }],
  ]);
});

it('a peer that gives ever new reasons fills no log, and silences no other peer', () => {
  const { records, log } = recorded();
  let now = 0;
  const warnings = new Warnings(log, () => now);
  const warned = () => records.filter(([level]) => level === 'warn').length;
  for (let at = 0; at < 5_000; at += 1) warnings.warn('liar', `s-${at}`, 'x'.repeat(1_000), 'it is not taken');
  expect(warned()).toBe(20);
  expect(JSON.stringify(records[0]).length).toBeLessThan(600);
  warnings.warn('good', 's', 'it has no home', 'it is not taken');
  expect(warned()).toBe(21);
  now = 60_000;
  warnings.warn('liar', 'later', 'it has no home', 'it is not taken');
  expect(warned()).toBe(22);
});
