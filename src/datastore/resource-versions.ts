/**
 * The last change of each resource of running (RFC 8040 §3.5.1, §3.5.2), by the identity of the tree's nodes. A change notes
 * the nodes on its path, so it costs as much as the change, not as the datastore.
 *
 * A node without a note has not changed since its parent was created: its version is the `base` of the nearest noted
 * ancestor. Leaves are noted with their parent, because equal leaves may be one object.
 */
import {
  type Children,
  type Container,
  type Data,
  entryChanges,
  equal,
  type InstancePath,
  type LeafList,
  type List,
  type ListEntry,
  type Tree,
} from '../data/index.js';
import type { Version } from './stored.js';

/** Nodes whose objects occur at one place only. */
type Noted = Tree | Container | List | ListEntry | LeafList;
type Parent = Tree | Container | ListEntry;

interface Note {
  /** Version of the node with its descendants. */
  readonly version: Version;
  /** Version of the descendants without their own note. */
  readonly base: Version;
  /** Versions of the leaves, anydata and anyxml in it that have changed since `base`, by qname. */
  readonly values: ReadonlyMap<string, Version>;
}

const NO_VALUES: Note['values'] = new Map();
const NO_CHILDREN: Children = new Map();

export class ResourceVersions {
  readonly #notes = new WeakMap<Noted, Note>();

  /** @param tree the loaded tree: everything in it has this version */
  constructor(tree: Tree, version: Version) {
    this.#notes.set(tree, unchangedSince(version));
  }

  /** Records that `after` replaces `before` as `version`. */
  changed(before: Tree, after: Tree, version: Version): void {
    this.#parent(before, after, this.#notes.get(before) ?? unchangedSince(version), version);
  }

  /**
   * Returns the version of the node at `path` in `tree`, else of its nearest existing ancestor. Values of a leaf-list have
   * the version of the leaf-list.
   */
  at(tree: Tree, path: InstancePath): Version {
    let note = this.#noteOf(tree, undefined);
    let node: Parent = tree;
    for (const { schema, key } of path) {
      const data: Data | undefined = node.children.get(schema.qname);
      if (!data) return note.version;
      if (data.kind === 'leaf' || data.kind === 'any') return note.values.get(schema.qname) ?? note.base;
      note = this.#noteOf(data, note.base);
      const inner: Data | ListEntry | undefined =
        data.kind === 'list' && key !== undefined ? data.entries.get(key) : data;
      if (inner?.kind === 'entry') note = this.#noteOf(inner, note.base);
      if (inner?.kind !== 'entry' && inner?.kind !== 'container') return note.version;
      node = inner;
    }
    return note.version;
  }

  #noteOf(node: Noted, base: Version | undefined): Note {
    const known = this.#notes.get(node) ?? (base && unchangedSince(base));
    if (known) return known;
    throw new RangeError('the tree is none of running');
  }

  /** Notes a node that may differ; true when it does. A new object with equal content keeps its version. */
  #node<Node extends Exclude<Noted, Tree>>(
    before: Node | undefined,
    after: Node,
    base: Version,
    version: Version,
  ): boolean {
    if (before === after) return false;
    if (before === undefined) {
      this.#notes.set(after, unchangedSince(version));
      return true;
    }
    const known = this.#noteOf(before, base);
    if (isParent(before) && isParent(after)) return this.#parent(before, after, known, version);
    const differs =
      before.kind === 'list' && after.kind === 'list'
        ? this.#entries(before, after, known.base, version)
        : !equal(before, after);
    this.#notes.set(after, { ...known, version: differs ? version : known.version });
    return differs;
  }

  #parent(before: Parent, after: Parent, known: Note, version: Version): boolean {
    const values = new Map(known.values);
    let differs = !equal({ ...before, children: NO_CHILDREN }, { ...after, children: NO_CHILDREN });
    for (const qname of before.children.keys()) {
      if (after.children.has(qname)) continue;
      values.delete(qname);
      differs = true;
    }
    for (const [qname, data] of after.children) {
      const old = before.children.get(qname);
      if (old === data) continue;
      if (data.kind !== 'leaf' && data.kind !== 'any') {
        if (this.#data(old, data, known.base, version)) differs = true;
      } else if (!old || !equal(old, data)) {
        values.set(qname, version);
        differs = true;
      }
    }
    this.#notes.set(after, { version: differs ? version : known.version, base: known.base, values });
    return differs;
  }

  #data(before: Data | undefined, after: Container | List | LeafList, base: Version, version: Version): boolean {
    switch (after.kind) {
      case 'container':
        return this.#node(before?.kind === 'container' ? before : undefined, after, base, version);
      case 'list':
        return this.#node(before?.kind === 'list' ? before : undefined, after, base, version);
      case 'leaf-list':
        return this.#node(before?.kind === 'leaf-list' ? before : undefined, after, base, version);
      default:
        return after satisfies never;
    }
  }

  #entries(before: List, after: List, base: Version, version: Version): boolean {
    const { changed, moved } = entryChanges(before.entries, after.entries);
    let differs = moved.size > 0 && !inSameOrder(before, after);
    for (const change of changed) {
      if (!change.after || this.#node(change.before, change.after, base, version)) differs = true;
    }
    return differs;
  }
}

function unchangedSince(version: Version): Note {
  return { version, base: version, values: NO_VALUES };
}

function isParent(node: Noted): node is Parent {
  return node.kind === 'container' || node.kind === 'entry' || node.kind === 'root';
}

function inSameOrder(before: List, after: List): boolean {
  const keys = ({ entries }: List) => [...entries].map((entry) => entry.key);
  const [a, b] = [keys(before), keys(after)];
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
