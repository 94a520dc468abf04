/** The nodes of a document with the paths that lead to them. */
import type { Data, InstancePath, LeafListItem, ListEntry, ParentData, Tree } from '../../src/data/index.js';
import type { LeafListNode, ListNode } from '../../src/yang/index.js';

export interface Instance {
  readonly path: InstancePath;
  readonly node: Data | ListEntry | LeafListItem;
}

/** Identified by nothing but the position: such entries cannot be edited one by one. */
export const isPositional = (schema: ListNode | LeafListNode): boolean =>
  schema.kind === 'list' ? schema.keys.length === 0 : !schema.config;

/** Every node that an edit can address, outermost first: lists as a whole and their entries, but no keys. */
export function instances(tree: Tree): readonly Instance[] {
  const found: Instance[] = [];
  const visit = (parent: ParentData, above: InstancePath): void => {
    for (const data of parent.children.values()) {
      const { schema } = data;
      if (schema.kind === 'leaf' && schema.isKey) continue;
      const path = [...above, { schema }];
      found.push({ path, node: data });
      if (data.kind === 'container') visit(data, path);
      if ((data.kind !== 'list' && data.kind !== 'leaf-list') || isPositional(data.schema)) continue;
      for (const one of data.entries) {
        const at = [...above, { schema, key: one.key }];
        found.push({ path: at, node: one });
        if (one.kind === 'entry') visit(one, at);
      }
    }
  };
  visit(tree, []);
  return found;
}

/** Whether the node is there no more than if it were absent: an empty non-presence container. */
export function isNothing(node: Instance['node']): boolean {
  if (node.kind !== 'container' || node.schema.presence || node.meta?.annotations !== undefined) return false;
  return [...node.children.values()].every(isNothing);
}
