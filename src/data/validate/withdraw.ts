/** Deletes nodes whose `when` became false through an edit (RFC 7950 §8.3.2). */
import type { DataNode, Schema } from '../../yang/schema.js';
import { applyEdit } from '../algebra/edit.js';
import { editAt } from '../algebra/edit-at.js';
import type { InstancePath } from '../path.js';
import type { Children, Data, LeafListItem, ListEntry, Tree } from '../tree.js';
import { accessibleTree, type XPathNode } from '../xpath/index.js';
import { holds } from './conditions.js';
import { conditionsBelow, conditionsOf, needsNodes } from './facts.js';
import { Run } from './run.js';

/** Bound of visited nodes, beyond any sound model; see `validate`. */
const MAX_NODES = 200_000_000;
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Returns the result of an edit without the nodes whose `when` it made false. Nodes that the edit itself sets stay: for
 * them validation raises the error (RFC 7950 §8.3.1).
 *
 * @param before the document before the edit
 * @param after the document after the edit
 * @returns `after` itself when no node is deleted
 */
export function withdrawUnmet(before: Tree, after: Tree, edit: Tree, { schema }: { readonly schema: Schema }): Tree {
  if (before === after) return after;
  const goes = new Search(before, after, schema).paths(edit);
  if (goes.length === 0) return after;
  const less = goes.reduce(
    (tree, path) => applyEdit(tree, editAt(schema, path, 'remove', undefined), 'none', { schema }),
    after,
  );
  // Conditions of other nodes may have read the deleted nodes.
  return withdrawUnmet(before, less, edit, { schema });
}

/** The same position in the trees before and after the edit, and in the edit. */
interface Place {
  readonly before: Children;
  readonly after: Children;
  readonly edit: Children | undefined;
}

class Search {
  readonly #run: Run;
  readonly #before: Run;
  readonly #found: InstancePath[] = [];

  constructor(
    readonly before: Tree,
    readonly after: Tree,
    schema: Schema,
  ) {
    this.#run = runOf(after, schema, before);
    this.#before = runOf(before, schema, undefined);
  }

  /** Returns the paths of the nodes to delete. */
  paths(edit: Tree): readonly InstancePath[] {
    const place = { before: this.before.children, after: this.after.children, edit: edit.children };
    this.#children(this.#run.document.root, place, []);
    return this.#found;
  }

  #children(parent: XPathNode, { before, after, edit }: Place, at: InstancePath): void {
    for (const [qname, now] of after) {
      const was = before.get(qname);
      if (was !== undefined && isConditional(now.schema)) this.#child(parent, was, now, edit?.get(qname), at);
    }
  }

  #child(parent: XPathNode, was: Data, now: Data, edit: Data | undefined, at: InstancePath): void {
    const { schema } = now;
    const { climb, reads } = conditionsBelow(schema);
    const isInside = climb <= 0;
    if (isInside && was === now && this.#run.settled(reads)) return;
    if (now.kind === 'list' && was.kind === 'list') {
      for (const entry of this.#run.entries(now.entries, isInside ? was.entries : undefined, reads)) {
        const old = was.entries.get(entry.key);
        const set = edit?.kind === 'list' ? edit.entries.get(entry.key) : undefined;
        if (old) this.#node(parent, old, entry, set, [...at, { schema: now.schema, key: entry.key }]);
      }
      return;
    }
    if (now.kind !== 'list' && was.kind !== 'list') this.#node(parent, was, now, edit, [...at, { schema }]);
  }

  #node(
    parent: XPathNode,
    was: Exclude<Data, { kind: 'list' }> | ListEntry,
    now: Exclude<Data, { kind: 'list' }> | ListEntry,
    edit: Data | ListEntry | undefined,
    path: InstancePath,
  ): void {
    const { schema } = now;
    const data = now.kind === 'leaf-list' ? firstOf(now.entries) : now;
    if (!data) return;
    const node = nodeIn(this.#run, parent, data);
    if (edit === undefined && !this.#isMet(node, schema, this.#run) && this.#wasMet(path, schema)) {
      this.#found.push(path);
      return;
    }
    if (!('children' in was) || !('children' in now)) return;
    const set = edit !== undefined && 'children' in edit ? edit.children : undefined;
    this.#children(node, { before: was.children, after: now.children, edit: set }, path);
  }

  #isMet(node: XPathNode, schema: DataNode, run: Run): boolean {
    return conditionsOf(schema).every((when) => {
      const context = when.onParent ? node.parent : node;
      return !context || holds(when.xpath, context, schema, run);
    });
  }

  #wasMet(path: InstancePath, schema: DataNode): boolean {
    const node = this.#before.document.nodeAt(path);
    return node !== undefined && this.#isMet(node, schema, this.#before);
  }
}

function runOf(tree: Tree, schema: Schema, before: Tree | undefined): Run {
  const document = accessibleTree({ schema, datastore: tree, maxNodes: MAX_NODES });
  return new Run({ document, top: document.root, tree, before, skip: NO_NAMES });
}

function nodeIn(
  run: Run,
  parent: XPathNode,
  data: Exclude<Data, { kind: 'list' | 'leaf-list' }> | ListEntry | LeafListItem,
): XPathNode {
  if (!needsNodes(data.schema)) return run.frame(parent, data);
  return data.kind === 'entry' || data.kind === 'item' ? parent.adopt(data) : parent.single(data);
}

function firstOf<T>(entries: Iterable<T>): T | undefined {
  for (const first of entries) return first;
  return undefined;
}

const conditional = new WeakMap<DataNode, boolean>();

/** True when a node or a descendant has a condition. */
function isConditional(schema: DataNode): boolean {
  const known = conditional.get(schema);
  if (known !== undefined) return known;
  const answer =
    conditionsOf(schema).length > 0 ||
    ('data' in schema && [...schema.data.values()].some((child) => isConditional(child)));
  conditional.set(schema, answer);
  return answer;
}
