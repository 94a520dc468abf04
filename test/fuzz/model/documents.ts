/** Arbitrary documents of any schema: RFC 7951 values that have what is mandatory, and Trees that are valid. */
import fc from 'fast-check';
import {
  applyEdit,
  decodeJson,
  editAt,
  parseInstancePath,
  RpcError,
  type Tree,
  validate,
} from '../../../src/data/index.js';
import {
  canonical,
  type DataNode,
  type DataParent,
  type ListNode,
  type Schema,
  type SchemaNode,
} from '../../../src/yang/index.js';
import { valuesOf } from './values.js';

export type JsonObject = Readonly<Record<string, unknown>>;
type Members = readonly (readonly [string, unknown])[];

/** Members of a parent, of the right types; conditions, references and uniqueness are not minded. */
export function objects(schema: Schema, parent: DataParent): fc.Arbitrary<JsonObject> {
  const keys = new Set<SchemaNode>(parent.kind === 'list' ? parent.keys : []);
  return members(schema, parent.children, parent, keys).map((all) => Object.fromEntries(all));
}

/**
 * Valid documents of the schema's datastore. What a document should not have is taken out of it until it is valid; undefined
 * where that does not help, as some schemas have no valid document, or none that is easily found.
 */
export function validTrees(schema: Schema): fc.Arbitrary<Tree | undefined> {
  return objects(schema, schema.root).map((value) => repaired(schema, value));
}

function members(
  schema: Schema,
  nodes: readonly SchemaNode[],
  parent: DataParent,
  keys: ReadonlySet<SchemaNode>,
): fc.Arbitrary<Members> {
  const each = nodes.map((node): fc.Arbitrary<Members> => {
    switch (node.kind) {
      case 'choice': {
        const cases = node.cases.map((one) => members(schema, one.children, parent, keys));
        return node.mandatory ? fc.oneof(...cases) : fc.oneof(fc.constant([]), ...cases);
      }
      case 'container':
      case 'list':
      case 'leaf':
      case 'leaf-list':
      case 'anydata':
      case 'anyxml': {
        const name = parent.kind === 'root' || parent.module.name !== node.module.name ? node.qname : node.name;
        const value = nodeValue(schema, node).map((one): Members => (one === undefined ? [] : [[name, one]]));
        return keys.has(node) || isNeeded(node) ? value : fc.oneof(fc.constant<Members>([]), value);
      }
      default:
        return fc.constant([]);
    }
  });
  return fc.tuple(...each).map((all) => all.flat());
}

function isNeeded(node: DataNode): boolean {
  if (node.kind === 'container') return !node.presence;
  return 'mandatory' in node ? node.mandatory : 'minElements' in node && node.minElements > 0;
}

/** undefined: none at all, such as a list without entries. */
function nodeValue(schema: Schema, node: DataNode): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case 'container':
      return objects(schema, node);
    case 'list': {
      const limits = { minLength: node.minElements, maxLength: node.maxElements ?? node.minElements + 3 };
      const entries = fc.uniqueArray(objects(schema, node), { ...limits, selector: keyIn(node), size: 'max' });
      return entries.map((all) => (all.length === 0 ? undefined : all));
    }
    case 'leaf':
      return fc.constantFrom(undefined, ...valuesOf(node.type, schema, node.module.name)).map(
        // Nothing only where there is nothing that the type allows.
        (value) => value ?? valuesOf(node.type, schema, node.module.name)[0],
      );
    case 'leaf-list': {
      const values = valuesOf(node.type, schema, node.module.name);
      const minLength = Math.min(node.minElements, values.length);
      const maxLength = Math.max(minLength, Math.min(node.maxElements ?? 4, values.length));
      return fc
        .shuffledSubarray([...values], { minLength, maxLength })
        .map((all) => (all.length === 0 ? undefined : all));
    }
    case 'anydata':
      return fc.constantFrom({}, { 'm:top': {} }, { 'other:thing': { x: 'y', z: [1, 2] } });
    case 'anyxml':
      return fc.constantFrom('text', { x: 'y' }, {});
  }
}

const keyIn =
  (list: ListNode) =>
  (entry: JsonObject): string =>
    JSON.stringify(list.keys.map(({ name }) => canonical((entry[name] ?? '') as string)));

const ATTEMPTS = 6;

/** Trees of the right types below any parent, valid or not; undefined where a key's type allows no value we know. */
export function decodable(schema: Schema, parent: DataParent): fc.Arbitrary<Tree | undefined> {
  return objects(schema, parent).map((value) => decoded(schema, parent, value));
}

function decoded(schema: Schema, parent: DataParent, value: JsonObject): Tree | undefined {
  try {
    return decodeJson(parent, value, { schema });
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

/** The value as a valid Tree, what its errors are about left out; undefined where that does not make it valid. */
function repaired(schema: Schema, value: JsonObject): Tree | undefined {
  let tree = decoded(schema, schema.root, value);
  if (tree === undefined) return undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const errors = errorsOf(tree, schema);
    if (errors.length === 0) return tree;
    for (const path of new Set(errors.map((error) => error.path ?? '/'))) tree = without(tree, path, schema);
  }
  return errorsOf(tree, schema).length === 0 ? tree : undefined;
}

function errorsOf(tree: Tree, schema: Schema): readonly RpcError[] {
  try {
    validate(tree, { schema });
    return [];
  } catch (error) {
    if (error instanceof RpcError) return error.all;
    throw error;
  }
}

function without(tree: Tree, path: string, schema: Schema): Tree {
  try {
    const edit = editAt(schema, parseInstancePath(schema, path), 'remove', undefined);
    return applyEdit(tree, edit, 'none', { schema });
  } catch (error) {
    if (error instanceof RpcError) return tree;
    throw error;
  }
}
