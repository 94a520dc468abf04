import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRegExp } from '../../../src/yang/pattern/backtracking.js';
import { isSafeToBacktrack } from '../../../src/yang/pattern/determinism.js';
import { LinearMatcher } from '../../../src/yang/pattern/linear.js';
import { parseRegex } from '../../../src/yang/pattern/parser.js';
import { type Resolved, resolve } from '../../../src/yang/pattern/resolved.js';

/** Small expressions over the letters a, b and c. */
const { regex } = fc.letrec<{ regex: string; atom: string; piece: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]'),
    tie('regex').map((inner) => `(${inner})`),
  ),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,2}', '{2,}'))
    .map((parts) => parts.join('')),
  regex: fc
    .array(
      fc.array(tie('piece'), { maxLength: 3 }).map((pieces) => pieces.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((branches) => branches.join('|')),
}));

/** Straight from the definition: where a match that begins at one of `starts` may end. */
function ends(node: Resolved, value: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  switch (node.kind) {
    case 'set':
      return new Set([...starts].filter((at) => contains(node.first, value.charCodeAt(at))).map((at) => at + 1));
    case 'sequence':
      return node.items.reduce((from, item) => ends(item, value, from), starts);
    case 'choice':
      return new Set(node.branches.flatMap((branch) => [...ends(branch, value, starts)]));
    case 'repeat': {
      const found = new Set<number>();
      let from = starts;
      for (let n = 0; n <= (node.max ?? node.min + value.length); n += 1) {
        if (n >= node.min) for (const at of from) found.add(at);
        from = ends(node.body, value, from);
      }
      return found;
    }
  }
}

function contains(set: readonly number[], code: number): boolean {
  return set.some((from, i) => i % 2 === 0 && code >= from && code <= (set[i + 1] ?? from));
}

describe('the matchers', () => {
  it('answer as the definition says', () => {
    const values = fc.array(fc.stringMatching(/^[abc]{0,8}$/), { minLength: 5, maxLength: 20 });
    fc.assert(
      fc.property(regex, values, (text, tries) => {
        const resolved = resolve(parseRegex(text));
        const linear = new LinearMatcher(resolved);
        const expression = isSafeToBacktrack(resolved) ? toRegExp(resolved) : undefined;
        for (const value of tries) {
          const expected = ends(resolved, value, new Set([0])).has(value.length);
          expect([text, value, linear.test(value)]).toEqual([text, value, expected]);
          if (expression) expect([text, value, expression.test(value)]).toEqual([text, value, expected]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('an expression is left to the backtracking matcher', () => {
  it.each([
    '[a-z]+',
    '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+\\-]\\d{2}:\\d{2})',
    '(a*b)*',
    '[0-9a-f]{2}(:[0-9a-f]{2})*',
    'a?b?c?',
  ])('when the next character decides: %s', (text) => {
    expect(isSafeToBacktrack(resolve(parseRegex(text)))).toBe(true);
  });

  it.each(['(a+)+', '(a|a)*', 'a*a*', '.*x', '(a?)*', '(ab|ac)*'])(
    'but not when it may go back and forth: %s',
    (text) => {
      expect(isSafeToBacktrack(resolve(parseRegex(text)))).toBe(false);
    },
  );
});
