/** Finds nodes of Trees by instance paths. */
import type { InstancePath } from '../../path.js';
import type { Data, LeafList, LeafListItem, List, ListEntry, ParentData, Tree } from '../../tree.js';

/**
 * Returns the node at the path; a step of a list or leaf-list without a key means the whole list. Undefined when the
 * node does not exist. An entry needs a key only when the path continues below it. The empty path names the document,
 * which is not a node: undefined.
 */
export function find(tree: Tree, path: InstancePath): Data | ListEntry | LeafListItem | undefined {
  let parent: ParentData | undefined = tree;
  let found: Data | ListEntry | LeafListItem | undefined;
  for (const { schema, key } of path) {
    if (parent === undefined) return undefined;
    const child: Data | undefined = parent.children.get(schema.qname);
    found = child !== undefined && key !== undefined && isKeyed(child) ? child.entries.get(key) : child;
    if (found === undefined) return undefined;
    parent = found.kind === 'container' || found.kind === 'entry' ? found : undefined;
  }
  return found;
}

function isKeyed(data: Data): data is List | LeafList {
  return data.kind === 'list' || data.kind === 'leaf-list';
}
