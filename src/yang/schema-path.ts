/** Finds schema nodes by their path. */
import type {
  DataNode,
  NotificationNode,
  OperationNode,
  OperationPartNode,
  Schema,
  SchemaNode,
  StructureNode,
} from './schema.js';

export type AddressableNode = DataNode | OperationNode | OperationPartNode | NotificationNode | StructureNode;

/**
 * Returns the node at `/module:a/b/other:c`: data node, RPC, action, notification, `input` or `output`, or structure. The
 * path omits choices and cases; a name without a module is in the module of its parent. Undefined when there is none.
 */
export function schemaNodeAt(schema: Schema, path: string): AddressableNode | undefined {
  if (!path.startsWith('/')) return undefined;
  let at: AddressableNode | undefined;
  let module: string | undefined;
  for (const step of path.slice(1).split('/')) {
    const colon = step.indexOf(':');
    if (colon >= 0) module = step.slice(0, colon);
    if (module === undefined) return undefined;
    const name = step.slice(colon + 1);
    const next: AddressableNode | undefined = at
      ? childAt(at, `${module}:${name}`, name)
      : topAt(schema, `${module}:${name}`);
    if (!next) return undefined;
    at = next;
  }
  return at;
}

function topAt(schema: Schema, qname: string): AddressableNode | undefined {
  return (
    schema.root.data.get(qname) ??
    schema.rpcs.get(qname) ??
    schema.notifications.get(qname) ??
    schema.structures.get(qname)
  );
}

function childAt(node: SchemaNode, qname: string, name: string): AddressableNode | undefined {
  switch (node.kind) {
    case 'container':
    case 'list':
      return node.data.get(qname) ?? node.actions.get(qname) ?? node.notifications.get(qname);
    case 'rpc':
    case 'action':
      return name === 'input' ? node.input : name === 'output' ? node.output : undefined;
    case 'root':
    case 'case':
    case 'input':
    case 'output':
    case 'notification':
    case 'structure':
      return node.data.get(qname);
    case 'leaf':
    case 'leaf-list':
    case 'anydata':
    case 'anyxml':
    case 'choice':
      return undefined;
    default:
      return node satisfies never;
  }
}
