/**
 * Puts digests in the place of values that nobody may read unless a rule says so: leaves, and items of leaf-lists, that are themselves
 * marked `nacm:default-deny-all`. Inputs of operations mark their secrets in the same way.
 */
import { createHash } from 'node:crypto';
import {
  type Children,
  type Data,
  entriesFrom,
  type InstancePath,
  item,
  type LeafListItem,
  type ListEntry,
  leaf,
  leafList,
  mapEntries,
  type Tree,
} from '../data/index.js';
import type { DataNode } from '../yang/index.js';

const NACM = 'ietf-netconf-acm';
const MARK = 'default-deny-all';

export function withoutSecrets(tree: Tree): Tree {
  return { ...tree, children: without(tree.children) };
}

export function withoutSecretsIn(node: Data | ListEntry | LeafListItem): Data | ListEntry | LeafListItem {
  switch (node.kind) {
    case 'entry':
      return inEntry(node);
    case 'item':
      return isSecret(node.schema) ? inItem(node) : node;
    default:
      return inData(node);
  }
}

/** Returns an instance path in which no item of a leaf-list is a secret. */
export function withoutSecretsInPath(path: InstancePath): InstancePath {
  return path.map((step) =>
    step.schema.kind === 'leaf-list' && step.key !== undefined && isSecret(step.schema)
      ? { ...step, key: digest(step.key) }
      : step,
  );
}

const isSecret = ({ extensions }: DataNode) => extensions.some(({ module, name }) => module === NACM && name === MARK);

function inEntry(entry: ListEntry): ListEntry {
  return { ...entry, children: without(entry.children) };
}

function inItem({ schema, value }: LeafListItem): LeafListItem {
  const shown = digest(value);
  return item(schema, shown, shown);
}

function inData(node: Data): Data {
  switch (node.kind) {
    case 'leaf':
      return isSecret(node.schema) ? leaf(node.schema, digest(node.value)) : node;
    case 'leaf-list': {
      const { schema, entries } = node;
      return isSecret(schema) ? leafList(schema, entriesFrom(schema, Array.from(entries, inItem))) : node;
    }
    case 'container':
      return { ...node, children: without(node.children) };
    case 'list':
      return { ...node, entries: mapEntries(node.schema, node.entries, inEntry) };
    case 'any': {
      const { content } = node;
      return content.form === 'tree' ? { ...node, content: { ...content, tree: withoutSecrets(content.tree) } } : node;
    }
    default:
      return node satisfies never;
  }
}

function without(children: Children): Children {
  return new Map([...children].map(([name, data]) => [name, inData(data)]));
}

/** @param value RFC 7951 value of a leaf */
function digest(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `sha-256:${createHash('sha256').update(text).digest('hex')}`;
}
