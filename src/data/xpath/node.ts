/**
 * Nodes of the XPath data model over Trees. Nodes of a Tree do not know their parents, so XPath nodes are made on
 * demand, once per document: two paths to the same place give the same object, so node-sets have no duplicates.
 */
import type {
  DataNode,
  DataParent,
  NotificationNode,
  OperationNode,
  OperationPartNode,
  Schema,
  SchemaNode,
  StructureNode,
  When,
} from '../../yang/schema.js';
import { canonical } from '../../yang/types.js';
import type { XPath } from '../../yang/xpath/index.js';
import type { Any, Children, Container, Data, Leaf, LeafListItem, ListEntry, Tree } from '../tree.js';
import { defaultOf } from './in-use.js';

/** The data behind an XPath node. Lists and leaf-lists are not nodes: each entry is one. */
export type NodeData = Tree | Container | ListEntry | Leaf | LeafListItem | Any;

/** The services of the document that its nodes use. */
export interface NodeOwner {
  readonly schema: Schema;
  readonly root: XPathNode;
  /** True when the tree of an operation or notification is attached: the document holds more than the schema of its root. */
  readonly hasOperation: boolean;
  /** Counts the nodes touched. @throws RpcError when an expression touches too many */
  spend(nodes: number): void;
  /** Announces many nodes before they are made; the owner may refuse them. */
  foresee(nodes: number): void;
  /** Evaluates `when` for the child `data` of `parent`, which exists or is only assumed. */
  whenHolds(when: When, parent: XPathNode, data: Data): boolean;
  /** Selects the nodes of a path from a context node. */
  select(xpath: XPath, context: XPathNode): readonly XPathNode[];
  /** Finds the node that an instance-identifier value refers to; undefined when it does not exist. */
  locate(instanceIdentifier: string): XPathNode | undefined;
}

/** Number of characters of a remembered text that cost as much as one node. */
const CHARACTERS = 64;

const NONE: readonly XPathNode[] = [];
const NO_CHILDREN: Children = new Map();

export class XPathNode {
  readonly owner: NodeOwner;
  readonly parent: XPathNode | undefined;
  /** A text node has the data of its leaf. */
  readonly kind: 'root' | 'element' | 'text';
  readonly data: NodeData;
  readonly depth: number;
  /** The schema node that gives the name; for the tree of an operation, the operation; undefined for the root. */
  readonly named: DataNode | OperationNode | NotificationNode | StructureNode | undefined;
  /** The tree of an operation or notification, when it is attached below this node (RFC 7950 §6.4.1). */
  attached: XPathNode | undefined;
  #byName: Map<string, readonly XPathNode[]> | undefined;
  #byKey: Map<string, Map<string, XPathNode>> | undefined;
  #all: readonly XPathNode[] | undefined;
  #text: string | undefined;
  #order = -1;

  constructor(
    owner: NodeOwner,
    parent: XPathNode | undefined,
    data: NodeData,
    kind: 'root' | 'element' | 'text' = 'element',
  ) {
    this.owner = owner;
    this.parent = parent;
    this.kind = kind;
    this.data = data;
    this.depth = parent ? parent.depth + 1 : 0;
    this.named = kind === 'root' ? undefined : namedBy(data.schema);
  }

  /** Returns the schema of the data children of this node. */
  get container(): DataParent | undefined {
    const { data } = this;
    switch (data.kind) {
      case 'root':
      case 'container':
      case 'entry':
        return data.schema;
      default:
        return undefined;
    }
  }

  /** Returns the element children of one qname, in document order, including defaults and containers in use. */
  children(qname: string): readonly XPathNode[] {
    const known = this.#byName?.get(qname);
    if (known) return known;
    this.#byName ??= new Map();
    const data = this.#children.get(qname);
    const found = this.#nodes(qname, data ?? this.#default(qname));
    this.#byName.set(qname, found);
    return found;
  }

  /** Returns the entry of the list or leaf-list `qname` with this key string, without visiting other entries. */
  entry(qname: string, key: string): XPathNode | undefined {
    const known = this.#byKey?.get(qname)?.get(key);
    if (known) return known;
    const data = this.#children.get(qname);
    if (data?.kind === 'list' || data?.kind === 'leaf-list') {
      const entry = data.entries.get(key);
      return entry && this.adopt(entry);
    }
    return data ? undefined : this.children(qname).find((node) => node.data.kind === 'item' && node.data.key === key);
  }

  /** True when the list or leaf-list `qname` has an entry with this key string. */
  hasEntry(qname: string, key: string): boolean {
    const data = this.#children.get(qname);
    if (data?.kind === 'list' || data?.kind === 'leaf-list') return data.entries.has(key);
    return this.entry(qname, key) !== undefined;
  }

