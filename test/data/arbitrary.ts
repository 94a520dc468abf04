import fc from 'fast-check';
import { parseJsonValue, ValueFault } from '../../src/data/values/index.js';
import type { DataNode, DataParent, LeafValue, Schema, SchemaNode, Type } from '../../src/yang/index.js';

/** RFC 7951 values of a parent's children, whatever the schema; constraints other than types are not minded. */
export function documents(schema: Schema, parent: DataParent): fc.Arbitrary<Record<string, unknown>> {
  return objectOf(schema, parent);
}

function objectOf(schema: Schema, parent: DataParent): fc.Arbitrary<Record<string, unknown>> {
  const keys = new Set<DataNode>(parent.kind === 'list' ? parent.keys : []);
  return membersOf(schema, parent.children, parent, keys).map((members) => Object.fromEntries(members));
}

type Members = readonly (readonly [string, unknown])[];

function membersOf(
  schema: Schema,
  nodes: readonly SchemaNode[],
  parent: DataParent,
  keys: ReadonlySet<SchemaNode>,
): fc.Arbitrary<Members> {
  const each = nodes.map((node): fc.Arbitrary<Members> => {
    switch (node.kind) {
      case 'choice':
        return fc.oneof(fc.constant([]), ...node.cases.map((one) => membersOf(schema, one.children, parent, keys)));
      case 'container':
      case 'list':
      case 'leaf':
      case 'leaf-list':
      case 'anydata':
      case 'anyxml': {
        const name = parent.kind === 'root' || parent.module.name !== node.module.name ? node.qname : node.name;
        const value = nodeValue(schema, node).map((one): Members => [[name, one]]);
        return keys.has(node)
          ? value
          : fc.oneof({ weight: 2, arbitrary: fc.constant<Members>([]) }, { weight: 1, arbitrary: value });
      }
      default:
        return fc.constant([]);
    }
  });
  return fc
    .tuple(...each)
    .map((all) => all.flat().filter(([, value]) => !(Array.isArray(value) && value.length === 0)));
}

function nodeValue(schema: Schema, node: DataNode): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case 'container':
      return objectOf(schema, node);
    case 'list': {
      const entry = objectOf(schema, node);
      const key = (value: Record<string, unknown>): string => JSON.stringify(node.keys.map((leaf) => value[leaf.name]));
      return node.keys.length === 0
        ? fc.array(entry, { maxLength: 5 })
        : fc.uniqueArray(entry, { selector: key, maxLength: 8 });
    }
    case 'leaf':
      return typed(schema, node, node.type);
    case 'leaf-list': {
      const items = typed(schema, node, node.type);
      return node.config
        ? fc.uniqueArray(items, { selector: (value) => JSON.stringify(value), maxLength: 8 })
        : fc.array(items, { maxLength: 8 });
    }
    default:
      return fc.constantFrom({}, { 'extra:name': { x: 'y' } }, { 'extra:name': {} });
  }
}

/** Values of a type, canonical. */
function typed(schema: Schema, node: DataNode, type: Type): fc.Arbitrary<LeafValue> {
  const module = node.module.name;
  return candidates(type)
    .map((value) => parseJsonValue(type, value, { schema, module }))
    .filter((value): value is LeafValue => !(value instanceof ValueFault));
}

const TEXTS = ['', 'a', 'b', 'é😀', ' a ', 'x', 'x:y', "it's", '<&>"', 'a\r\n\tb', 'fast'];

function candidates(type: Type): fc.Arbitrary<unknown> {
  switch (type.base) {
    case 'string':
      return fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme', maxLength: 5 }));
    case 'binary':
      return fc.uint8Array({ maxLength: 4 }).map((octets) => Buffer.from(octets).toString('base64'));
    case 'boolean':
      return fc.boolean();
    case 'empty':
      return fc.constant([null]);
    case 'enumeration':
      return fc.constantFrom(...type.enums.keys());
    case 'bits':
      return fc.subarray([...type.bits.keys()]).map((names) => names.join(' '));
    case 'identityref':
      return fc.constantFrom(...type.identities.keys());
    case 'instance-identifier':
      return fc.constantFrom(
        '/box:box',
        "/box:box/port[number='1']/extra:vlan",
        "/box:box/pair[kind='extra:warp'][id='x']",
        "/box:box/tag[.='a']",
      );
    case 'leafref':
      return candidates(type.target);
    case 'union':
      return fc.oneof(...type.members.map(candidates));
    case 'int64':
    case 'uint64':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map(String);
    case 'decimal64':
      return fc
        .tuple(fc.integer({ min: -11, max: 11 }), fc.nat(999))
        .map(([whole, fraction]) => `${whole}.${fraction}`);
    default:
      return fc.oneof(fc.integer({ min: -200, max: 300 }), fc.integer({ min: 0, max: 4 }));
  }
}
