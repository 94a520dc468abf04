/** Instance paths in Trees. */
import type { InstancePath } from '../../path.js';
import type { Data, LeafList, LeafListItem, List, ListEntry, ParentData, Tree } from '../../tree.js';

/**
 * The node at the path: a list or leaf-list as a whole where its step has no key. Undefined when it does not exist; an entry needs a key
 * only when the path goes on below it. The empty path names the document, which is no node: undefined.
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
