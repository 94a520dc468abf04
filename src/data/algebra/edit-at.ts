/** Edits of one node at a path, for RESTCONF methods and programs. */
import type { LeafValue, ListNode, Schema } from '../../yang/schema.js';
import { entriesFrom } from '../entries/index.js';
import { container, emptyTree, entry, item, leaf, leafList, list, NO_CHILDREN, treeOf } from '../nodes.js';
import type { InstancePath, PathStep } from '../path.js';
import { noteSchema } from '../schema-of.js';
import {
  type Children,
  type Data,
  type EditOperation,
  keyValues,
  type LeafListItem,
  type ListEntry,
  type Metadata,
  type Tree,
} from '../tree.js';
import { jsonNames, parseLexical, ValueFault } from '../values/index.js';

/**
 * Returns an edit tree for `applyEdit` with default operation 'none'. It applies `operation` to the node at `path`. The
 * ancestors stay unchanged and must exist (else `data-missing`). `node` is the new content; deletions need none. A path
 * that ends at a list or leaf-list without a key means all its entries.
 */
export function editAt(
  schema: Schema,
  path: InstancePath,
  operation: EditOperation,
  node: Data | ListEntry | LeafListItem | undefined,
  insert?: Metadata['insert'],
): Tree {
  noteSchema(schema);
  const last = path.at(-1);
  if (last === undefined) return emptyTree(schema.root);
  const meta: Metadata = { annotations: node?.meta?.annotations, operation, insert };
  let below: Data = wrapped({ ...(node ?? skeleton(schema, last)), meta });
  for (const step of path.slice(0, -1).toReversed()) below = around(schema, step, below);
  return treeOf(schema.root, new Map([[below.schema.qname, below]]));
}

/** Returns an entry or item inside its list, as a parent holds it. */
function wrapped(node: Data | ListEntry | LeafListItem): Data {
  switch (node.kind) {
    case 'entry':
      return list(node.schema, entriesFrom(node.schema, [node]));
    case 'item':
      return leafList(node.schema, entriesFrom(node.schema, [node]));
    default:
      return node;
  }
}

function around(schema: Schema, { schema: node, key }: PathStep, below: Data): Data {
  const inside: Children = new Map([[below.schema.qname, below]]);
  if (node.kind === 'container') return container(node, inside);
  if (node.kind !== 'list' || key === undefined)
    throw new RangeError(`a path cannot go on below '${node.qname}'${node.kind === 'list' ? ' without its keys' : ''}`);
  return wrapped(entry(node, key, new Map([...keyLeaves(schema, node, key), ...inside])));
}

/** Returns a node with only the content that identifies it. */
function skeleton(schema: Schema, { schema: node, key }: PathStep): Data | ListEntry | LeafListItem {
  switch (node.kind) {
    case 'container':
      return container(node, NO_CHILDREN);
    case 'leaf':
      return leaf(node, '');
    case 'list':
      return key === undefined
        ? list(node, entriesFrom<ListEntry>(node, []))
        : entry(node, key, keyLeaves(schema, node, key));
    case 'leaf-list':
      return key === undefined
        ? leafList(node, entriesFrom<LeafListItem>(node, []))
        : item(node, key, keyValue(schema, node.type, keyValues(key)[0] ?? '', node.module.name));
    default:
      return { kind: 'any', schema: node, content: { form: 'json', value: {} } };
  }
}

/** Returns the key leaves of the entry `key`. Exported for documents that are part of an entry. */
export function keyLeaves(schema: Schema, node: ListNode, key: string): Map<string, Data> {
  const values = keyValues(key);
  return new Map(
    node.keys.map((one, i) => [one.qname, leaf(one, keyValue(schema, one.type, values[i] ?? '', one.module.name))]),
  );
}

function keyValue(schema: Schema, type: Parameters<typeof parseLexical>[0], text: string, module: string): LeafValue {
  const value = parseLexical(type, text, jsonNames(schema, module));
  if (value instanceof ValueFault)
    throw new RangeError(`a path has a key that does not fit its type: ${value.message}`);
  return value;
}
