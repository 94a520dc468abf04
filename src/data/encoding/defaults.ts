/** Default values on output: the modes of RFC 6243. Trees hold what was set; defaults are added or removed here. */
import type { CaseNode, DataNode, DataParent, LeafValue, SchemaNode } from '../../yang/schema.js';
import { mapEntries } from '../entries/index.js';
import { container, leaf, leafListOf, list, NO_CHILDREN, withChildren } from '../nodes.js';
import type { Children, Data, Metadata } from '../tree.js';
import { canonical } from '../values/index.js';
import { mapChildren } from './map-children.js';

const DEFAULT: Metadata = { isDefault: true };

/**
 * Adds the default values in use (RFC 7950 §7.6.1, §7.7.2): of absent leaves and leaf-lists, in absent non-presence containers, and of
 * the default case where no case of a choice is there; marked `isDefault`. Nodes with a `when` are not added: whether they
 * exist would need XPath evaluated against the whole datastore for every absent node, and an answer that leaves out a default is right
 * more often than one that shows a node which does not exist.
 */
export function reportAll(children: Children, parent: DataParent): Children {
  const below = mapChildren(children, addBelow);
  if (!hasDefaults(parent)) return below;
  const added = new Map(below);
  addMissing(parent.children, added);
  return added.size === below.size ? below : added;
}

function addBelow(data: Data): Data {
  switch (data.kind) {
    case 'container':
      return withChildren(data, reportAll(data.children, data.schema));
    case 'list': {
      const entries = mapEntries(data.schema, data.entries, (entry) =>
        withChildren(entry, reportAll(entry.children, entry.schema)),
      );
      return entries === data.entries ? data : list(data.schema, entries, data.meta);
    }
    default:
      return data;
  }
}

function addMissing(nodes: readonly SchemaNode[], children: Map<string, Data>): void {
  for (const node of nodes) {
    if (node.whens.length > 0) continue;
    switch (node.kind) {
      case 'leaf':
        if (node.default !== undefined && !children.has(node.qname))
          children.set(node.qname, leaf(node, node.default, DEFAULT));
        break;
      case 'leaf-list':
        if (node.defaults.length > 0 && !children.has(node.qname))
          children.set(node.qname, leafListOf(node, node.defaults, DEFAULT));
        break;
      case 'container':
        if (!node.presence && !children.has(node.qname) && hasDefaults(node)) {
          const inside = reportAll(NO_CHILDREN, node);
          if (inside.size > 0) children.set(node.qname, container(node, inside, DEFAULT));
        }
        break;
      case 'choice': {
        const taken = node.cases.find((one) => holdsAny(one, children)) ?? node.defaultCase;
        if (taken !== undefined && taken.whens.length === 0) addMissing(taken.children, children);
        break;
      }
      default:
        break;
    }
  }
}

function holdsAny(one: CaseNode, children: ReadonlyMap<string, Data>): boolean {
  for (const qname of one.data.keys()) if (children.has(qname)) return true;
  return false;
}

const withDefaultsBelow = new WeakMap<SchemaNode, boolean>();

/** Whether any default can apply directly or through non-presence containers. */
function hasDefaults(node: SchemaNode): boolean {
  switch (node.kind) {
    case 'leaf':
      return node.default !== undefined;
    case 'leaf-list':
      return node.defaults.length > 0;
    case 'anydata':
    case 'anyxml':
    case 'rpc':
    case 'action':
      return false;
    default: {
      let known = withDefaultsBelow.get(node);
      if (known === undefined) {
        const inside: readonly SchemaNode[] = node.kind === 'choice' ? node.cases : node.children;
        known = inside.some((child) =>
          child.kind === 'list' || (child.kind === 'container' && child.presence) ? false : hasDefaults(child),
        );
        withDefaultsBelow.set(node, known);
      }
      return known;
    }
  }
}

/** Leaves out what equals its default, set or not. */
export function trimDefaults(children: Children): Children {
  return mapChildren(children, (data) => (isDefaultValue(data) ? undefined : descend(data, trimDefaults)));
}

/** Leaves out what was added as default. */
export function explicitOnly(children: Children): Children {
  return mapChildren(children, (data) => (data.meta?.isDefault === true ? undefined : descend(data, explicitOnly)));
}

function descend(data: Data, step: (children: Children) => Children): Data | undefined {
  switch (data.kind) {
    case 'container': {
      const children = step(data.children);
      return children.size === 0 && data.children.size > 0 && !data.schema.presence
        ? undefined
        : withChildren(data, children);
    }
    case 'list': {
      const entries = mapEntries(data.schema, data.entries, (entry) => withChildren(entry, step(entry.children)));
      return entries === data.entries ? data : list(data.schema, entries, data.meta);
    }
    default:
      return data;
  }
}

function isDefaultValue(data: Data): boolean {
  if (data.kind === 'leaf') return isDefaultOf(data.schema, [data.value]);
  return (
    data.kind === 'leaf-list' &&
    isDefaultOf(
      data.schema,
      Array.from(data.entries, (item) => item.value),
    )
  );
}

/** Whether the values are exactly the schema's default of the node. */
export function isDefaultOf(schema: DataNode, values: readonly LeafValue[]): boolean {
  const defaults =
    schema.kind === 'leaf'
      ? schema.default === undefined
        ? []
        : [schema.default]
      : schema.kind === 'leaf-list'
        ? schema.defaults
        : [];
  if (defaults.length === 0 || defaults.length !== values.length) return false;
  return defaults.every((value, i) => values[i] !== undefined && canonical(values[i]) === canonical(value));
}
