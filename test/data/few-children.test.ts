import { describe, expect, test } from 'vitest';
import { LastNames, OpenChildren } from '../../src/data/few-children.js';
import type { Data } from '../../src/data/index.js';
import { json, schemaOf } from './support.js';

const schema = schemaOf(
  `module m { namespace urn:m; prefix m; ${Array.from({ length: 20 }, (_, i) => `leaf l${i} { type int32; }`).join(' ')} }`,
);
const tree = json(schema, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m:l${i}`, i])));
const all = [...tree.children];

const built = (count: number) => {
  const open = new OpenChildren();
  for (const [name, data] of all.slice(0, count)) open.add(name, data);
  return open.close(new LastNames());
};

describe.each([0, 1, 5, 12, 13, 20])('%i children', (count) => {
  const reference = new Map<string, Data>(all.slice(0, count));

  test('answer as a Map with them does', () => {
    const children = built(count);
    expect(children.size).toBe(count);
    expect([...children]).toEqual([...reference]);
    expect([...children.keys()]).toEqual([...reference.keys()]);
    expect([...children.values()]).toEqual([...reference.values()]);
    expect([...children.entries()]).toEqual([...reference.entries()]);
    for (const [name] of all) {
      expect(children.get(name)).toBe(reference.get(name));
      expect(children.has(name)).toBe(reference.has(name));
    }
    const visited: [string, Data][] = [];
    children.forEach((data, name) => {
      visited.push([name, data]);
    });
    expect(visited).toEqual([...reference]);
  });
});

test('children are the same whatever stood in the entry before', () => {
  const names = new LastNames();
  const close = (...wanted: number[]) => {
    const open = new OpenChildren();
    for (const i of wanted) {
      const one = all[i];
      if (one) open.add(one[0], one[1]);
    }
    return [...open.close(names).keys()];
  };
  expect(close(0, 1)).toEqual(['m:l0', 'm:l1']);
  expect(close(1, 0)).toEqual(['m:l1', 'm:l0']);
  expect(close(1)).toEqual(['m:l1']);
  expect(close(1, 0, 2)).toEqual(['m:l1', 'm:l0', 'm:l2']);
  expect(close(1, 0, 2)).toEqual(['m:l1', 'm:l0', 'm:l2']);
});
