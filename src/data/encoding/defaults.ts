/** Default values on output: the modes of RFC 6243. Trees hold explicit values; defaults are added or removed here. */
import type { CaseNode, DataNode, DataParent, LeafValue, SchemaNode } from '../../yang/schema.js';
import { keepsOrder } from '../entries/index.js';
import { container, leaf, leafListOf, list, NO_CHILDREN, withChildren } from '../nodes.js';
import type { Children, Data, Metadata } from '../tree.js';
import { canonical } from '../values/index.js';
import { assumed, evaluateXPath, toBoolean, type XPathNode } from '../xpath/index.js';
import { type MapEntries, mapChildren } from './map-children.js';

const DEFAULT: Metadata = { isDefault: true };

/** Returns the XPath node of the parent in the whole document; called only when a `when` is evaluated. */
type At = () => XPathNode;

/**
 * Adds the default values in use (RFC 7950 §7.6.1, §7.7.2), marked `isDefault`: of absent leaves and leaf-lists, inside
 * absent non-presence containers, and of the default case of a choice without a case. A node with a `when` is added
 * when that holds in the document. Without `at`, as for a single node, it is left out: a missing default is a smaller
 * error than a node that does not exist.
 */
export function reportAll(children: Children, parent: DataParent, map: MapEntries, at?: At): Children {
  const below = mapChildren(children, (data) => addBelow(data, map, at));
  if (!hasDefaults(parent)) return below;
  const added = new Map(below);
  addMissing(parent.children, added, map, at);
  return added.size === below.size ? below : added;
}

function addBelow(data: Data, map: MapEntries, at: At | undefined): Data {
  switch (data.kind) {
    case 'container':
      return withChildren(data, reportAll(data.children, data.schema, map, at && (() => at().single(data))));
    case 'list': {
      const entries = map(data.schema, data.entries, (entry) =>
        withChildren(entry, reportAll(entry.children, entry.schema, map, at && (() => at().adopt(entry)))),
      );
      return entries === data.entries ? data : list(data.schema, entries, data.meta);
    }
    default:
      return data;
  }
}

function isDataNode(node: SchemaNode): node is DataNode {
  switch (node.kind) {
    case 'container':
    case 'list':
    case 'leaf':
    case 'leaf-list':
    case 'anydata':
    case 'anyxml':
      return true;
    default:
      return false;
  }
}

/** True when all conditions of an absent node hold (RFC 7950 §7.21.5). */
function exists(node: SchemaNode, at: At | undefined): boolean {
  if (node.whens.length === 0) return true;
  if (at === undefined) return false;
  const parent = at();
  return node.whens.every((when) =>
    node.kind === 'choice' || node.kind === 'case'
      ? toBoolean(evaluateXPath(when.xpath, parent))
      : isDataNode(node) && parent.owner.whenHolds(when, parent, assumed(node)),
  );
}

function addMissing(
  nodes: readonly SchemaNode[],
  children: Map<string, Data>,
  map: MapEntries,
  at: At | undefined,
): void {
  for (const node of nodes) {
    if (!exists(node, at)) continue;
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
          const empty = container(node, NO_CHILDREN, DEFAULT);
          const inside = reportAll(NO_CHILDREN, node, map, at && (() => at().single(empty)));
          if (inside.size > 0) children.set(node.qname, withChildren(empty, inside));
        }
        break;
      case 'choice': {
        const taken = node.cases.find((one) => holdsAny(one, children)) ?? node.defaultCase;
        if (taken !== undefined && exists(taken, at)) addMissing(taken.children, children, map, at);
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

/** True when a default can apply to the node or inside its non-presence containers. */
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

/** Removes values that equal their default, explicit or not. */
export function trimDefaults(children: Children, map: MapEntries): Children {
  return mapChildren(children, (data) => (isDefaultValue(data) ? undefined : descend(data, map, trimDefaults)));
}

/** Removes the values that were added as defaults. */
export function explicitOnly(children: Children, map: MapEntries): Children {
  return mapChildren(children, (data) => (isAdded(data) ? undefined : descend(data, map, explicitOnly)));
}

/** True for added defaults. A leaf-list from the wire has the tag on each item: encodings cannot tag the whole. */
function isAdded(data: Data): boolean {
  if (data.meta?.isDefault === true) return true;
  if (data.kind !== 'leaf-list' || data.entries.size === 0) return false;
  for (const { meta } of data.entries) if (meta?.isDefault !== true) return false;
  return true;
}

function descend(
  data: Data,
  map: MapEntries,
  step: (children: Children, map: MapEntries) => Children,
): Data | undefined {
  switch (data.kind) {
    case 'container': {
      const children = step(data.children, map);
      const emptied = children.size === 0 && data.children.size > 0;
      return emptied && !data.schema.presence && data.meta?.annotations === undefined
        ? undefined
        : withChildren(data, children);
    }
    case 'list': {
      const entries = map(data.schema, data.entries, (entry) => withChildren(entry, step(entry.children, map)));
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

/** True when the values are exactly the default of the schema. */
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
  const [wanted, found] = [defaults.map(canonical), values.map(canonical)];
  // System-ordered values have no order of their own: they are compared as a set.
  if (schema.kind === 'leaf-list' && !keepsOrder(schema)) return wanted.every((value) => found.includes(value));
  return wanted.every((value, i) => value === found[i]);
}
