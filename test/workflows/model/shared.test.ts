/** Edges share parts of outputs. */
import { expect, it } from 'vitest';
import { sharedPart } from '../../../src/workflows/model/shared.js';

const output = { a: { b: { c: 1, d: 2 }, e: [3] }, f: 4, 'g/h': 5 };
const shared = (...pointers: string[]) => JSON.parse(JSON.stringify(sharedPart(pointers, output)));

it.each([
  [['/a/b/c'], { a: { b: { c: 1 } } }],
  [['/a/b/c', '/a/e'], { a: { b: { c: 1 }, e: [3] } }],
  [['/a/b/c', '/a/b'], { a: { b: { c: 1, d: 2 } } }],
  [['/a/b', '/a/b/c'], { a: { b: { c: 1, d: 2 } } }],
  [['/g~1h', '/none', '/f/none'], { f: {}, 'g/h': 5 }],
  [['/a/e/0'], { a: { e: {} } }],
])('%j', (pointers, part) => {
  expect(shared(...pointers)).toEqual(part);
});

it('An edge that names no part shares all.', () => {
  expect(sharedPart(undefined, output)).toBe(output);
});

it('Many pointers take a moment.', () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `k${at}`);
  const value = { o: Object.fromEntries(names.map((name) => [name, 1])) };
  const begin = performance.now();
  expect(
    sharedPart(
      names.map((name) => `/o/${name}`),
      value,
    ),
  ).toEqual(value);
  expect(performance.now() - begin).toBeLessThan(2_000);
});
