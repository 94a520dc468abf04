import { describe, expect, test } from 'vitest';
import { applyEdit, diff, encodeJson, mergeTrees } from '../../../src/data/index.js';
import { schema } from '../codec/example.js';
import { json } from '../support.js';

const rule = (annotation: object | undefined, more: object = {}) =>
  json(schema, { 'box:box': { rule: [{ name: 'a', ...(annotation && { '@name': annotation }), ...more }] } });

describe('annotations of the key of an entry', () => {
  const [plain, seen, other] = [rule(undefined), rule({ 'extra:x': 1 }), rule({ 'extra:x': 2 })];

  test('are part of a difference', () => {
    for (const [from, to] of [
      [plain, seen],
      [seen, other],
      [other, plain],
    ] as const)
      expect(encodeJson(applyEdit(from, diff(from, to), 'none', { schema }))).toBe(encodeJson(to));
    expect(diff(seen, rule({ 'extra:x': 1 })).children.size).toBe(0);
  });

  test('are merged, and stay where an edit only names the entry', () => {
    expect(encodeJson(mergeTrees(plain, seen))).toBe(encodeJson(seen));
    expect(encodeJson(mergeTrees(seen, other))).toBe(encodeJson(other));
    expect(encodeJson(mergeTrees(seen, rule(undefined, { act: 'drop' })))).toBe(
      encodeJson(rule({ 'extra:x': 1 }, { act: 'drop' })),
    );
    expect(mergeTrees(seen, seen)).toBe(seen);
  });
});
