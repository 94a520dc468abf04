/** Arbitrary types, each with some values that it allows. */
import fc from 'fast-check';
import type { Draft } from '../print-statement.js';

/** A type statement before it is written; `samples` are lexical values of it. */
export interface TypeShape {
  readonly draft: Draft;
  readonly samples: readonly string[];
}

export const statement = (
  keyword: string,
  argument?: string,
  ...statements: readonly (Draft | undefined)[]
): Draft => ({
  keyword,
  argument,
  statements: statements.filter((one) => one !== undefined),
});

const typeOf = (name: string, ...statements: readonly (Draft | undefined)[]): Draft =>
  statement('type', name, ...statements);

const INTEGERS = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'] as const;

const integer = fc
  .record({
    base: fc.constantFrom(...INTEGERS),
    range: fc.option(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 50 })), { nil: undefined }),
    gap: fc.boolean(),
  })
  .map(({ base, range, gap }): TypeShape => {
    if (range === undefined) return { draft: typeOf(base), samples: ['0', '7', '100'] };
    const [low, width] = range;
    const high = low + width;
    const text = gap ? `${low}..${high} | ${high + 3}..max` : `${low}..${high}`;
    return { draft: typeOf(base, statement('range', text)), samples: [String(low), String(high)] };
  });

const decimal = fc
  .record({ digits: fc.integer({ min: 1, max: 18 }), ranged: fc.boolean() })
  .map(({ digits, ranged }): TypeShape => {
    const range = ranged ? statement('range', '-1.5..8') : undefined;
    return {
      draft: typeOf('decimal64', statement('fraction-digits', String(digits)), range),
      samples: ['-1.5', '0', '0.1', '7.5'],
    };
  });

/** Patterns with strings that match them. */
export const PATTERNS: readonly (readonly [string, readonly string[]])[] = [
  ['[a-z]*', ['', 'a', 'abc', 'abcdef']],
  ['[A-Z][a-z]+', ['Ab', 'Xyz', 'Nodes']],
  ['\\d{1,3}(\\.\\d)?', ['1', '22', '333', '1.5']],
  ['(a|b)*c', ['c', 'ac', 'abac']],
  ['[^ ]+', ['x', 'é😀', 'a/b']],
  ['\\p{L}{2}.*', ['éé', 'ab 1']],
];
const LENGTHS: readonly (readonly [string, (length: number) => boolean])[] = [
  ['1..4', (n) => n >= 1 && n <= 4],
  ['0..2 | 4', (n) => n <= 2 || n === 4],
  ['min..10', (n) => n <= 10],
  ['3', (n) => n === 3],
];
const TEXTS = ['', 'a', 'b', 'abc', 'é😀', 'x y', "it's", '<&>"', 'a-long-one'];

const text = fc
  .record({
    pattern: fc.option(fc.constantFrom(...PATTERNS), { nil: undefined }),
    length: fc.option(fc.constantFrom(...LENGTHS), { nil: undefined }),
  })
  .map(({ pattern, length }): TypeShape => {
    const candidates = pattern?.[1] ?? TEXTS;
    const fitting = candidates.filter((one) => length === undefined || length[1]([...one].length));
    const restricted = fitting.length > 0 ? length : undefined;
    return {
      draft: typeOf(
        'string',
        restricted && statement('length', restricted[0]),
        pattern && statement('pattern', pattern[0]),
      ),
      samples: fitting.length > 0 ? fitting : candidates,
    };
  });

const names = (items: readonly string[]) => fc.shuffledSubarray([...items], { minLength: 1 });

const enumeration = names(['red', 'green', 'blue', 'dark blue', '1', 'ünder']).map(
  (found): TypeShape => ({
    draft: typeOf('enumeration', ...found.map((one) => statement('enum', one))),
    samples: found,
  }),
);

const bits = names(['a', 'b', 'c', 'flag-1']).map(
  (found): TypeShape => ({
    draft: typeOf('bits', ...found.map((one) => statement('bit', one))),
    samples: [...found, found.join(' ')],
  }),
);

const fixed = fc.constantFrom<TypeShape>(
  { draft: typeOf('boolean'), samples: ['true', 'false'] },
  { draft: typeOf('binary', statement('length', '0..4')), samples: ['', 'AAE=', 'qqqq'] },
  { draft: typeOf('identityref', statement('base', 'base-id')), samples: ['id-a', 'id-b', 'id-c'] },
  { draft: typeOf('instance-identifier', statement('require-instance', 'false')), samples: [] },
);

export const empty: TypeShape = { draft: typeOf('empty'), samples: [] };

/** Types that may be those of key leafs, members of unions, and typedefs. */
export const plainType: fc.Arbitrary<TypeShape> = fc.oneof(
  { weight: 3, arbitrary: integer },
  { weight: 3, arbitrary: text },
  decimal,
  enumeration,
  bits,
  { weight: 2, arbitrary: fixed },
);

const union = fc.array(plainType, { minLength: 2, maxLength: 3 }).map(
  (members): TypeShape => ({
    draft: typeOf('union', ...members.map(({ draft }) => draft)),
    samples: members[0]?.samples ?? [],
  }),
);

/** Uses of the typedefs that each module defines; see modules.ts. */
export const TYPEDEFS = 2;
export const typedefName = (index: number): string => `type-${index}`;

export const anyType: fc.Arbitrary<TypeShape> = fc.oneof(
  { weight: 6, arbitrary: plainType },
  { weight: 1, arbitrary: union },
  { weight: 1, arbitrary: fc.constant(empty) },
  { weight: 1, arbitrary: fc.nat(TYPEDEFS - 1).map((index) => ({ draft: typeOf(typedefName(index)), samples: [] })) },
);
