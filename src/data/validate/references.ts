/** `require-instance` of leafrefs and instance-identifiers (RFC 7950 §9.9.3, §9.13), also as members of unions. */
import type { DataNode, DataParent, LeafListNode, LeafNode, Schema } from '../../yang/schema.js';
import { canonical, type LeafrefType, type Type } from '../../yang/types.js';
import { dataParentOf } from '../data-parent.js';
import { jsonNames, parseLexical, ValueFault } from '../values/index.js';
import { anchorOf, below, leafrefTargets, plainPath, type XPathNode } from '../xpath/index.js';
import { pathText } from './path-text.js';
import { referencesOf } from './reference-types.js';
import type { Run } from './run.js';

/** Reports a leaf or leaf-list item whose value must refer to an existing node and does not. */
export function checkReference(node: XPathNode, schema: LeafNode | LeafListNode, run: Run): void {
  if (refers(node, schema.type, run)) return;
  const value = node.stringValue;
  const wanted = referencesOf(schema.type)
    .filter((reference) => reference.requireInstance)
    .map((reference) =>
      reference.base === 'leafref' ? `a value of ${reference.pathText}` : 'the path of an existing node',
    );
  run.report(
    'require-instance',
    pathText(node),
    `'${schema.name}' refers to "${value}", which does not exist; it must be ${wanted.join(' or ')}`,
    schema,
  );
}

function refers(node: XPathNode, type: Type, run: Run): boolean {
  switch (type.base) {
    case 'leafref':
      return !type.requireInstance || hasTarget(node, type, run);
    case 'instance-identifier':
      return !type.requireInstance || node.owner.locate(node.stringValue) !== undefined;
    case 'union':
      return type.members.some((member) => isOfType(member, node, node.owner.schema) && refers(node, member, run));
    default:
      return true;
  }
}

function isOfType(type: Type, node: XPathNode, schema: Schema): boolean {
  const target = type.base === 'leafref' ? type.target : type;
  return !(parseLexical(target, node.stringValue, jsonNames(schema, '')) instanceof ValueFault);
}

function hasTarget(node: XPathNode, type: LeafrefType, run: Run): boolean {
  const path = plainPath(type);
  if (path === 'other') return leafrefTargets(node, type).length > 0;
  const anchor = anchorOf(node, path);
  if (!anchor) return false;
  const value = node.stringValue;
  const keyed = keyedAt(anchor, type, path.down, run);
  if (keyed === undefined) return valuesAt(anchor, type, path.down, run).has(value);
  const list = path.down.at(-2) ?? '';
  return keyed.some((holder) => holder.hasEntry(list, value));
}

/** Returns the parents of the list when the path ends in its only key, so that the value can be looked up; else undefined. */
function keyedAt(
  anchor: XPathNode,
  type: LeafrefType,
  down: readonly string[],
  run: Run,
): readonly XPathNode[] | undefined {
  const known = run.keyed.get(type.path);
  if (known?.anchor === anchor) return known.holders;
  const holders = below([anchor], down.slice(0, -2));
  const schema = holders[0]?.container?.data.get(down.at(-2) ?? '');
  const isKey = schema?.kind === 'list' && schema.keys.length === 1 && schema.keys[0]?.qname === down.at(-1);
  const found = isKey || holders.length === 0 ? holders : undefined;
  run.keyed.set(type.path, { anchor, holders: found });
  return found;
}

function valuesAt(anchor: XPathNode, type: LeafrefType, down: readonly string[], run: Run): ReadonlySet<string> {
  const known = run.targets.get(type.path)?.get(anchor);
  if (known) return known;
  const values = new Set<string>();
  for (const _ of gather(anchor, down, 0, values, run, () => false));
  keep(values, anchor, type, run);
  return values;
}

function keep(values: ReadonlySet<string>, anchor: XPathNode, type: LeafrefType, run: Run): void {
  const byAnchor = run.targets.get(type.path);
  if (byAnchor) byAnchor.set(anchor, values);
  else run.targets.set(type.path, new Map([[anchor, values]]));
}

/** True when the check of a value may need all possible values first. */
export function mayGather(schema: LeafNode | LeafListNode): boolean {
  return referencesOf(schema.type).some(
    (type) =>
      type.base === 'leafref' && type.requireInstance && plainPath(type) !== 'other' && !leadsToKey(type, schema),
  );
}

/** True when a plain path ends in the only key of a list, according to the schema. */
function leadsToKey(type: LeafrefType, schema: LeafNode | LeafListNode): boolean {
  const path = plainPath(type);
  if (path === 'other') return false;
  let parent: DataParent = dataParentOf(schema);
  for (let level = 1; parent.kind !== 'root' && (path.absolute || level < path.up); level += 1) {
    if (parent.kind !== 'container' && parent.kind !== 'list') return false;
    parent = dataParentOf(parent);
  }
  for (const qname of path.down.slice(0, -1)) {
    const next: DataNode | undefined = parent.data.get(qname);
    if (next?.kind !== 'container' && next?.kind !== 'list') return false;
    parent = next;
  }
  return parent.kind === 'list' && parent.keys.length === 1 && parent.keys[0]?.qname === path.down.at(-1);
}

/** Collects the values that `checkReference` needs, in steps; undefined when they are known. */
export function gathering(
  node: XPathNode,
  schema: LeafNode | LeafListNode,
  run: Run,
): Generator<undefined, void> | undefined {
  for (const type of referencesOf(schema.type)) {
    const path = type.base === 'leafref' && type.requireInstance ? plainPath(type) : 'other';
    const anchor = path === 'other' ? undefined : anchorOf(node, path);
    if (type.base !== 'leafref' || path === 'other' || !anchor || run.targets.get(type.path)?.has(anchor)) continue;
    if (keyedAt(anchor, type, path.down, run) === undefined) return gatherAll(anchor, type, path.down, run);
  }
  return undefined;
}

function* gatherAll(
  anchor: XPathNode,
  type: LeafrefType,
  down: readonly string[],
  run: Run,
): Generator<undefined, void> {
  const values = new Set<string>();
  yield* gather(anchor, down, 0, values, run, () => run.isDue());
  keep(values, anchor, type, run);
}

/** Adds the values at the end of `down`, with a pause whenever `isDue` is true. Makes nodes only where defaults may be in use. */
function* gather(
  node: XPathNode,
  down: readonly string[],
  at: number,
  values: Set<string>,
  run: Run,
  isDue: () => boolean,
): Generator<undefined, void> {
  const qname = down[at];
  if (qname === undefined) {
    values.add(node.stringValue);
    return;
  }
  const data = 'children' in node.data && !node.attached ? node.data.children.get(qname) : undefined;
  switch (data?.kind) {
    case 'leaf':
      values.add(canonical(data.value));
      break;
    case 'leaf-list':
      for (const { value } of data.entries) values.add(canonical(value));
      break;
    case 'list':
      for (const entry of data.entries) {
        const leaf = at === down.length - 2 ? entry.children.get(down[at + 1] ?? '') : undefined;
        if (leaf?.kind === 'leaf') values.add(canonical(leaf.value));
        else yield* gather(run.frame(node, entry), down, at + 1, values, run, isDue);
        if (isDue()) yield;
      }
      break;
    default:
      for (const child of node.children(qname)) yield* gather(child, down, at + 1, values, run, isDue);
  }
}
