/**
 * RFC 7951 values in one fixed form, made without the engine: what an encoder may choose (the order of members, and of entries
 * that the system orders) is gone.
 */
import type { DataNode, DataParent, LeafListNode, ListNode, RootNode } from '../../src/yang/index.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** Text that is the same for documents that say the same. */
export function normal(document: unknown, root: RootNode): string {
  return JSON.stringify(object(document as JsonObject, root, root));
}

/** A sorted list of pairs: a member may be called __proto__. */
function object(value: JsonObject, parent: DataParent, root: RootNode): readonly unknown[] {
  const qualified = (name: string): string =>
    name.includes(':') || parent.kind === 'root' ? name : `${parent.module.name}:${name}`;
  const pairs = Object.entries(value).flatMap(([name, content]) => {
    if (name === '@') return [[name, plain(content)]];
    if (name.startsWith('@'))
      // Annotations of items are beside the items.
      return parent.data.get(qualified(name.slice(1)))?.kind === 'leaf-list' ? [] : [[name, plain(content)]];
    const node = parent.data.get(qualified(name));
    return [[qualified(name), node === undefined ? content : member(node, content, value[`@${name}`], root)]];
  });
  return sorted(pairs);
}

function member(node: DataNode, content: unknown, annotations: unknown, root: RootNode): unknown {
  switch (node.kind) {
    case 'container':
      return object(content as JsonObject, node, root);
    case 'list':
      return ordered(
        node,
        (content as readonly JsonObject[]).map((entry) => object(entry, node, root)),
      );
    case 'leaf-list': {
      const beside = (annotations ?? []) as readonly unknown[];
      return ordered(
        node,
        (content as readonly unknown[]).map((one, i) => [one, plain(beside[i] ?? null)]),
      );
    }
    case 'leaf':
      return content;
    default:
      return isModelled(content, root) ? object(content, root, root) : plain(content);
  }
}

function isModelled(content: unknown, root: RootNode): content is JsonObject {
  return (
    typeof content === 'object' &&
    content !== null &&
    !Array.isArray(content) &&
    Object.keys(content).every((name) => root.data.has(name))
  );
}

const ordered = (node: ListNode | LeafListNode, items: readonly unknown[]): readonly unknown[] =>
  node.config && node.orderedBy === 'system' ? sorted(items) : items;

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return sorted(Object.entries(value).map(([name, content]) => [name, plain(content)]));
}

function sorted(items: readonly unknown[]): readonly unknown[] {
  return items
    .map((item) => JSON.stringify(item))
    .toSorted()
    .map((text): unknown => JSON.parse(text));
}
