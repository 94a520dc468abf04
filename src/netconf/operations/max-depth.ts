/** The max-depth parameter (RFC 8526 §3.1.1): levels counted from each node that the filter selects. */
import {
  type Children,
  type Data,
  elementsOf,
  entriesFrom,
  mapEntriesLater,
  type Tree,
  textOf,
  treeToWrite,
  withChildren,
  type XmlElement,
} from '../../data/index.js';

/**
 * Tells how a node was selected: `selected` itself, a function that cuts its children, or undefined when nothing below
 * is selected.
 */
type Look = (data: Data) => 'selected' | ((below: Children) => Children) | undefined;

/** Cuts the tree below the nodes that a subtree filter selects. @param filter undefined: no filter */
export function limitBelowSubtree(tree: Tree, filter: XmlElement | undefined, depth: number): Tree {
  if (!filter) return treeToWrite(tree, { depth });
  return withChildren(tree, cutSubtree(tree, tree.children, elementsOf(filter), depth));
}

function cutSubtree(tree: Tree, children: Children, elements: readonly XmlElement[], depth: number): Children {
  return cut(tree, children, depth, (data) => {
    const named = elements.filter((element) => names(element, data));
    if (named.length === 0) return undefined;
    const inside = named.map(elementsOf);
    if (inside.some(isWhole)) return 'selected';
    return (below) => cutSubtree(tree, below, inside.flat(), depth);
  });
}

/** True when the elements inside only compare values and select no node. */
function isWhole(inside: readonly XmlElement[]): boolean {
  return inside.every((element) => elementsOf(element).length === 0 && textOf(element).trim() !== '');
}

function names({ name, namespace }: XmlElement, { schema }: Data): boolean {
  return name === schema.name && (namespace === schema.module.namespace || namespace === '');
}

/** Cuts the tree below the nodes of an XPath result. @param selected the nodes of the result */
export function limitBelowNodes(tree: Tree, selected: ReadonlySet<unknown>, depth: number): Tree {
  const look: Look = (data) => (selected.has(data) ? 'selected' : (below) => cut(tree, below, depth, look, selected));
  return withChildren(tree, cut(tree, tree.children, depth, look, selected));
}

function cut(
  tree: Tree,
  children: Children,
  depth: number,
  look: Look,
  entriesSelected: ReadonlySet<unknown> = new Set(),
): Children {
  const result = new Map<string, Data>();
  for (const [qname, data] of children) {
    const found = look(data);
    if (found === undefined) result.set(qname, data);
    else if (found === 'selected') result.set(qname, limited(tree, data, depth));
    else if (data.kind === 'container') result.set(qname, withChildren(data, found(data.children)));
    else if (data.kind === 'list') {
      const entries = mapEntriesLater(data.schema, data.entries, (entry) => {
        if (!entriesSelected.has(entry)) return withChildren(entry, found(entry.children));
        const alone = limited(tree, { ...data, entries: entriesFrom(data.schema, [entry]) }, depth);
        return alone.kind === 'list' ? (alone.entries.get(entry.key) ?? entry) : entry;
      });
      result.set(qname, { ...data, entries });
    } else result.set(qname, data);
  }
  return result;
}

function limited(tree: Tree, data: Data, depth: number): Data {
  const alone = withChildren(tree, new Map([[data.schema.qname, data]]));
  return treeToWrite(alone, { depth }).children.get(data.schema.qname) ?? data;
}
