/** The accessible tree of an expression (RFC 7950 §6.4.1): a datastore, with the operation that is evaluated. */
import type { Schema, When } from '../../yang/schema.js';
import type { XPath } from '../../yang/xpath/index.js';
import { emptyTree, entry, item, NO_CHILDREN } from '../nodes.js';
import type { InstancePath } from '../path.js';
import { RpcError } from '../rpc-error.js';
import type { Data, LeafList, LeafListItem, List, ListEntry, Tree } from '../tree.js';
import { jsonNames, parseLexical, ValueFault } from '../values/index.js';
import { parsePathSyntax } from '../values/instance-path/lexer.js';
import { resolvePath } from '../values/instance-path/resolve.js';
import { evaluateXPath } from './evaluate.js';
import { type NodeOwner, XPathNode } from './node.js';
import { toBoolean, toNodes } from './value.js';

export interface AccessibleTreeOptions {
  readonly schema: Schema;
  /** The content of the datastore, where absolute paths start. Default: an empty one. */
  readonly datastore?: Tree;
  /** The rpc or action input or output, notification or structure, and the instance that holds it. */
  readonly operation?: { readonly tree: Tree; readonly at?: InstancePath };
  /** True when the datastore holds state data too, which expressions of configuration must not see (RFC 7950 §6.4.1). */
  readonly hidesState?: boolean;
  /** Maximum number of nodes that expressions may touch in total, else RpcError resource-denied. Default: no limit. */
  readonly maxNodes?: number;
}

/** The error that ends an evaluation in `within` when it would touch too many nodes. */
const MORE = new Error('more nodes than may be looked at at once');

/** The accessible tree with its nodes, for one unchanging document. */
export class XPathDocument implements NodeOwner {
  readonly schema: Schema;
  readonly root: XPathNode;
  /** The node of the operation, notification or structure, with its parameters as children; else the root. */
  readonly top: XPathNode;
  readonly hasOperation: boolean;
  readonly hidesState: boolean;
  readonly #maxNodes: number;
  #touched = 0;
  /** Number of nodes that the evaluation in `within` may still touch. */
  #left = Number.POSITIVE_INFINITY;

  constructor(options: AccessibleTreeOptions) {
    const { schema, datastore, operation, hidesState, maxNodes } = options;
    this.schema = schema;
    this.#maxNodes = maxNodes ?? Number.POSITIVE_INFINITY;
    this.hasOperation = operation !== undefined;
    this.hidesState = hidesState === true;
    this.root = new XPathNode(this, undefined, datastore ?? emptyTree(schema.root), 'root');
    this.top = operation ? this.#attach(operation.tree, operation.at ?? []) : this.root;
  }

  #attach(tree: Tree, at: InstancePath): XPathNode {
    const holder = this.nodeAt(at) ?? this.root;
    const node = new XPathNode(this, holder, tree);
    holder.attached = node;
    return node;
  }

  /** Returns the result of `evaluate`; undefined, without counting nodes, when it would touch more than `nodes`. */
  within<T>(nodes: number, evaluate: () => T): T | undefined {
    const touched = this.#touched;
    this.#left = nodes;
    try {
      return evaluate();
    } catch (error) {
      if (error !== MORE) throw error;
      this.#touched = touched;
      return undefined;
    } finally {
      this.#left = Number.POSITIVE_INFINITY;
    }
  }

  foresee(nodes: number): void {
    if (nodes > this.#left) throw MORE;
  }

  spend(nodes: number): void {
    this.#left -= nodes;
    if (this.#left < 0) throw MORE;
    this.#touched += nodes;
    if (this.#touched > this.#maxNodes) {
      throw new RpcError({
        type: 'application',
        tag: 'resource-denied',
        message: `the expression looks at more than ${this.#maxNodes} nodes; name the nodes on the way rather than searching for them`,
      });
    }
  }

  /** Returns the node at an instance path, if it exists (defaults in use included). */
  nodeAt(path: InstancePath): XPathNode | undefined {
    let node: XPathNode | undefined = this.root;
    for (const { schema, key } of path) {
      node = key === undefined ? node?.children(schema.qname)[0] : node?.entry(schema.qname, key);
    }
    return node;
  }

  locate(instanceIdentifier: string): XPathNode | undefined {
    const steps = parsePathSyntax(instanceIdentifier);
    if (steps instanceof ValueFault) return undefined;
    const path = resolvePath(steps, jsonNames(this.schema, ''), parseLexical);
    return path instanceof ValueFault ? undefined : this.nodeAt(path);
  }

  whenHolds(when: When, parent: XPathNode, data: Data): boolean {
    const context = when.onParent ? parent : this.#assumed(parent, data);
    return toBoolean(evaluateXPath(when.xpath, context, { configOnly: this.hidesState && data.schema.config }));
  }

  /** Makes a node for a condition. An assumed node is no child of its parent yet (RFC 7950 §7.21.5). */
  #assumed(parent: XPathNode, data: Data): XPathNode {
    return new XPathNode(this, parent, data.kind === 'list' || data.kind === 'leaf-list' ? firstEntry(data) : data);
  }

  select(xpath: XPath, context: XPathNode): readonly XPathNode[] {
    return toNodes(evaluateXPath(xpath, context));
  }
}

function firstEntry(data: List | LeafList): ListEntry | LeafListItem {
  if (data.kind === 'list') {
    for (const first of data.entries) return first;
    return entry(data.schema, '', NO_CHILDREN);
  }
  for (const first of data.entries) return first;
  return item(data.schema, '', '');
}

/** Makes the accessible tree for the evaluation of expressions. */
export function accessibleTree(options: AccessibleTreeOptions): XPathDocument {
  return new XPathDocument(options);
}
