/** The configured filters that subscriptions refer to by name: `/filters/stream-filter` (RFC 8639 §2.2). */
import { fromValue, type ListEntry, type PathStep, RpcError, type Tree } from '../../data/index.js';
import { type ListNode, type Schema, schemaNodeAt } from '../../yang/index.js';
import type { ConfigChange } from '../provider.js';
import { type EventFilter, FilterFault, readFilter } from './filter.js';
import { FILTERS, STREAM_FILTER } from './names.js';

export const STREAM_FILTER_PATH = `/${FILTERS}/stream-filter`;

/** Returns the configured filter, or undefined. */
export function configuredFilter(running: Tree, name: string): ListEntry | undefined {
  const filters = running.children.get(FILTERS);
  const list = filters?.kind === 'container' ? filters.children.get(STREAM_FILTER) : undefined;
  return list?.kind === 'list' ? list.entries.get(name) : undefined;
}

/** Returns the path of a configured filter, for access control. */
export function filterPath(schema: Schema, name: string): readonly PathStep[] {
  const filters = schema.root.data.get(FILTERS);
  return filters?.kind === 'container' ? [{ schema: filters }, { schema: listNode(schema), key: name }] : [];
}

/**
 * Returns the filter after a change; undefined when the change deletes it.
 *
 * @throws RpcError when it cannot be used
 */
export function changedFilter({ after, path }: ConfigChange, schema: Schema, maxText: number): EventFilter | undefined {
  if (after === undefined) return undefined;
  try {
    return readFilter(fromValue(listNode(schema), after, { schema }).children, schema, maxText);
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    throw new RpcError({ type: 'application', tag: 'invalid-value', path, message: error.message });
  }
}

function listNode(schema: Schema): ListNode {
  const node = schemaNodeAt(schema, STREAM_FILTER_PATH);
  if (node?.kind === 'list') return node;
  throw new Error(`the schema has no list ${STREAM_FILTER_PATH}`);
}
