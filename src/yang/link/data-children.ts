/** The data children of a schema node, including those inside choices and cases. */
import type { Diagnostics } from '../errors.js';
import type { DataNode, SchemaNode } from '../schema.js';

/** Returns the data children by qname, also from inside choices and cases; names must be unique among all (RFC 7950 §6.2.1). */
export function dataOf(children: readonly SchemaNode[], diagnostics: Diagnostics): ReadonlyMap<string, DataNode> {
  const data = new Map<string, DataNode>();
  const visit = (nodes: readonly SchemaNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'choice') for (const c of node.cases) visit(c.children);
      else if (data.has(node.qname)) reportDuplicate(node, diagnostics);
      else if (isDataNode(node)) data.set(node.qname, node);
    }
  };
  visit(children);
  return data;
}

/** Reports a node whose name is already used. */
export function reportDuplicate(node: SchemaNode, diagnostics: Diagnostics): void {
  diagnostics.add(
    node.location,
    `'${node.path}' has the name of another data node in the same place: names are unique across the cases of a choice`,
  );
}

function isDataNode(node: SchemaNode): node is DataNode {
  switch (node.kind) {
    case 'container':
    case 'list':
    case 'leaf':
    case 'leaf-list':
    case 'anydata':
    case 'anyxml':
      return true;
    default:
      return false;
  }
}
