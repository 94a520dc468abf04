/** One validation: the document, the former valid document, and the errors found so far. */
import type { ChoiceNode, DataNode, DataParent, LeafListNode, ListNode, Must } from '../../yang/schema.js';
import type { XPath } from '../../yang/xpath/index.js';
import { entryChanges } from '../entries/index.js';
import type { Entries } from '../entries.js';
import type { ErrorsWanted, SchemaPlace } from '../faults.js';
import type { RpcError } from '../rpc-error.js';
import type { Children, Data, Tree } from '../tree.js';
import { type NodeData, type XPathDocument, XPathNode } from '../xpath/index.js';
import { type Dependencies, INSIDE, REMOVALS, type Reads } from './dependencies.js';
import { conditionsBelow, conditionsOf } from './facts.js';
import { pathText } from './path-text.js';
import { type Violation, type ViolationDetails, violation } from './violations.js';

/** Maximum number of errors that are reported. */
const MOST_ERRORS: Readonly<Record<ErrorsWanted, number>> = { all: 200, first: 1 };

/** Milliseconds of validation before other work runs, when the validation can pause. */
const SLICE = 5;

/** Trees that are messages, not data: a missing node in them is a missing element (RFC 6241 App. A). */
const MESSAGES: ReadonlySet<DataParent['kind']> = new Set(['input', 'output', 'notification']);

export interface RunOptions {
  readonly document: XPathDocument;
  /** The node whose children are checked first. */
  readonly top: XPathNode;
  readonly tree: Tree;
  readonly before: Tree | undefined;
  readonly skip: ReadonlySet<string>;
  readonly errors?: ErrorsWanted;
}

export class Run {
  readonly errors: RpcError[] = [];
  readonly document: XPathDocument;
  readonly top: XPathNode;
  /** Children of `top` that are not checked. */
  readonly skip: ReadonlySet<string>;
  /** Values at the end of leafref paths without predicates, by the node where the path starts. */
  readonly targets = new Map<XPath, Map<XPathNode, ReadonlySet<string>>>();
  /** For such paths that end in a list key: the last start node, and the parents of the list there. */
  readonly keyed = new Map<XPath, { readonly anchor: XPathNode; readonly holders: readonly XPathNode[] | undefined }>();
  readonly #isMessage: boolean;
  readonly #most: number;
  #sliceEnd = performance.now() + SLICE;
  readonly #now: Children;
  readonly #before: Children | undefined;
  readonly #settled = new Map<Reads, boolean>();

  constructor({ document, top, tree, before, skip, errors = 'all' }: RunOptions) {
    this.document = document;
    this.top = top;
    this.skip = skip;
    this.#now = tree.children;
    this.#before = before?.children;
    this.#isMessage = MESSAGES.has(tree.schema.kind);
    this.#most = MOST_ERRORS[errors];
  }

  get isFull(): boolean {
    return this.errors.length >= this.#most;
  }

