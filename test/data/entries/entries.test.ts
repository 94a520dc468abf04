import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  entryChanges,
  systemEntries,
  systemEntriesFrom,
  userEntries,
  userEntriesFrom,
} from '../../../src/data/entries/index.js';
import type { Entries, Placement } from '../../../src/data/entries.js';

interface Item {
  readonly key: string;
  readonly n: number;
}
type Command = {
  readonly op: 'set' | 'delete' | 'place';
  readonly key: string;
  readonly n: number;
  readonly at: Placement['at'];
  readonly near: string;
};

const keys = fc.integer({ min: 0, max: 120 }).map((n) => `k${n}`);
const command: fc.Arbitrary<Command> = fc.record({
  op: fc.constantFrom('set', 'delete', 'place'),
  key: keys,
  n: fc.nat(9),
  at: fc.constantFrom('first', 'last', 'before', 'after'),
  near: keys,
});
const commands = fc.array(command, { maxLength: 400, size: 'max' });

/** The plain model: an array in list order. */
function applyToModel(model: readonly Item[], { op, key, n, at, near }: Command, ordered: boolean): readonly Item[] {
  const item = { key, n };
  const sort = (items: readonly Item[]): readonly Item[] =>
    ordered ? items : items.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const others = model.filter((other) => other.key !== key);
  if (op === 'delete') return others;
  if (op === 'set' || !ordered)
    return others.length < model.length
      ? model.map((other) => (other.key === key ? item : other))
      : sort([...model, item]);
  if (at === 'first') return [item, ...others];
  if (at === 'last') return [...others, item];
  const index = others.findIndex((other) => other.key === near);
  return index < 0 ? model : others.toSpliced(at === 'before' ? index : index + 1, 0, item);
}

function apply(entries: Entries<Item>, { op, key, n, at, near }: Command): Entries<Item> {
  switch (op) {
    case 'set':
      return entries.set(key, { key, n });
    case 'delete':
      return entries.delete(key);
    case 'place': {
      const where: Placement = at === 'first' || at === 'last' ? { at } : { at, key: near };
      return 'key' in where && (where.key === key || !entries.has(where.key))
        ? entries
        : entries.place(key, { key, n }, where);
    }
  }
}

describe.each([
  ['system', systemEntries<Item>(), systemEntriesFrom<Item>, false],
  ['user', userEntries<Item>(), userEntriesFrom<Item>, true],
] as const)('entries ordered by %s', (_, empty, from, ordered) => {
  test('behave like a plain array, and leave older sequences alone', () => {
    fc.assert(
      fc.property(commands, (list) => {
        let model: readonly Item[] = [];
        let entries: Entries<Item> = empty;
        const history: [Entries<Item>, readonly Item[]][] = [];
        for (const one of list) {
          // A system-ordered list has no neighbours that a placement could miss.
          if (!ordered && one.op === 'place' && (one.at === 'before' || one.at === 'after')) continue;
          model = applyToModel(model, one, ordered);
          entries = apply(entries, one);
          history.push([entries, model]);
        }
        for (const [then, items] of history) {
          expect([...then]).toEqual(items);
          expect(then.size).toBe(items.length);
        }
        for (const [i, item] of model.entries()) {
          expect(entries.get(item.key)).toEqual(item);
          expect([...entries.after(item.key)]).toEqual(model.slice(i + 1));
        }
        expect(entries.has('absent')).toBe(false);
        expect([...from(model)]).toEqual(model);
      }),
      { numRuns: 60 },
    );
  });

  test('name exactly what differs between two versions', () => {
    fc.assert(
      fc.property(fc.uniqueArray(keys), commands, fc.nat(5), (initial, list, count) => {
        const before = from(initial.map((key) => ({ key, n: -1 })));
        const after = list.slice(0, count).reduce(apply, before);
        const { changed, moved } = entryChanges(before, after);
        const expected = new Set(
          [...initial, ...list.map((one) => one.key)].filter((key) => before.get(key) !== after.get(key)),
        );
        expect(new Set(changed.map((change) => change.key))).toEqual(expected);
        for (const change of changed) {
          expect(change.before).toBe(before.get(change.key));
          expect(change.after).toBe(after.get(change.key));
        }
        const still = (entries: Entries<Item>, other: Entries<Item>): string[] =>
          [...entries].map((item) => item.key).filter((key) => other.has(key) && !moved.has(key));
        expect(still(before, after)).toEqual(still(after, before));
      }),
      { numRuns: 100 },
    );
  });

  test('take one change among 100,000 entries without copying or visiting the rest', () => {
    const many = from(Array.from({ length: 100_000 }, (_, n) => ({ key: `k${String(n).padStart(6, '0')}`, n })));
    const start = process.hrtime.bigint();
    let entries = many;
    for (let i = 0; i < 1000; i += 1) {
      const key = `k${String(i * 97).padStart(6, '0')}`;
      entries = entries.set(key, { key, n: -1 });
    }
    expect(entryChanges(many, entries).changed).toHaveLength(1000);
    // A copy of the list per change would take minutes; this bound is only there to tell the two apart.
    expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(2000);
  });
});

test('a user-ordered list takes thousands of insertions at one spot', () => {
  let entries: Entries<Item> = userEntriesFrom([
    { key: 'a', n: 0 },
    { key: 'z', n: 0 },
  ]);
  for (let n = 0; n < 5000; n += 1)
    entries = entries.place(
      `n${n}`,
      { key: `n${n}`, n },
      n % 3 === 0 ? { at: 'after', key: 'a' } : { at: 'before', key: 'z' },
    );
  for (let n = 0; n < 5000; n += 1)
    entries = entries.place(`f${n}`, { key: `f${n}`, n }, { at: n % 2 === 0 ? 'first' : 'last' });
  expect(entries.size).toBe(10_002);
  expect([...entries].findIndex((item) => item.key === 'a')).toBe(2500);
  expect([...entries.after('z')]).toHaveLength(2500);
});

test('a neighbour that does not exist is refused', () => {
  expect(() => userEntries<Item>().place('a', { key: 'a', n: 0 }, { at: 'after', key: 'b' })).toThrow(RangeError);
});
