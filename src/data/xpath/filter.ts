/** XPath filters of NETCONF (RFC 6241 §8.9): the selected nodes, their ancestors, and the keys of list entries. */
import type { Schema } from '../../yang/schema.js';
import { valueType, type XPath } from '../../yang/xpath/index.js';
import { entriesFrom } from '../entries/index.js';
import { container, entry, leafList, list, withChildren } from '../nodes.js';
import { RpcError } from '../rpc-error.js';
import { atOnce, type Steps, type TimeSlice } from '../time-slice.js';
import type { Children, Data, LeafListItem, ListEntry, Tree } from '../tree.js';
import { accessibleTree } from './document.js';
import type { XPathNode } from './node.js';
import { evaluateSteps } from './steps.js';
import { toNodes } from './value.js';

/** Bound of touched nodes: enough to search a datastore of a million nodes, and the reply comes within seconds. */
const MAX_NODES = 10_000_000;

/** @throws RpcError invalid-value when the expression does not yield a node-set; its text tells that */
export function requireNodeSet(xpath: XPath): void {
  const type = valueType(xpath.expr);
  if (type === 'node-set') return;
  throw new RpcError({
    type: 'protocol',
    tag: 'invalid-value',
    message: `the filter '${xpath.text}' yields a ${type}; it must select nodes`,
  });
}

/**
 * Selects the nodes of the expression, in steps. Raises RpcError: invalid-value when it yields no node-set,
 * resource-denied when it touches too many nodes.
 */
export function* selectNodesSteps(
  tree: Tree,
  xpath: XPath,
  schema: Schema,
  slice: TimeSlice,
): Steps<readonly XPathNode[]> {
  requireNodeSet(xpath);
  const document = accessibleTree({ schema, datastore: tree, maxNodes: MAX_NODES });
  return toNodes(yield* evaluateSteps(xpath, document, slice));
}

/** Selects the nodes at once. */
export function selectNodes(tree: Tree, xpath: XPath, schema: Schema): readonly XPathNode[] {
  return atOnce((slice) => selectNodesSteps(tree, xpath, schema, slice));
}

/** Returns the part of the tree that an XPath filter selects; raises as `selectNodes` does. */
export function xpathFilter(tree: Tree, xpath: XPath, schema: Schema): Tree {
  return atOnce((slice) => treeOfNodesSteps(tree, selectNodes(tree, xpath, schema), slice));
}

/** Returns the tree of the given nodes and their ancestors, in steps. */
export function* treeOfNodesSteps(tree: Tree, nodes: readonly XPathNode[], slice: TimeSlice): Steps<Tree> {
  const kept = new Kept(slice);
  for (const node of nodes) {
    if (slice.due) yield;
    kept.keep(node);
  }
  return yield* kept.tree(tree);
}

/** Collects nodes with their ancestors, and builds the tree of only those. */
class Kept {
  readonly #whole = new Set<XPathNode>();
  readonly #below = new Map<XPathNode, Set<XPathNode>>();
  #root: XPathNode | undefined;

  constructor(readonly slice: TimeSlice) {}

  keep(selected: XPathNode): void {
    const node = selected.kind === 'text' && selected.parent ? selected.parent : selected;
    if (isAssumed(node)) return;
    this.#whole.add(node);
    let child = node;
    for (let parent = child.parent; parent; child = parent, parent = parent.parent) {
      const siblings = this.#below.get(parent);
      if (siblings) {
        siblings.add(child);
        return;
      }
      this.#below.set(parent, new Set([child]));
    }
    this.#root = child;
  }

  *tree(whole: Tree): Steps<Tree> {
    const root = this.#root;
    if (!root) return withChildren(whole, new Map());
    return this.#whole.has(root) ? whole : withChildren(whole, yield* this.#children(root));
  }

  *#children(parent: XPathNode): Steps<Children> {
    const entries = new Map<string, (ListEntry | LeafListItem)[]>();
    const children = new Map<string, Data>();
    for (const node of this.#below.get(parent) ?? []) {
      if (this.slice.due) yield;
      const data = yield* this.#part(node);
      if (data.kind !== 'entry' && data.kind !== 'item') children.set(data.schema.qname, data);
      else {
        const { qname } = data.schema;
        const siblings = entries.get(qname);
        if (siblings) siblings.push(data);
        else entries.set(qname, [data]);
      }
    }
    for (const [qname, siblings] of entries) {
      const data = gather(siblings);
      if (data) children.set(qname, data);
    }
    return children;
  }

  *#part(node: XPathNode): Steps<Exclude<Data, { kind: 'list' | 'leaf-list' }> | ListEntry | LeafListItem> {
    const { data } = node;
    if (data.kind === 'root') throw new Error('the root stands below no node');
    if (this.#whole.has(node)) return data;
    switch (data.kind) {
      case 'container':
        return container(data.schema, yield* this.#children(node), data.meta);
      case 'entry': {
        const children = new Map<string, Data>();
        for (const { qname } of data.schema.keys) {
          const key = data.children.get(qname);
          if (key) children.set(qname, key);
        }
        for (const [qname, child] of yield* this.#children(node)) children.set(qname, child);
        return entry(data.schema, data.key, children, data.meta);
      }
      default:
        return data;
    }
  }
}

function gather(siblings: readonly (ListEntry | LeafListItem)[]): Data | undefined {
  const entries = siblings.filter((data) => data.kind === 'entry');
  const items = siblings.filter((data) => data.kind === 'item');
  if (entries[0]) return list(entries[0].schema, entriesFrom(entries[0].schema, entries));
  return items[0] && leafList(items[0].schema, entriesFrom(items[0].schema, items));
}

/** True when the node is in use without being in the tree. */
function isAssumed(node: XPathNode): boolean {
  const { data, parent } = node;
  if (!parent || !('children' in parent.data) || data.kind === 'root') return false;
  return !parent.data.children.has(data.schema.qname) || isAssumed(parent);
}
