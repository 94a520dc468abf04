import type { InstancePath, Metadata } from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import { parseApiPath } from '../api-path/index.js';
import { badRequest } from '../refusal.js';
import type { Parameters } from './parameters.js';

export type Insert = NonNullable<Metadata['insert']>;

/**
 * Reads the `insert` and `point` parameters (RFC 8040 §4.8.5, §4.8.6): the place of an entry of an ordered-by user list or
 * leaf-list.
 *
 * @param target the entry to be placed
 * @throws Refusal 400 when the target cannot be placed, or `point` is missing, surplus or not an entry of the same list
 */
export function placementOf(schema: Schema, parameters: Parameters, target: InstancePath): Insert | undefined {
  const insert = parameters.get('insert');
  const point = parameters.get('point');
  if (insert === undefined) {
    if (point !== undefined)
      throw badRequest('query parameter "point" is given without "insert=before" or "insert=after"');
    return undefined;
  }
  requireUserOrdered(target);
  switch (insert) {
    case 'first':
    case 'last':
      if (point !== undefined) throw badRequest(`query parameter "point" is not allowed with "insert=${insert}"`);
      return { at: insert };
    case 'before':
    case 'after':
      if (point === undefined) throw badRequest(`"insert=${insert}" needs the query parameter "point"`);
      return { at: insert, key: neighbour(schema, point, target) };
    default:
      throw badRequest(`insert "${insert}"; expected first, last, before or after`);
  }
}

/** True for an entry of an ordered-by user list or leaf-list. */
export function isUserOrdered(target: InstancePath): boolean {
  const node = target.at(-1)?.schema;
  return (node?.kind === 'list' || node?.kind === 'leaf-list') && node.orderedBy === 'user';
}

function requireUserOrdered(target: InstancePath): void {
  if (!isUserOrdered(target))
    throw badRequest('"insert" is allowed only for an entry of a list or leaf-list that is "ordered-by user"');
}

/** Returns the entry key of `point`, which must name another entry of the same list under the same parent. */
function neighbour(schema: Schema, point: string, target: InstancePath): string {
  if (!point.startsWith('/')) throw badRequest(`point "${point}"; expected a path that begins with "/"`);
  const named = parseApiPath(schema, point.slice(1), 1);
  const last = named.kind === 'data' ? named.path.at(-1) : undefined;
  if (named.kind !== 'data' || last?.key === undefined || !isSibling(named.path, target)) {
    throw badRequest(`point "${point}"; expected an entry of the same list or leaf-list as the target`);
  }
  return last.key;
}

/** True when both name an entry of the same list under the same parent. */
export function isSibling(a: InstancePath, b: InstancePath): boolean {
  return (
    a.length === b.length &&
    a.every((step, index) => step.schema === b[index]?.schema && (index === a.length - 1 || step.key === b[index]?.key))
  );
}
