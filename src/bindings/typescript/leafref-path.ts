/** The path of a leafref's target leaf. */
import type { LeafListNode, LeafNode, LeafrefType, LocationPath, SchemaNode } from '../../yang/index.js';
import { dataPath } from '../data-path.js';

/** Returns the data path of the target (`/module:list/key`); for a path with `deref()`, the path as written. */
export function leafrefPath(type: LeafrefType, leaf: LeafNode | LeafListNode): string {
  const { expr } = type.path;
  return (expr.kind === 'path' && targetPath(expr, leaf)) || type.pathText.replace(/\s+/g, '');
}

function targetPath(path: LocationPath, leaf: SchemaNode): string | undefined {
  let at: SchemaNode | undefined = path.absolute ? undefined : leaf;
  const below: string[] = [];
  let module = at?.module.name;
  for (const { axis, test } of path.steps) {
    if (axis === 'parent' && below.length === 0) at = at && dataParent(at);
    else if (axis === 'child' && test.kind === 'name') {
      const owner: string = test.module ?? leaf.module.name;
      module = below.length === 0 ? (at && at.kind !== 'root' ? at.module.name : undefined) : module;
      below.push(owner === module ? test.name : `${owner}:${test.name}`);
      module = owner;
    } else return undefined;
  }
  return [at && at.kind !== 'root' ? dataPath(at) : '', ...below].join('/');
}

/** Returns the parent in the data tree, without choices and cases; parameters are children of their operation. */
function dataParent(node: SchemaNode): SchemaNode | undefined {
  let parent = node.parent;
  while (parent?.kind === 'choice' || parent?.kind === 'case') parent = parent.parent;
  return parent;
}
