/** Arbitrary small YANG modules that compile: one that stands alone, often a second that augments it. */
import fc from 'fast-check';
import { type Draft, printStatement } from '../print-statement.js';
import { GROUPINGS, type NodeShape, siblings } from './nodes.js';
import { plainType, statement, TYPEDEFS, type TypeShape, typedefName } from './types.js';
import { Writer } from './write.js';

export interface ModuleText {
  readonly name: string;
  readonly text: string;
}

interface ModuleShape {
  readonly typedefs: readonly TypeShape[];
  readonly groupings: readonly (readonly NodeShape[])[];
  readonly nodes: readonly NodeShape[];
  readonly input: readonly NodeShape[];
  readonly event: readonly NodeShape[];
  readonly augment: readonly NodeShape[] | undefined;
}

const shapes: fc.Arbitrary<ModuleShape> = fc.record({
  typedefs: fc.array(plainType, { minLength: TYPEDEFS, maxLength: TYPEDEFS }),
  groupings: fc.array(siblings(1, false), { minLength: GROUPINGS, maxLength: GROUPINGS }),
  nodes: siblings(3, true),
  input: siblings(1, false),
  event: siblings(1, false),
  augment: fc.option(siblings(1, false), { nil: undefined }),
});

/** The modules in the order in which they refer to each other; all are to be implemented. */
export const modules: fc.Arbitrary<readonly ModuleText[]> = shapes.map((shape) => {
  const writer = new Writer('m');
  const groupings = shape.groupings.map((nodes, index) =>
    statement('grouping', `group-${index}`, ...writer.nodes(nodes, { inGrouping: true })),
  );
  const top = statement('container', 'top', ...writer.nodes(shape.nodes, { path: ['top'] }));
  const main = statement(
    'module',
    'm',
    statement('yang-version', '1.1'),
    statement('namespace', 'urn:m'),
    statement('prefix', 'm'),
    statement('feature', 'on'),
    ...IDENTITIES,
    ...shape.typedefs.map(({ draft }, index) => statement('typedef', typedefName(index), draft)),
    ...groupings,
    top,
    statement('rpc', 'call', statement('input', undefined, ...writer.nodes(shape.input, { inGrouping: true }))),
    statement('notification', 'event', ...writer.nodes(shape.event, { inGrouping: true })),
  );
  const texts = [{ name: 'm', text: printStatement(main) }];
  return shape.augment === undefined ? texts : [...texts, augmenting(shape.augment)];
});

const IDENTITIES: readonly Draft[] = [
  statement('identity', 'base-id'),
  statement('identity', 'id-a', statement('base', 'base-id')),
  statement('identity', 'id-b', statement('base', 'base-id')),
  statement('identity', 'id-c', statement('base', 'id-a')),
];

/** Nodes of a second module; what they define of their own is optional, as augments of another module have to be. */
function augmenting(nodes: readonly NodeShape[]): ModuleText {
  const own = new Writer('x').nodes(nodes.map(optional), { inGrouping: true });
  const module = statement(
    'module',
    'x',
    statement('yang-version', '1.1'),
    statement('namespace', 'urn:x'),
    statement('prefix', 'x'),
    statement('import', 'm', statement('prefix', 'm')),
    statement('identity', 'base-id'),
    statement('identity', 'id-a', statement('base', 'm:id-b'), statement('base', 'base-id')),
    ...Array.from({ length: TYPEDEFS }, (_, index) =>
      statement('typedef', typedefName(index), statement('type', 'string')),
    ),
    statement('augment', '/m:top', ...own),
  );
  return { name: 'x', text: printStatement(module) };
}

/** In a container with presence nothing is missed before it is there. */
const optional = (node: NodeShape): NodeShape =>
  node.kind === 'anydata' || node.kind === 'anyxml'
    ? node
    : { kind: 'container', presence: true, config: true, condition: undefined, children: [node] };
