/**
 * Checks dates and times in requests: each must be an existing instant. The YANG type does not require this (a pattern has no
 * calendar, and libyang takes 30 February for 2 March). Documents are checked by the type only, requests also by this.
 */
import { type Children, dateAndTimeFault, formatPath, type PathStep, RpcError, type Tree } from '../data/index.js';
import type { DataNode, DataParent, Type } from '../yang/index.js';

const TIMES: ReadonlySet<string> = new Set(['ietf-yang-types:date-and-time', 'irtf-agent:timestamptz']);

/**
 * Refuses a request (edit or input) with an impossible time.
 *
 * @throws RpcError invalid-value with the path of the first one
 */
export function requireTimes(request: Tree): void {
  requireBelow(request.schema, request.children, []);
}

function requireBelow(parent: DataParent, children: Children, path: readonly PathStep[]): void {
  if (children.size === 0) return;
  for (const node of nodesWithTimes(parent)) {
    const data = children.get(node.qname);
    const here = [...path, { schema: node }];
    switch (data?.kind) {
      case 'leaf':
        requireTime(data.value, here);
        break;
      case 'leaf-list':
        for (const { value } of data.entries) requireTime(value, here);
        break;
      case 'container':
        requireBelow(data.schema, data.children, here);
        break;
      case 'list':
        for (const { schema, key, children: inner } of data.entries)
          requireBelow(schema, inner, [...path, { schema, key }]);
        break;
    }
  }
}

function requireTime(value: unknown, path: readonly PathStep[]): void {
  const fault = typeof value === 'string' ? dateAndTimeFault(value) : undefined;
  if (!fault) return;
  throw new RpcError({ type: 'application', tag: 'invalid-value', path: formatPath(path), message: fault.message });
}

const known = new WeakMap<DataParent, readonly DataNode[]>();

/** Returns the children that are times or have times below them; cached for each node of a schema. */
function nodesWithTimes(parent: DataParent): readonly DataNode[] {
  let nodes = known.get(parent);
  if (!nodes) {
    nodes = [...parent.data.values()].filter(hasTimes);
    known.set(parent, nodes);
  }
  return nodes;
}

function hasTimes(node: DataNode): boolean {
  switch (node.kind) {
    case 'leaf':
    case 'leaf-list':
      return isTime(node.type);
    case 'container':
    case 'list':
      return nodesWithTimes(node).length > 0;
    default:
      return false;
  }
}

function isTime(type: Type): boolean {
  return type.typedef !== undefined && TIMES.has(type.typedef);
}
