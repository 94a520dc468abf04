/** Resolves leafref paths on the schema (RFC 7950 §9.9): finds their targets and checks that these are allowed. */
import { type Diagnostics, Fault } from '../errors.js';
import type { SourceLocation } from '../location.js';
import type { DataNode, LeafListNode, LeafNode, SchemaNode } from '../schema.js';
import { didYouMean } from '../text/suggest.js';
import type { Type } from '../types.js';
import type { Expr, LocationPath, Step, XPath } from '../xpath/index.js';
import type { BuiltLeaf } from './build.js';
import { mayReferTo } from './status.js';
import type { PendingLeafref } from './types/type-compiler.js';

type Leaf = LeafNode | LeafListNode;

/** Top-level nodes by qname: data, operations, notifications. */
export type TopLevel = (qname: string) => SchemaNode | undefined;

/** Maximum length of a chain of leafrefs that refer to leafrefs. */
const MAX_CHAIN = 100;

/** Sets the type of each leafref to the type of its target leaf. */
export class LeafrefResolver {
  readonly #built: ReadonlyMap<SchemaNode, BuiltLeaf>;
  #depth = 0;
  readonly #state = new Map<SchemaNode, 'open' | 'done'>();

  constructor(
    leafs: readonly BuiltLeaf[],
    private readonly topLevel: TopLevel,
    private readonly diagnostics: Diagnostics,
  ) {
    this.#built = new Map(leafs.map((leaf) => [leaf.node, leaf]));
  }

  resolveAll(): void {
    for (const leaf of this.#built.values()) {
      if (leaf.compiled.leafrefs.length > 0)
        this.diagnostics.attempt(() => this.#resolve(leaf, leaf.draft.statement.location));
    }
  }

  #resolve(leaf: BuiltLeaf, from: SourceLocation): void {
    const { node } = leaf;
    const state = this.#state.get(node);
    if (state === 'done') return;
    if (state === 'open') throw new Fault(from, `leafrefs refer to each other in a circle through '${node.path}'`);
    if (this.#depth >= MAX_CHAIN) throw new Fault(from, `more than ${MAX_CHAIN} leafrefs refer to each other in a row`);
    this.#depth++;
    this.#state.set(node, 'open');
    try {
      for (const pending of leaf.compiled.leafrefs) this.#resolveOne(leaf, pending);
    } finally {
      this.#depth--;
      this.#state.set(node, 'done');
    }
  }

  #resolveOne({ node }: BuiltLeaf, pending: PendingLeafref): void {
    const { type } = pending;
    const { location } = pending.statement;
    const walker = new PathWalker(node, type.path, location, this.topLevel, (leaf) => this.#targetOf(leaf, location));
    const target = walker.target();
    if (target.kind !== 'leaf' && target.kind !== 'leaf-list') {
      throw new Fault(
        location,
        `leafref path '${type.pathText}' leads to the ${target.kind} '${target.path}': a leaf or leaf-list is expected`,
      );
    }
    if (node.config && !target.config && type.requireInstance) {
      throw new Fault(
        location,
        `leafref path '${type.pathText}' leads from configuration to '${target.path}', which is 'config false'`,
      );
    }
    // Within one module only (RFC 7950 §7.21.2), and not for a path from the typedef or deviation of another module.
    const withinModule = node.module === target.module && type.path.module === node.module.name;
    if (withinModule && !mayReferTo(node.status, target.status)) {
      throw new Fault(
        location,
        `leaf '${node.path}' is ${node.status} and must not refer to '${target.path}', which is ${target.status}`,
      );
    }
    type.target = this.#finalType(target, location);
  }

  #finalType(target: Leaf, location: SourceLocation): Type {
    const built = this.#built.get(target);
    if (built) this.#resolve(built, location);
    return target.type.base === 'leafref' ? target.type.target : target.type;
  }

  /** Returns the target of a leafref leaf, for `deref()`. */
  #targetOf(leaf: SchemaNode, location: SourceLocation): SchemaNode {
    const pending = this.#built.get(leaf)?.compiled.leafrefs[0];
    if (!pending) throw new Fault(location, `deref() takes a leafref, which '${leaf.path}' is not`);
    if (this.#state.get(leaf) === 'open')
      throw new Fault(location, `leafrefs refer to each other in a circle through '${leaf.path}'`);
    if (this.#depth >= MAX_CHAIN)
      throw new Fault(location, `more than ${MAX_CHAIN} leafrefs refer to each other in a row`);
    this.#depth++;
    try {
      return this.#followed(leaf, pending, location);
    } finally {
      this.#depth--;
    }
  }

  #followed(leaf: SchemaNode, pending: PendingLeafref, location: SourceLocation): SchemaNode {
    return new PathWalker(leaf, pending.type.path, pending.statement.location, this.topLevel, (l) =>
      this.#targetOf(l, location),
    ).target();
  }
}

