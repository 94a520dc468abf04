/** Typed access to the configuration for rooms, with the defaults in use. */
import { type Children, container, type Data, entryKey, type Tree } from '../data/index.js';
import type { Configuration } from '../generated/providers.js';
import type { ContainerNode, DataNode, DataParent, LeafValue, ListNode } from '../yang/index.js';
import { configurationInUse, keptConfiguration } from './values-in-use.js';

type Path = keyof Configuration;
type Value<P extends Path> = Configuration[P]['value'];

/** Key values by position, outermost first, without the names of the generated keys. */
type KeyValues<P extends Path> = Configuration[P]['keys'] extends readonly [
  infer A extends LeafValue,
  infer B extends LeafValue,
  infer C extends LeafValue,
]
  ? readonly [A, B, C]
  : Configuration[P]['keys'] extends readonly [infer A extends LeafValue, infer B extends LeafValue]
    ? readonly [A, B]
    : Configuration[P]['keys'] extends readonly [infer A extends LeafValue]
      ? readonly [A]
      : never;

/** Paths of nodes that are in no list. */
type ContainerPath = { [P in Path]: Configuration[P]['keys'] extends readonly [] ? P : never }[Path];
type ListPath = Exclude<Path, ContainerPath>;

/**
 * Returns the value of a container. A container without presence exists with its defaults also when it is not configured.
 *
 * @param tree running, or another datastore's content
 */
export function configuration<P extends ContainerPath>(tree: Tree, path: P): Value<P> {
  const { children, node } = placeOf(tree, path, []);
  const found = children.get(node.qname) ?? absent(node);
  // The types are generated from the schema that the tree has.
  return (found && keptConfiguration(found)) as Value<P>;
}

/** Returns an entry of a list, or a container in one; undefined when it does not exist. @param keys outermost first */
export function configuredEntry<P extends ListPath>(tree: Tree, path: P, ...keys: KeyValues<P>): Value<P> | undefined {
  const { children, node, left } = placeOf(tree, path, keys);
  const data = children.get(node.qname);
  const found = data?.kind === 'list' ? data.entries.get(entryKey(left)) : data;
  return found && (keptConfiguration(found) as Value<P>);
}

/** Returns the entries of a top-level list in their order: the same array until one of them changes. */
export function configuredEntries<P extends ListPath>(tree: Tree, path: P): readonly Value<P>[] {
  const { children, node } = placeOf(tree, path, []);
  const data = children.get(node.qname);
  return data?.kind === 'list' ? (keptConfiguration(data) as readonly Value<P>[]) : NONE;
}

/** Returns the entries of a top-level list but some, whose values are not computed. @param but keys of these */
export function configuredOthers<P extends ListPath>(
  tree: Tree,
  path: P,
  but: readonly KeyValues<P>[],
): readonly Value<P>[] {
  const { children, node } = placeOf(tree, path, []);
  const data = children.get(node.qname);
  if (data?.kind !== 'list') return NONE;
  const left = new Set(but.map((keys) => entryKey(keys)));
  return [...data.entries].filter(({ key }) => !left.has(key)).map((entry) => keptConfiguration(entry) as Value<P>);
}

/** Yields the entries one after another, without caching their values. */
export function* eachConfigured<P extends ListPath>(tree: Tree, path: P): Iterable<Value<P>> {
  const { children, node } = placeOf(tree, path, []);
  const data = children.get(node.qname);
  if (data?.kind !== 'list') return;
  for (const entry of data.entries) yield configurationInUse(entry) as Value<P>;
}

const NONE: readonly never[] = [];

const absentContainers = new WeakMap<ContainerNode, Data>();

function absent(node: DataNode): Data | undefined {
  if (node.kind !== 'container' || node.presence) return undefined;
  const known = absentContainers.get(node) ?? container(node, NOTHING);
  absentContainers.set(node, known);
  return known;
}

const NOTHING: Children = new Map();

interface Place {
  /** The siblings of the node. */
  readonly children: Children;
  readonly node: DataNode;
  /** Keys that no enclosing list has used. */
  readonly left: readonly LeafValue[];
}

function placeOf(tree: Tree, path: string, keys: readonly LeafValue[]): Place {
  const [node, ...above] = nodesOn(tree.schema, path).toReversed();
  if (!node) throw new Error(`the models have no configuration at ${path}`);
  let children = tree.children;
  let left = keys;
  for (const each of above.reverse()) {
    const data = children.get(each.qname);
    if (each.kind === 'list') {
      const entry = data?.kind === 'list' ? data.entries.get(entryKey(left.slice(0, each.keys.length))) : undefined;
      children = entry?.children ?? NOTHING;
      left = left.slice(each.keys.length);
    } else children = data?.kind === 'container' ? data.children : NOTHING;
  }
  return { children, node, left };
}

const paths = new WeakMap<DataParent, Map<string, readonly (ContainerNode | ListNode)[]>>();

/** Returns the containers and lists of a schema path, outermost first; none when the schema does not have it. */
function nodesOn(root: DataParent, path: string): readonly (ContainerNode | ListNode)[] {
  const known = paths.get(root) ?? new Map<string, readonly (ContainerNode | ListNode)[]>();
  paths.set(root, known);
  const found = known.get(path) ?? walk(root, path.split('/').slice(1));
  known.set(path, found);
  return found;
}

function walk(root: DataParent, steps: readonly string[]): readonly (ContainerNode | ListNode)[] {
  const nodes: (ContainerNode | ListNode)[] = [];
  let parent = root;
  for (const step of steps) {
    const node = parent.data.get(step.includes(':') ? step : `${parent.module.name}:${step}`);
    if (node?.kind !== 'container' && node?.kind !== 'list') return [];
    nodes.push(node);
    parent = node;
  }
  return nodes;
}
