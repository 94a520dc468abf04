import type { InstancePath } from '../../../data/index.js';
import type { DataParent, RootNode } from '../../../yang/index.js';
import { badRequest } from '../../refusal.js';

/** Returns the parent schema node of the target. */
export function parentOf(root: RootNode, path: InstancePath): DataParent {
  const above = path.at(-2)?.schema;
  return above?.kind === 'container' || above?.kind === 'list' ? above : root;
}

/** Refuses a list or leaf-list without key, which only GET may use (RFC 8040 §3.5.3). @throws Refusal 400 */
export function requireInstance(path: InstancePath): void {
  const last = path.at(-1);
  if (last === undefined || last.key !== undefined) return;
  const { schema } = last;
  if (schema.kind === 'list') {
    const keys = schema.keys.map((leaf) => leaf.name).join(',');
    throw badRequest(`list "${schema.name}" is named without its key values; expected "${schema.name}={${keys}}"`);
  }
  if (schema.kind === 'leaf-list') {
    throw badRequest(`leaf-list "${schema.name}" is named without a value; expected "${schema.name}={value}"`);
  }
}
