import {
  type Children,
  type Data,
  entriesFrom,
  find,
  type InstancePath,
  type LeafListItem,
  type Tree,
} from '../../../data/index.js';
import { type CaseNode, canonical, type DataNode, type SchemaNode } from '../../../yang/index.js';

/**
 * Returns the default in use of a requested leaf or leaf-list that is not set. It is answered in every basic mode of the
 * server (RFC 8040 §3.5.4).
 */
export function defaultValue(tree: Tree, path: InstancePath): Data | undefined {
  const last = path.at(-1);
  if (last === undefined || last.key !== undefined || last.schema.whens.length > 0) return undefined;
  const children = childrenAt(tree, path.slice(0, -1));
  if (!children || !isCaseInUse(last.schema, children)) return undefined;
  return defaultOf(last.schema);
}

function defaultOf(schema: DataNode): Data | undefined {
  if (schema.kind === 'leaf') {
    return schema.default === undefined ? undefined : { kind: 'leaf', schema, value: schema.default };
  }
  if (schema.kind !== 'leaf-list' || schema.defaults.length === 0) return undefined;
  const items = schema.defaults.map((value): LeafListItem => ({ kind: 'item', schema, key: canonical(value), value }));
  return { kind: 'leaf-list', schema, entries: entriesFrom(schema, items) };
}

/** Returns the children of an instance. An absent container without presence has none, if its parent exists. */
function childrenAt(tree: Tree, path: InstancePath): Children | undefined {
  const last = path.at(-1);
  if (last === undefined) return tree.children;
  const found = find(tree, path);
  if (found?.kind === 'container' || found?.kind === 'entry') return found.children;
  const { schema } = last;
  if (schema.kind !== 'container' || schema.presence || schema.whens.length > 0) return undefined;
  const above = childrenAt(tree, path.slice(0, -1));
  return above && isCaseInUse(schema, above) ? new Map() : undefined;
}

/** True when every case around the node is the selected one or, when none is, the default one (RFC 7950 §7.6.1). */
function isCaseInUse(node: DataNode, siblings: Children): boolean {
  for (let at: SchemaNode | undefined = node.parent; at?.kind === 'case' || at?.kind === 'choice'; at = at.parent) {
    if (at.kind === 'case' && !isTaken(at, siblings)) return false;
  }
  return true;
}

function isTaken(node: CaseNode, siblings: Children): boolean {
  if (node.parent?.kind !== 'choice' || node.whens.length > 0) return false;
  const holdsAny = (each: CaseNode) => [...each.data.keys()].some((qname) => siblings.has(qname));
  const taken = node.parent.cases.find(holdsAny) ?? node.parent.defaultCase;
  return taken === node;
}
