import { describe, expect, test } from 'vitest';
import { type Tree, validate, validateAsync } from '../../../src/data/index.js';
import { errorsOf, json, schemaOf } from '../support.js';

// The must is quadratic on purpose: a thousand entries take far longer than a time slice.
const schema = schemaOf(`module m { yang-version 1.1; namespace urn:m; prefix m;
  container top {
    container in {
      list row {
        key k; must "count(../row[n != current()/n]) > 0 or n != 13" { error-app-tag thirteen; }
        leaf k { type uint32; } leaf n { type uint32; must ". < 5000"; }
        list sub { key k; leaf k { type uint32; must ". != 7"; } }
      }
      leaf-list ref { type leafref { path "../row/k"; } }
    }
  }
}`);

const document = (count: number, n = (i: number) => i, ref = 0): Tree =>
  json(schema, {
    'm:top': {
      in: {
        row: Array.from({ length: count }, (_, i) => ({ k: i, n: n(i), sub: [{ k: 1 }, { k: 2 }] })),
        ref: [ref],
      },
    },
  });

describe('validation that lets others run', () => {
  test('gives the event loop its turn while it works, and validation alone does not', async () => {
    const tree = document(1500);
    let turns = 0;
    let running = true;
    const count = () => {
      turns += 1;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    await validateAsync(tree, { schema });
    running = false;
    expect(turns).toBeGreaterThan(2);
    turns = 0;
    validate(tree, { schema });
    expect(turns).toBe(0);
  });

  test('finds the same errors in the same order', async () => {
    const tree = json(schema, {
      'm:top': {
        in: {
          row: [
            { k: 1, n: 6000, sub: [{ k: 7 }, { k: 8 }] },
            { k: 2, n: 13 },
            { k: 3, n: 7000, sub: [{ k: 7 }] },
          ],
          ref: [1, 9],
        },
      },
    });
    const expected = errorsOf(() => validate(tree, { schema }));
    expect(expected).toHaveLength(5);
    const raised: unknown = await validateAsync(tree, { schema }).catch((error: unknown) => error);
    expect(raised).toMatchObject({ path: expected[0]?.path, message: expected[0]?.message });
    expect(
      errorsOf(() => {
        throw raised;
      }).map(({ path }) => path),
    ).toEqual(expected.map(({ path }) => path));
  });

  test('stops when it is told to', async () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(validateAsync(document(3000), { schema, signal: controller.signal })).rejects.toThrow('enough');
  });

  test('checks what was not in the tree before and nothing else', async () => {
    const before = document(20);
    const after = document(21, (i) => (i === 20 ? 6000 : i));
    await expect(validateAsync(after, { schema, unchanged: before })).rejects.toThrow('5000');
    await expect(validateAsync(before, { schema, unchanged: before })).resolves.toBeUndefined();
  });
});
