import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAWS, lawfulness } from './laws.js';
import { compiled, modules } from './modules.js';
import { Tape } from './tape.js';

test('any valid document of any schema obeys the laws of round trips, edits, merging, validation, defaults and filters', async () => {
  // fc.assert raises with the seed and the path of the smallest example.
  await fc.assert(lawfulness, { numRuns: 500 });
}, 120_000);

test('an empty tape makes the simplest schema', () => {
  expect([...compiled(modules(new Tape([]))).root.data.keys()]).toEqual(['m:top']);
});

test('laws have names of their own', () => {
  expect(new Set(LAWS.map(({ name }) => name)).size).toBe(LAWS.length);
});