  /** True when the time slice has ended; the next one begins then. */
  isDue(): boolean {
    const now = performance.now();
    if (now < this.#sliceEnd) return false;
    this.#sliceEnd = now + SLICE;
    return true;
  }

  report(kind: Violation, path: string, message: string, schema: SchemaPlace, more?: ViolationDetails): void {
    if (!this.isFull) this.errors.push(violation(kind, path, message, schema, more));
  }

  /** Returns a node that is not part of the document: enough when no expression needs its identity. */
  frame(parent: XPathNode, data: NodeData): XPathNode {
    return new XPathNode(parent.owner, parent, data);
  }

  /** True when constraints that read only their own subtree and these parts cannot have changed their result. */
  settled(reads: Reads): boolean {
    if (reads === 'all' || !this.#before) return false;
    const known = this.#settled.get(reads);
    if (known !== undefined) return known;
    const answer = this.#isSame(reads);
    this.#settled.set(reads, answer);
    return answer;
  }

  /** True when the parts are the same objects, and also the parts that decide which of their defaults are in use. */
  #isSame(reads: ReadonlySet<string>): boolean {
    const pending = [...reads];
    const seen = new Set(pending);
    for (let way = pending.pop(); way !== undefined; way = pending.pop()) {
      const mindsRemovals = way.endsWith(REMOVALS);
      const names = (mindsRemovals ? way.slice(0, -REMOVALS.length) : way).split('/');
      const decides = this.#sameAt(names, mindsRemovals);
      if (!decides || decides.climb > 0 || decides.reads === 'all') return false;
      for (const other of decides.reads) if (!seen.has(other)) pending.push(other);
      for (const other of decides.reads) seen.add(other);
    }
    return true;
  }

  /** Returns the dependencies that decide which defaults are in use at a path; undefined when its content has changed. */
  #sameAt(way: readonly string[], mindsRemovals: boolean): Dependencies | undefined {
    let now: Children | undefined = this.#now;
    let before = this.#before;
    let schema: DataParent = this.document.schema.root;
    for (const [n, qname] of way.entries()) {
      const child: DataNode | undefined = schema.data.get(qname);
      const is: Data | undefined = now?.get(qname);
      const was: Data | undefined = before?.get(qname);
      if (!child) return is === was ? INSIDE : undefined;
      if (is === was) return conditionsBelow(child);
      if (mindsRemovals && isKeyOf(child, way.slice(n + 1)) && hasAllOf(is, was)) return conditionsBelow(child);
      if (child.kind !== 'container' || conditionsOf(child).length > 0) return undefined;
      now = is?.kind === 'container' ? is.children : undefined;
      before = was?.kind === 'container' ? was.children : undefined;
      schema = child;
    }
    return undefined;
  }

  /** Returns the entries to check: only the changed ones when the others are settled. */
  entries<T extends { readonly key: string }>(
    now: Entries<T>,
    before: Entries<T> | undefined,
    reads: Reads,
  ): Iterable<T> {
    if (!before || !this.settled(reads)) return now;
    return entryChanges(before, now).changed.flatMap(({ after }) => (after ? [after] : []));
  }

  missing(parent: XPathNode, schema: DataNode): void {
    const where = parent.kind === 'root' ? 'at the top level' : `in '${parent.named?.name ?? ''}'`;
    const message = `the mandatory ${schema.kind} '${schema.name}' is missing ${where}`;
    const path = pathText(parent, schema);
    if (!this.#isMessage) this.report('mandatory', path, message, schema);
    else this.report('mandatory-parameter', path, message, schema, { info: { 'bad-element': schema.name } });
  }

  missingChoice(parent: XPathNode, choice: ChoiceNode): void {
    const cases = choice.cases.map((one) => [...one.data.values()].map((data) => data.name).join('+')).join(', ');
    const message = `the choice '${choice.name}' needs one of: ${cases}`;
    this.report('mandatory-choice', pathText(parent), message, choice, { info: { 'missing-choice': choice.name } });
  }

  tooFew(parent: XPathNode, schema: ListNode | LeafListNode, size: number): void {
    const message = `'${schema.name}' needs at least ${schema.minElements} entries, not ${size}`;
    this.report('min-elements', pathText(parent, schema), message, schema);
  }

  tooMany(parent: XPathNode, schema: ListNode | LeafListNode, size: number): void {
    const message = `'${schema.name}' may have at most ${schema.maxElements ?? size} entries, not ${size}`;
    this.report('max-elements', pathText(parent, schema), message, schema);
  }

  stateData(parent: XPathNode, schema: DataNode): void {
    const message = `'${schema.name}' is state data (config false): no configuration holds it`;
    const info = { 'bad-element': schema.name };
    this.report('state-data', pathText(parent, schema), message, schema, { info });
  }

  must(node: XPathNode, must: Must): void {
    const message = must.errorMessage ?? `the condition "${must.text}" must be true here`;
    const { errorAppTag: appTag, location: statement } = must;
    this.report('must', pathText(node), message, node.data.schema, { appTag, statement });
  }
}

function isKeyOf(schema: DataNode, [qname, ...more]: readonly string[]): boolean {
  return schema.kind === 'list' && schema.keys.length === 1 && schema.keys[0]?.qname === qname && more.length === 0;
}

/** True when every former entry of a list still exists, changed or not. */
function hasAllOf(is: Data | undefined, was: Data | undefined): boolean {
  if (was?.kind !== 'list') return was === undefined;
  return is?.kind === 'list' && entryChanges(was.entries, is.entries).changed.every(({ after }) => after !== undefined);
}
