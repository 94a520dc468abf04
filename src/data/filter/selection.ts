/** The parts of a document that a request needs; providers of state get it. */
import type { InstancePath } from '../path.js';

/** 'all', or the selected children by qname; other children are not needed. */
export type Selection = 'all' | ReadonlyMap<string, readonly SelectedChild[]>;

export interface SelectedChild {
  /** Key of one entry of a list or leaf-list. Default: every entry. */
  readonly key?: string;
  readonly below: Selection;
}

/** Returns the selection of one node with its descendants; the empty path selects everything. */
export function selectionOfPath(path: InstancePath): Selection {
  let selection: Selection = 'all';
  for (const { schema, key } of path.toReversed()) {
    const child: SelectedChild = key === undefined ? { below: selection } : { key, below: selection };
    selection = new Map([[schema.qname, [child]]]);
  }
  return selection;
}

/** Maximum number of children of one name in a selection; with more, all are read, so the cost of a long filter is bounded. */
const MOST_CHILDREN = 256;

/** Adds a child to a selection under construction. A child without key and with all descendants replaces the others of its name. */
export function addSelected(selection: Map<string, SelectedChild[]>, qname: string, child: SelectedChild): void {
  const known = selection.get(qname) ?? [];
  if (known.some(({ key, below }) => key === undefined && below === 'all')) return;
  const isWhole = child.key === undefined && child.below === 'all';
  if (isWhole || known.length >= MOST_CHILDREN) selection.set(qname, [{ below: 'all' }]);
  else selection.set(qname, [...known, child]);
}
