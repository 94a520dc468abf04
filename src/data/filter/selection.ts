/** Which parts of a document have to be read to answer a request: what providers of state are asked for. */
import type { InstancePath } from '../path.js';

/** 'all', or by qname the children wanted; what is not named is not needed. */
export type Selection = 'all' | ReadonlyMap<string, readonly SelectedChild[]>;

export interface SelectedChild {
  /** Of a list or leaf-list: the one entry wanted; every one when absent. */
  readonly key?: string;
  readonly below: Selection;
}

/** The selection of one node with all below it; the empty path selects everything. */
export function selectionOfPath(path: InstancePath): Selection {
  let selection: Selection = 'all';
  for (const { schema, key } of path.toReversed()) {
    const child: SelectedChild = key === undefined ? { below: selection } : { key, below: selection };
    selection = new Map([[schema.qname, [child]]]);
  }
  return selection;
}

/** Children of one name that are told apart; of more the whole is read, so that a long filter costs no more than a short one. */
const MOST_CHILDREN = 256;

/** Adds a child to a selection under construction; a child that is wanted as a whole, with all entries, makes others of its name pointless. */
export function addSelected(selection: Map<string, SelectedChild[]>, qname: string, child: SelectedChild): void {
  const known = selection.get(qname) ?? [];
  if (known.some(({ key, below }) => key === undefined && below === 'all')) return;
  const isWhole = child.key === undefined && child.below === 'all';
  if (isWhole || known.length >= MOST_CHILDREN) selection.set(qname, [{ below: 'all' }]);
  else selection.set(qname, [...known, child]);
}