  /** Returns the XPath node of an entry or item of this node. */
  adopt(entry: ListEntry | LeafListItem): XPathNode {
    const { qname } = entry.schema;
    this.#byKey ??= new Map();
    let entries = this.#byKey.get(qname);
    if (!entries) {
      entries = new Map();
      this.#byKey.set(qname, entries);
    }
    let node = entries.get(entry.key);
    if (!node) {
      node = new XPathNode(this.owner, this, entry);
      entries.set(entry.key, node);
    }
    return node;
  }

  /** Returns the XPath node of a child container, leaf, anydata or anyxml. */
  single(data: Container | Leaf | Any): XPathNode {
    const { qname } = data.schema;
    const known = this.#byName?.get(qname)?.[0];
    if (known) return known;
    const node = new XPathNode(this.owner, this, data);
    this.#byName ??= new Map();
    this.#byName.set(qname, [node]);
    return node;
  }

  /** Returns all element children, in document order (schema order; entries in list order). */
  elements(): readonly XPathNode[] {
    if (!this.#all) {
      const names = this.container?.data.keys() ?? [];
      const all = [...names].flatMap((qname) => this.children(qname));
      if (this.attached) all.push(this.attached);
      all.forEach((node, i) => {
        node.#order = i;
      });
      this.#all = all;
    }
    return this.#all;
  }

  /** Returns the text node of a leaf or leaf-list entry. */
  text(): readonly XPathNode[] {
    if (this.kind !== 'element' || (this.data.kind !== 'leaf' && this.data.kind !== 'item')) return NONE;
    const known = this.#byName?.get('');
    if (known) return known;
    const nodes = [new XPathNode(this.owner, this, this.data, 'text')];
    this.#byName = new Map([['', nodes]]);
    return nodes;
  }

  /** Returns the position among the siblings. */
  get order(): number {
    if (this.#order < 0) {
      if (this.kind === 'text') this.#order = 0;
      else this.parent?.elements();
    }
    return this.#order;
  }

  /**
   * Returns the string value (XPath 1.0 §5): the canonical value of a leaf; for a parent, the values of the leaves below,
   * joined.
   */
  get stringValue(): string {
    const { data } = this;
    if (data.kind === 'leaf' || data.kind === 'item') return canonical(data.value);
    if (this.#text !== undefined) {
      this.owner.spend(Math.ceil(this.#text.length / CHARACTERS));
      return this.#text;
    }
    const below = this.elements();
    this.owner.spend(below.length);
    return below.map((node) => node.stringValue).join('');
  }

  get knowsText(): boolean {
    return this.#text !== undefined;
  }
  /** Stores the string value of a node with descendants, which is expensive to compute. */
  noteText(text: string): void {
    this.#text = text;
  }

  get #children(): Children {
    const { data } = this;
    return 'children' in data ? data.children : NO_CHILDREN;
  }

  #nodes(qname: string, data: Data | undefined): readonly XPathNode[] {
    if (this.attached?.named?.qname === qname) return [this.attached];
    if (!data) return NONE;
    switch (data.kind) {
      case 'list':
      case 'leaf-list':
        this.owner.foresee(data.entries.size);
        return Array.from<ListEntry | LeafListItem, XPathNode>(data.entries, (entry) => this.adopt(entry));
      default:
        return [new XPathNode(this.owner, this, data)];
    }
  }

  #default(qname: string): Data | undefined {
    const schema = this.container?.data.get(qname);
    if (!schema) return undefined;
    // The default may depend on a `when` that reads this node: while that is evaluated, the node is absent.
    this.#byName?.set(qname, NONE);
    try {
      return defaultOf(schema, this.#children, (when, data) => this.owner.whenHolds(when, this, data));
    } catch (error) {
      this.#byName?.delete(qname);
      throw error;
    }
  }
}

function namedBy(schema: DataParent | DataNode): XPathNode['named'] {
  if (schema.kind === 'root') return undefined;
  if (isPart(schema)) return isOperation(schema.parent) ? schema.parent : undefined;
  return schema;
}

function isPart(schema: DataParent | DataNode): schema is OperationPartNode {
  return schema.kind === 'input' || schema.kind === 'output';
}

function isOperation(schema: SchemaNode | undefined): schema is OperationNode {
  return schema?.kind === 'rpc' || schema?.kind === 'action';
}

/** Compares by document order: negative when `a` comes before `b`. */
export function compareNodes(a: XPathNode, b: XPathNode): number {
  let left = a;
  let right = b;
  while (left.depth > right.depth && left.parent) left = left.parent;
  while (right.depth > left.depth && right.parent) right = right.parent;
  if (left === right) return a.depth - b.depth;
  while (left.parent !== right.parent && left.parent && right.parent) {
    left = left.parent;
    right = right.parent;
  }
  return left.order - right.order;
}
