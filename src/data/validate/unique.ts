/** `unique` (RFC 7950 §7.8.3): no two entries have the same values; an entry without one of them does not count. */
import type { DataNode, ListNode } from '../../yang/schema.js';
import { canonical } from '../../yang/types.js';
import type { Data, List, ListEntry, ParentData } from '../tree.js';
import type { XPathNode } from '../xpath/index.js';
import { pathText } from './path-text.js';
import type { Run } from './run.js';
import { keepsUnique } from './unique-index.js';

/** Separator that no value contains. */
const BETWEEN = '\u0000';

/** @param before the list in the valid document that this one was made from, if any */
export function checkUnique(parent: XPathNode, list: List, before: Data | undefined, run: Run): void {
  for (const _ of uniqueSteps(parent, list, before, run, () => false));
}

/** Checks with a pause between entries whenever `isDue` is true. */
export function* uniqueSteps(
  parent: XPathNode,
  list: List,
  before: Data | undefined,
  run: Run,
  isDue: () => boolean = () => run.isDue(),
): Generator<undefined, void> {
  if (before?.kind === 'list') {
    const textOf = (entry: ListEntry, paths: readonly (readonly string[])[]) =>
      valuesOf(parent, entry, paths, run)?.join(BETWEEN);
    if (yield* keepsUnique(before, list, textOf, isDue)) return;
  }
  for (const paths of list.schema.unique) {
    const seen = new Map<string, ListEntry>();
    for (const entry of list.entries) {
      if (run.isFull) return;
      if (isDue()) yield;
      const values = valuesOf(parent, entry, paths, run);
      if (!values) continue;
      const key = values.join(BETWEEN);
      const other = seen.get(key);
      if (other) report(parent, list.schema, paths, [other, entry], values, run);
      else seen.set(key, entry);
    }
  }
}

function valuesOf(
  parent: XPathNode,
  entry: ListEntry,
  paths: readonly (readonly string[])[],
  run: Run,
): string[] | undefined {
  const values: string[] = [];
  for (const path of paths) {
    const value = given(entry, path) ?? inUse(parent, entry, path, run);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function given(entry: ListEntry, path: readonly string[]): string | undefined {
  let holder: ParentData = entry;
  for (const qname of path) {
    const data: Data | undefined = holder.children.get(qname);
    if (data?.kind === 'leaf') return canonical(data.value);
    if (data?.kind !== 'container') return undefined;
    holder = data;
  }
  return undefined;
}

/** Returns the default in use, which counts as the value. */
function inUse(parent: XPathNode, entry: ListEntry, path: readonly string[], run: Run): string | undefined {
  if (!hasDefault(entry.schema, path)) return undefined;
  let nodes: readonly XPathNode[] = [run.frame(parent, entry)];
  for (const qname of path) nodes = nodes.flatMap((node) => node.children(qname));
  return nodes[0]?.stringValue;
}

function hasDefault(schema: ListNode, path: readonly string[]): boolean {
  let data: ReadonlyMap<string, DataNode> = schema.data;
  for (const qname of path) {
    const node: DataNode | undefined = data.get(qname);
    if (node?.kind === 'leaf') return node.default !== undefined;
    if (node?.kind !== 'container') return false;
    data = node.data;
  }
  return false;
}

function report(
  parent: XPathNode,
  schema: ListNode,
  paths: readonly (readonly string[])[],
  [first, second]: readonly [ListEntry, ListEntry],
  values: readonly string[],
  run: Run,
): void {
  const names = paths.map((path) => path.map((qname) => qname.slice(qname.indexOf(':') + 1)).join('/'));
  const place = pathText(run.frame(parent, second));
  const said = names.map((name, i) => `${name}="${values[i] ?? ''}"`).join(', ');
  run.report(
    'unique',
    place,
    `${said} is also in ${pathText(run.frame(parent, first))}; the entries of '${schema.name}' must differ in it`,
    schema,
    // RFC 7950 §15.1: one element per leaf.
    { info: { 'non-unique': names.map((name) => `${place}/${name}`) } },
  );
}
