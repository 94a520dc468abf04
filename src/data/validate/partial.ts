/** Documents of a part of a datastore: the children of one container or list entry, as in RFC 8040 §4.5 - §4.6. */
import type { DataNode, DataParent, Schema } from '../../yang/schema.js';
import { keyLeaves } from '../algebra/edit-at.js';
import { entriesFrom, noEntries } from '../entries/index.js';
import { container, emptyTree, entry, list, treeOf } from '../nodes.js';
import type { InstancePath, PathStep } from '../path.js';
import type { Children, Data, ListEntry, ParentData, Tree } from '../tree.js';

/** True for trees that are part of a datastore. */
export function isPartial({ schema }: Tree): boolean {
  return schema.kind === 'container' || schema.kind === 'list';
}

/**
 * Returns the datastore with the document inserted at `at`: its nodes replace those of the same name. Missing ancestors
 * are created, list entries with their keys.
 *
 * @throws RangeError when `at` does not lead to an instance of the document's schema node
 */
export function graft(datastore: Tree | undefined, tree: Tree, at: InstancePath, schema: Schema): Tree {
  const last = at.at(-1);
  if (last?.schema !== tree.schema)
    throw new RangeError(`a document of '${tree.schema.path}' is checked with 'at', the instance that it is part of`);
  const base = datastore ?? emptyTree(schema.root);
  return treeOf(base.schema, below(base, at, tree, schema), base.meta);
}

function below(parent: ParentData | undefined, path: InstancePath, tree: Tree, schema: Schema): Children {
  const [step, ...rest] = path;
  const before = parent?.children ?? [];
  if (step === undefined) return new Map([...before, ...tree.children]);
  return new Map([...before, [step.schema.qname, stepInto(parent, step, rest, tree, schema)]]);
}

function stepInto(
  parent: ParentData | undefined,
  { schema: node, key }: PathStep,
  rest: InstancePath,
  tree: Tree,
  schema: Schema,
): Data {
  const there = parent?.children.get(node.qname);
  if (node.kind === 'container')
    return container(node, below(there?.kind === 'container' ? there : undefined, rest, tree, schema));
  if (node.kind !== 'list' || key === undefined)
    throw new RangeError(`nothing is part of '${node.path}'${node.kind === 'list' ? ' without its keys' : ''}`);
  const entries = there?.kind === 'list' ? there.entries : noEntries<ListEntry>(node);
  const known = entries.get(key) ?? entry(node, key, keyLeaves(schema, node, key));
  const one = entry(node, key, below(known, rest, tree, schema));
  return list(node, node.keys.length === 0 ? entriesFrom(node, [one]) : entries.set(key, one));
}

/** Returns the children of a parent that a document does not contain. */
export function absentFrom(tree: Tree, parent: DataParent): ReadonlySet<string> {
  const named = (node: DataNode) => (tree.children.has(node.qname) ? [] : [node.qname]);
  return new Set([...parent.data.values()].flatMap(named));
}
