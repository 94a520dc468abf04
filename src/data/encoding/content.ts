/** Configuration or state alone (RFC 8040 §4.8.1). */
import type { DataNode, ListNode } from '../../yang/schema.js';
import { mapEntries } from '../entries/index.js';
import { list, withChildren } from '../nodes.js';
import type { Children, Data, ListEntry } from '../tree.js';
import { mapChildren } from './map-children.js';

const mixed = new WeakMap<DataNode, boolean>();

/** Whether a configuration node has state data below it: if not, it is taken or left as a whole. */
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

/** State data come without configuration above them, and configuration has no state above it: one question decides each node. */
export function selectContent(children: Children, content: 'config' | 'nonconfig'): Children {
  return mapChildren(children, (data) => selectNode(data, content));
}

function selectNode(data: Data, content: 'config' | 'nonconfig'): Data | undefined {
  const { schema } = data;
  if (!schema.config) return content === 'nonconfig' ? data : undefined;
  if (!holdsState(schema)) return content === 'config' ? data : undefined;
  switch (data.kind) {
    case 'container': {
      const children = selectContent(data.children, content);
      return content === 'nonconfig' && children.size === 0 ? undefined : withChildren(data, children);
    }
    case 'list': {
      const entries = mapEntries(data.schema, data.entries, (entry) => selectEntry(entry, content));
      return entries.size === 0 ? undefined : entries === data.entries ? data : list(data.schema, entries, data.meta);
    }
    default:
      return data;
  }
}

function selectEntry(entry: ListEntry, content: 'config' | 'nonconfig'): ListEntry | undefined {
  const selected = selectContent(entry.children, content);
  if (content === 'config') return withChildren(entry, selected);
  return selected.size === 0
    ? undefined
    : withChildren(entry, new Map([...keysOf(entry.schema, entry.children), ...selected]));
}

/** The key leaves of an entry, without which it could not be told from others. */
export function keysOf(schema: ListNode, children: Children): Map<string, Data> {
  const keys = new Map<string, Data>();
  for (const { qname } of schema.keys) {
    const leaf = children.get(qname);
    if (leaf !== undefined) keys.set(qname, leaf);
  }
  return keys;
}
