/** Paths of the data tree, without choices and cases. */
import type { SchemaNode } from '../yang/index.js';

/** Returns `/module:a/b/other:c`: the schema path without choices and cases, as `schemaNodeAt` takes it. */
export function dataPath(node: SchemaNode): string {
  let above = node.parent;
  while (above?.kind === 'choice' || above?.kind === 'case') above = above.parent;
  if (!above || above.kind === 'root') return `/${node.qname}`;
  return `${dataPath(above)}/${above.module === node.module ? node.name : node.qname}`;
}
