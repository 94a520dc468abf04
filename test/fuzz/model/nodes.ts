/** Arbitrary data nodes, before they have names and know of each other. */
import fc from 'fast-check';
import { anyType, plainType, type TypeShape } from './types.js';

export type NodeShape =
  | {
      readonly kind: 'leaf';
      readonly type: TypeShape | LeafrefShape;
      readonly mandatory: boolean;
      readonly defaulted: boolean;
    }
  | {
      readonly kind: 'leaf-list';
      readonly type: TypeShape | LeafrefShape;
      readonly ordered: boolean;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly kind: 'container';
      readonly presence: boolean;
      readonly config: boolean;
      readonly condition: Condition | undefined;
      readonly children: readonly NodeShape[];
    }
  | {
      readonly kind: 'list';
      readonly keys: readonly TypeShape[];
      readonly ordered: boolean;
      readonly unique: boolean;
      readonly min: number;
      readonly max: number;
      readonly children: readonly NodeShape[];
    }
  | {
      readonly kind: 'choice';
      readonly mandatory: boolean;
      readonly defaulted: boolean;
      readonly cases: readonly (readonly NodeShape[])[];
    }
  | { readonly kind: 'anydata' | 'anyxml' }
  | { readonly kind: 'uses'; readonly grouping: number };

/** A leafref to the `target`-th leaf there is, counted round. */
export interface LeafrefShape {
  readonly target: number;
  readonly relative: boolean;
  readonly requireInstance: boolean;
}

/** A must or when about a leaf that stands before the node in the same parent. */
export interface Condition {
  readonly keyword: 'must' | 'when';
  readonly form: number;
}

/** Groupings that each module defines. */
export const GROUPINGS = 2;

const leafref: fc.Arbitrary<LeafrefShape> = fc.record({
  target: fc.nat(30),
  relative: fc.boolean(),
  requireInstance: fc.boolean(),
});
const leafType = fc.oneof({ weight: 7, arbitrary: anyType }, { weight: 1, arbitrary: leafref });
const seldom = fc.nat(5).map((n) => n === 0);
const bounds = fc.constantFrom<readonly [number, number]>([0, 0], [0, 0], [0, 3], [1, 0], [1, 2]);

const leaf: fc.Arbitrary<NodeShape> = fc.record({
  kind: fc.constant('leaf' as const),
  type: leafType,
  mandatory: seldom,
  defaulted: fc.boolean(),
});
const leafList = fc
  .record({ type: leafType, ordered: fc.boolean(), bounds })
  .map(({ type, ordered, bounds: [min, max] }): NodeShape => ({ kind: 'leaf-list', type, ordered, min, max }));
const others = fc.constantFrom<NodeShape>(
  { kind: 'anydata' },
  { kind: 'anyxml' },
  ...Array.from({ length: GROUPINGS }, (_, grouping): NodeShape => ({ kind: 'uses', grouping })),
);

/** Siblings; `depth` levels may be below them. */
export function siblings(depth: number, withUses: boolean): fc.Arbitrary<readonly NodeShape[]> {
  const simple = withUses ? others : others.filter(({ kind }) => kind !== 'uses');
  const options = [
    { weight: 5, arbitrary: leaf },
    { weight: 2, arbitrary: leafList },
    { weight: 1, arbitrary: simple },
  ];
  if (depth > 0) {
    const below = siblings(depth - 1, withUses);
    options.push(
      { weight: 3, arbitrary: containerOf(below) },
      { weight: 3, arbitrary: listOf(below) },
      { weight: 1, arbitrary: choiceOf(below) },
    );
  }
  return fc.array(fc.oneof(...options), { minLength: 1, maxLength: 4 });
}

function containerOf(children: fc.Arbitrary<readonly NodeShape[]>): fc.Arbitrary<NodeShape> {
  return fc.record({
    kind: fc.constant('container' as const),
    presence: fc.boolean(),
    config: seldom.map((state) => !state),
    condition: fc.option(fc.record({ keyword: fc.constantFrom('must' as const, 'when' as const), form: fc.nat(10) }), {
      nil: undefined,
      freq: 2,
    }),
    children,
  });
}

function listOf(children: fc.Arbitrary<readonly NodeShape[]>): fc.Arbitrary<NodeShape> {
  return fc
    .record({
      keys: fc.array(plainType, { minLength: 1, maxLength: 2 }),
      ordered: fc.boolean(),
      unique: seldom,
      bounds,
      children,
    })
    .map(({ bounds: [min, max], ...rest }): NodeShape => ({ kind: 'list', min, max, ...rest }));
}

function choiceOf(children: fc.Arbitrary<readonly NodeShape[]>): fc.Arbitrary<NodeShape> {
  return fc.record({
    kind: fc.constant('choice' as const),
    mandatory: seldom,
    defaulted: seldom,
    cases: fc.array(children, { minLength: 1, maxLength: 3 }),
  });
}
