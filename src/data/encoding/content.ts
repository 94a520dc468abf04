/** Configuration only, or state only (RFC 8040 §4.8.1). */
import type { DataNode, ListNode } from '../../yang/schema.js';
import { mapChildrenSteps, mapEntriesSteps } from '../entries/map-steps.js';
import { list, withChildren } from '../nodes.js';
import type { Steps, TimeSlice } from '../time-slice.js';
import type { Children, Data, ListEntry } from '../tree.js';

const mixed = new WeakMap<DataNode, boolean>();

/** True when the node is state or has state below it. Configuration without state is kept or dropped as a whole. */
function holdsState(schema: DataNode): boolean {
  if (!schema.config) return true;
  if (schema.kind !== 'container' && schema.kind !== 'list') return false;
  let known = mixed.get(schema);
  if (known === undefined) {
    known = [...schema.data.values()].some(holdsState);
    mixed.set(schema, known);
  }
  return known;
}

/** Keeps only configuration or only state. */
export function* contentSteps(children: Children, content: 'config' | 'nonconfig', slice: TimeSlice): Steps<Children> {
  return yield* new ContentOf(content, slice).children(children);
}

/**
 * Selects nodes by one question per node: state is kept without the configuration around it, and no state has
 * configuration below it.
 */
class ContentOf {
  constructor(
    readonly content: 'config' | 'nonconfig',
    readonly slice: TimeSlice,
  ) {}

  children(children: Children): Steps<Children> {
    return mapChildrenSteps(children, (data) => this.#node(data));
  }

  *#node(data: Data): Steps<Data | undefined> {
    const { schema } = data;
    if (!schema.config) return this.content === 'nonconfig' ? data : undefined;
    if (!holdsState(schema)) return this.content === 'config' ? data : undefined;
    switch (data.kind) {
      case 'container': {
        const children = yield* this.children(data.children);
        return this.content === 'nonconfig' && children.size === 0 ? undefined : withChildren(data, children);
      }
      case 'list': {
        const entries = yield* mapEntriesSteps(data.schema, data.entries, this.slice, (entry) => this.#entry(entry));
        return entries.size === 0 ? undefined : entries === data.entries ? data : list(data.schema, entries, data.meta);
      }
      default:
        return data;
    }
  }

  *#entry(entry: ListEntry): Steps<ListEntry | undefined> {
    const selected = yield* this.children(entry.children);
    if (this.content === 'config') return withChildren(entry, selected);
    return selected.size === 0
      ? undefined
      : withChildren(entry, new Map([...keysOf(entry.schema, entry.children), ...selected]));
  }
}

/** Returns the key leaves of an entry, which identify it. */
export function keysOf(schema: ListNode, children: Children): Map<string, Data> {
  const keys = new Map<string, Data>();
  for (const { qname } of schema.keys) {
    const leaf = children.get(qname);
    if (leaf !== undefined) keys.set(qname, leaf);
  }
  return keys;
}
