/** The accessible tree of an expression (RFC 7950 §6.4.1): a datastore, and what hangs in it while an operation runs. */
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
  /** The datastore's content: what absolute paths lead into. Absent: an empty one. */
  readonly datastore?: Tree;
  /** The rpc or action input or output, notification or structure that is looked at, and the instance that holds it. */
  readonly operation?: { readonly tree: Tree; readonly at?: InstancePath };
  /** The datastore holds state data as well, which expressions about configuration are not to see (RFC 7950 §6.4.1). */
  readonly hidesState?: boolean;
  /** How many nodes expressions may touch in all before RpcError resource-denied is raised; without it, any number. */
  readonly maxNodes?: number;
}

/** Ends what would touch more nodes than it may at once. */
const MORE = new Error('more nodes than may be looked at at once');

/** The accessible tree with its nodes; to be used for one unchanging document and then dropped. */
export class XPathDocument implements NodeOwner {
  readonly schema: Schema;
  readonly root: XPathNode;
  /** The node of the operation, notification or structure, its parameters as children; the root when there is none. */
  readonly top: XPathNode;
  readonly hasOperation: boolean;
  readonly hidesState: boolean;
  readonly #maxNodes: number;
  #touched = 0;
  /** Nodes that may be touched yet by what is evaluated at once. */
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

  /** What `evaluate` gives; undefined, and nothing accounted for, where that would touch more nodes. */
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

  /** The node at an instance path, if the document has it (defaults in use included). */
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

  /** The node a condition is asked for may be only assumed: then it is no child of its parent yet (RFC 7950 §7.21.5). */
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

/** Makes the accessible tree for evaluating expressions. */
export function accessibleTree(options: AccessibleTreeOptions): XPathDocument {
  return new XPathDocument(options);
}
