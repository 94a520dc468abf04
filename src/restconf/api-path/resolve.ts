import { entryKey, type InstancePath, type PathStep } from '../../data/index.js';
import type { DataNode, ListNode, Module, OperationNode, Schema, SchemaNode } from '../../yang/index.js';
import { badRequest, notFound, type Refusal } from '../refusal.js';
import { keyValue } from './key-value.js';
import type { Segment } from './segment.js';
import type { ApiTarget } from './target.js';

/**
 * Finds the schema nodes that an api-path names, and converts its keys to canonical form (RFC 8040 §3.5.3).
 * Does not check whether the instance exists.
 *
 * @throws Refusal 404 for a name that the schema does not have at that place; 400 for missing modules and
 *   missing, surplus or invalid keys, with the offset of the step
 */
export function resolveSegments(schema: Schema, segments: readonly Segment[]): ApiTarget {
  const path: PathStep[] = [];
  let parent: SchemaNode = schema.root;
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (!hasChildren(parent)) throw nothingBelow(parent, segment);
    requireEntry(path, segment);
    const qname = qualify(schema, parent.kind === 'root' ? undefined : parent.module, segment);
    const node = parent.data.get(qname);
    if (node) {
      path.push(step(schema, node, segment, last));
      parent = node;
      continue;
    }
    const action = parent.kind === 'root' ? undefined : parent.actions.get(qname);
    if (action && last) return actionTarget(path, action, segment);
    throw unknownNode(segment, qname, parent, action);
  }
  return path.length === 0 ? { kind: 'datastore' } : { kind: 'data', path };
}

type WithChildren = Extract<SchemaNode, { kind: 'root' | 'container' | 'list' }>;

function hasChildren(node: SchemaNode): node is WithChildren {
  return node.kind === 'root' || node.kind === 'container' || node.kind === 'list';
}

/** Returns the qualified name of a step. Default module: that of the parent. */
function qualify(schema: Schema, inherited: Module | undefined, segment: Segment): string {
  const module = segment.module ?? inherited?.name;
  if (module === undefined) {
    throw badRequest(
      `path, offset ${segment.offset}: expected the module of "${segment.name}" in front of it ("module:${segment.name}")`,
    );
  }
  if (schema.modules.get(module)?.conformance !== 'implement') {
    throw notFound(`path, offset ${segment.offset}: this server implements no module "${module}"`);
  }
  return `${module}:${segment.name}`;
}

function step(schema: Schema, node: DataNode, segment: Segment, last: boolean): PathStep {
  switch (node.kind) {
    case 'list':
      return segment.keys === undefined
        ? { schema: node }
        : { schema: node, key: listKey(schema, node, segment, segment.keys) };
    case 'leaf-list':
      if (segment.keys === undefined) return { schema: node };
      if (segment.keys.length !== 1) throw wrongKeys(node, segment, segment.keys.length, 1);
      return { schema: node, key: entryKey([keyValue(schema, node, segment.keys[0] ?? '', segment.offset)]) };
    case 'container':
    case 'leaf':
    case 'anydata':
    case 'anyxml':
      if (segment.keys === undefined) return { schema: node };
      throw badRequest(
        `path, offset ${segment.offset}: ${node.kind} "${node.name}" takes no key values${last ? '' : '; expected "/" behind its name'}`,
      );
    default:
      return node satisfies never;
  }
}

function listKey(schema: Schema, list: ListNode, segment: Segment, values: readonly string[]): string {
  if (values.length !== list.keys.length) throw wrongKeys(list, segment, values.length, list.keys.length);
  return entryKey(list.keys.map((leaf, index) => keyValue(schema, leaf, values[index] ?? '', segment.offset)));
}

function wrongKeys(node: DataNode, segment: Segment, found: number, expected: number): Refusal {
  const names = node.kind === 'list' ? ` (${node.keys.map((leaf) => leaf.name).join(',')})` : '';
  const wanted = node.kind === 'list' && expected === 0 ? 'none, the list has no keys' : `${expected}${names}`;
  return badRequest(`path, offset ${segment.offset}: "${node.name}" has ${found} key values; expected ${wanted}`);
}

/** Refuses a list or leaf-list without key in the middle of a path. */
function requireEntry(path: InstancePath, next: Segment): void {
  const above = path.at(-1);
  if (above?.schema.kind !== 'list' || above.key !== undefined) return;
  const keys = above.schema.keys.map((leaf) => leaf.name).join(',');
  throw badRequest(
    `path, offset ${next.offset - 1}: expected "=" and the key values (${keys}) of list "${above.schema.name}"`,
  );
}

function actionTarget(path: InstancePath, operation: OperationNode, segment: Segment): ApiTarget {
  if (segment.keys === undefined) return { kind: 'action', path, operation };
  throw badRequest(`path, offset ${segment.offset}: action "${operation.name}" takes no key values`);
}

function nothingBelow(parent: SchemaNode, segment: Segment): Refusal {
  return notFound(`path, offset ${segment.offset}: ${parent.kind} "${parent.name}" has no child resources`);
}

function unknownNode(
  segment: Segment,
  qname: string,
  parent: WithChildren,
  action: OperationNode | undefined,
): Refusal {
  if (action) return notFound(`path, offset ${segment.offset}: action "${action.name}" has no child resources`);
  const where = parent.kind === 'root' ? 'the top level' : `"${parent.qname}"`;
  return notFound(`path, offset ${segment.offset}: there is no data node "${qname}" at ${where}`);
}