class PathWalker {
  constructor(
    private readonly start: SchemaNode,
    private readonly path: XPath,
    private readonly location: SourceLocation,
    private readonly topLevel: TopLevel,
    private readonly dereference: (leaf: SchemaNode) => SchemaNode,
  ) {}

  target(): SchemaNode {
    return this.#follow(this.path.expr, this.start);
  }

  #follow(expr: Expr, context: SchemaNode): SchemaNode {
    if (expr.kind === 'path') return this.#steps(expr, context);
    if (expr.kind === 'filter' && expr.predicates.length === 0 && expr.path && expr.primary.kind === 'call') {
      return this.#steps(expr.path, this.#call(expr.primary.name, expr.primary.args, context));
    }
    throw this.#fault('only child and parent steps, and deref(), are allowed');
  }

  #call(name: string, args: readonly Expr[], context: SchemaNode): SchemaNode {
    const [argument] = args;
    if (name === 'current') return this.start;
    if (name === 'deref' && argument) return this.dereference(this.#follow(argument, context));
    throw this.#fault(`${name}() is not allowed here`);
  }

  #steps(path: LocationPath, context: SchemaNode): SchemaNode {
    let at: SchemaNode | undefined = path.absolute ? topOf(context) : context;
    for (const step of path.steps) {
      at = this.#step(step, at);
      if (step.predicates.length > 0) this.#predicates(step, at);
    }
    return at ?? this.#throw('it leads to the root');
  }

  /** Follows one step; undefined is the document root above all modules. */
  #step(step: Step, at: SchemaNode | undefined): SchemaNode | undefined {
    if (step.axis === 'self' && step.test.kind === 'node') return at;
    if (step.axis === 'parent' && step.test.kind === 'node')
      return at ? parentOf(at) : this.#throw("it has too many '..'");
    if (step.axis !== 'child' || step.test.kind !== 'name')
      throw this.#fault('only child and parent steps are allowed');
    const qname = `${step.test.module ?? this.path.module}:${step.test.name}`;
    const found = at ? childOf(at, qname) : this.topLevel(qname);
    if (found) return found;
    const names = at ? [...childNames(at)] : [];
    return this.#throw(`${at ? `'${at.path}'` : 'the schema'} has no node '${qname}'${didYouMean(qname, names)}`);
  }

  /** Checks `[key = current()/../leaf]`: keys of a list, each at most once (the `path-predicate` rule of RFC 7950 §14). */
  #predicates(step: Step, at: SchemaNode | undefined): void {
    if (at?.kind !== 'list') throw this.#fault(`a predicate stands behind '${at?.path ?? '/'}', which is not a list`);
    const seen = new Set<string>();
    for (const predicate of step.predicates) {
      if (predicate.kind !== 'binary') throw this.#fault('a predicate must be of the form [key = current()/../leaf]');
      const key = this.#follow(predicate.left, at);
      if (key.kind !== 'leaf' || !at.keys.includes(key))
        throw this.#fault(`'${key.path}' in a predicate is not a key of the list`);
      if (seen.has(key.qname)) throw this.#fault(`key '${key.name}' stands in two predicates`);
      seen.add(key.qname);
      const value = this.#follow(predicate.right, at);
      if (value.kind !== 'leaf') throw this.#fault(`'${value.path}' in a predicate is not a leaf`);
    }
  }

  #throw(reason: string): never {
    throw this.#fault(reason);
  }

  #fault(reason: string): Fault {
    return new Fault(
      this.location,
      `leafref path '${this.path.text}' of '${this.start.path}' cannot be followed: ${reason}`,
    );
  }
}

/** Returns the start of absolute paths: undefined for the document root; inside a structure, the structure (RFC 8791 §2.1). */
function topOf(node: SchemaNode): SchemaNode | undefined {
  for (let n: SchemaNode | undefined = node; n; n = n.parent) if (n.kind === 'structure') return n;
  return undefined;
}

/** Returns the parent in the data tree, which has no choices and cases; parameters are children of their operation. */
function parentOf(node: SchemaNode): SchemaNode | undefined {
  let parent = node.parent;
  while (parent?.kind === 'choice' || parent?.kind === 'case' || parent?.kind === 'rpc' || parent?.kind === 'action')
    parent = parent.parent;
  return parent?.kind === 'root' ? undefined : parent;
}

function childOf(node: SchemaNode, qname: string): SchemaNode | undefined {
  switch (node.kind) {
    case 'container':
    case 'list':
      return node.data.get(qname) ?? node.actions.get(qname) ?? node.notifications.get(qname);
    case 'input':
    case 'output':
    case 'notification':
    case 'structure':
    case 'root':
    case 'case':
      return node.data.get(qname);
    case 'rpc':
    case 'action':
      return node.input.data.get(qname) ?? node.output.data.get(qname);
    default:
      return undefined;
  }
}

function childNames(node: SchemaNode): Iterable<string> {
  const data: ReadonlyMap<string, DataNode> = 'data' in node ? node.data : new Map();
  return data.keys();
}
