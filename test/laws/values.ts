/** Values that a type allows: out of a pool of likely ones, those that it takes and that look the same in XML. */
import {
  formatPath,
  type InstancePath,
  jsonNames,
  parseJsonValue,
  parseLexical,
  ValueFault,
} from '../../src/data/index.js';
import { canonical, type DataNode, type LeafValue, type Schema, type Type } from '../../src/yang/index.js';

const STRINGS = [
  'a',
  '',
  'b',
  'abc',
  'é😀',
  ' a ',
  ' b ',
  '  ',
  "it's",
  '<&>"',
  ']]>',
  'a\tb\nc\r\nd',
  '__proto__',
  'constructor',
  'm:id-a',
  'true',
  '7',
  '\u2028',
];

/** The values by type: those of one leaf in one place. */
const cache = new WeakMap<Type, readonly LeafValue[]>();

export function valuesOf(type: Type, schema: Schema, module: string): readonly LeafValue[] {
  const known = cache.get(type);
  if (known !== undefined) return known;
  const found = new Map<string, LeafValue>();
  for (const candidate of candidates(type, schema)) {
    const value = parseJsonValue(type, candidate, { schema, module });
    if (value instanceof ValueFault) continue;
    // In a union with numbers the string "7" is a number in XML (RFC 7951 §6.10): no round trip can keep it.
    const inXml = parseLexical(type, canonical(value), jsonNames(schema, module));
    if (!(inXml instanceof ValueFault) && inXml === value) found.set(canonical(value), value);
  }
  const values = [...found.values()];
  cache.set(type, values);
  return values;
}

function candidates(type: Type, schema: Schema): readonly unknown[] {
  switch (type.base) {
    case 'string':
      return STRINGS;
    case 'binary':
      return ['', 'AA==', 'AAE=', 'qqqq', '//8='];
    case 'boolean':
      return [true, false];
    case 'empty':
      return [[null]];
    case 'enumeration':
      return [...type.enums.keys()];
    case 'bits': {
      const names = [...type.bits.keys()];
      return ['', ...names, names.join(' '), names.slice(0, 2).join(' ')];
    }
    case 'identityref':
      return [...type.identities.keys()];
    case 'instance-identifier':
      return instancePaths(schema);
    case 'leafref':
      return candidates(type.target, schema);
    case 'union':
      return type.members.flatMap((member) => candidates(member, schema));
    case 'decimal64':
      return ['0.0', '-1.5', '0.1', '7.5', '8.0', '-0.3', '0.000000000000000001', '-9.223372036854775808'];
    case 'int64':
    case 'uint64':
      return [0n, 7n, -1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 64n - 1n, -(2n ** 63n)].map(String);
    default:
      return [1, 0, 7, -1, 2, 3, 127, -128, 255, 65535, 4294967295];
  }
}

const paths = new WeakMap<Schema, readonly string[]>();
const MOST_PATHS = 40;

/** Paths to nodes that documents of the schema may have. */
function instancePaths(schema: Schema): readonly string[] {
  const known = paths.get(schema);
  if (known !== undefined) return known;
  const found: string[] = [];
  // The keys of a path may be instance-identifiers, too: those take the shortest ones.
  paths.set(schema, ['/m:top']);
  const visit = (nodes: Iterable<DataNode>, above: InstancePath): void => {
    for (const node of nodes) {
      if (found.length >= MOST_PATHS) return;
      const keys =
        node.kind === 'list' ? node.keys.map(({ type, module }) => valuesOf(type, schema, module.name)[0]) : [];
      if (keys.includes(undefined)) continue;
      const key = keys.length > 0 ? keys.map((one) => canonical(one ?? '')).join('\u0000') : undefined;
      const item = node.kind === 'leaf-list' ? valuesOf(node.type, schema, node.module.name)[0] : undefined;
      const position = node.kind === 'list' && node.keys.length === 0 ? '1' : undefined;
      const at = [
        ...above,
        { schema: node, key: key ?? position ?? (item === undefined ? undefined : canonical(item)) },
      ];
      if (node.kind !== 'leaf-list' || item !== undefined) found.push(formatPath(at));
      if ('data' in node) visit(node.data.values(), at);
    }
  };
  visit(schema.root.data.values(), []);
  paths.set(schema, found);
  return found;
}
