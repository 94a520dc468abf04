/** The nodes that must be read before a subtree filter can be applied. */
import type { DataParent, Schema } from '../../yang/schema.js';
import { elementsOf } from '../xml/build.js';
import type { XmlElement } from '../xml-element.js';
import { namesNode, type SiblingSet, siblingSet, topLevelSets, wantedEntry } from './filter-element.js';
import { addSelected, type SelectedChild, type Selection } from './selection.js';

/**
 * Returns at least all nodes that `subtreeFilter` needs. Content match nodes are read but not evaluated; only when they
 * give all keys of an entry, they select it.
 */
export function selectionOfSubtree(filter: XmlElement, schema: Schema): Selection {
  const selection = new Map<string, SelectedChild[]>();
  for (const set of topLevelSets(filter)) {
    const part = selectionBelow(schema.root, set, schema);
    if (part === 'all') return 'all';
    for (const [qname, children] of part) for (const child of children) addSelected(selection, qname, child);
  }
  return selection;
}

function selectionBelow(parent: DataParent, set: SiblingSet, schema: Schema): Selection {
  if (set.selections.length === 0 && set.containments.length === 0) return 'all';
  const selection = new Map<string, SelectedChild[]>();
  if (parent.kind === 'list') for (const key of parent.keys) addSelected(selection, key.qname, { below: 'all' });
  for (const node of parent.data.values()) {
    for (const element of [...set.matches, ...set.selections])
      if (namesNode(element, node)) addSelected(selection, node.qname, { below: 'all' });
    for (const element of set.containments) {
      if (!namesNode(element, node)) continue;
      if (node.kind === 'anydata' || node.kind === 'anyxml') addSelected(selection, node.qname, { below: 'all' });
      if (node.kind !== 'container' && node.kind !== 'list') continue;
      const inside = siblingSet(elementsOf(element));
      const below = selectionBelow(node, inside, schema);
      const wanted = node.kind === 'list' ? wantedEntry(inside, node, schema) : 'any';
      if (wanted !== 'none')
        addSelected(selection, node.qname, wanted === 'any' ? { below } : { key: wanted.key, below });
    }
  }
  return selection;
}
