/** The nodes that a change concerns, with the values that it writes and those that it replaces, for persons who approve it. */
import { parseRulePath, type RulePath, RulePathFault } from '../../access/index.js';
import {
  type Data,
  type EditOperation,
  find,
  formatPath,
  type InstancePath,
  keyValues,
  type LeafListItem,
  type ListEntry,
  nodeToValue,
  type ParentData,
  RpcError,
  type Tree,
} from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import { withoutSecretsIn, withoutSecretsInPath } from '../secret-values.js';

export interface ChangedValues {
  readonly paths: readonly InstancePath[];
  /** The change of each node: its instance-identifier, the operation, and its value afterwards. */
  readonly edit: readonly object[];
  /** The same without the operations, which depend on the values before. */
  readonly wanted: readonly object[];
  /** The values before. */
  readonly replaces: readonly object[];
}

/** Maximum number of nodes that a change may name. */
const MOST = 10_000;
/** The operations that concern all that is in a container. */
const WHOLE: ReadonlySet<EditOperation> = new Set(['replace', 'delete', 'remove']);

/** Collects what a change does. @throws RpcError too-big */
export function changedValues(change: {
  readonly before: Tree;
  readonly after: Tree;
  readonly edit: Tree;
}): ChangedValues {
  const places = [...first(MOST + 1, placesIn(change.edit, []))];
  if (places.length > MOST) throw tooMuch();
  const wanted = places.map(({ path, insert }) => ({
    target: shownPath(path),
    ...(insert === undefined ? {} : { insert }),
    ...valueAt(change.after, path),
  }));
  return {
    paths: places.map(({ path }) => path),
    wanted,
    edit: wanted.map((each, index) => ({ ...each, operation: places[index]?.operation })),
    replaces: places.flatMap(({ path }) => {
      const value = valueAt(change.before, path);
      return 'value' in value ? [{ target: shownPath(path), ...value }] : [];
    }),
  };
}

/** Returns the instance-identifiers of the first nodes that an edit changes, as persons may see them. */
export function changedTargets(edit: Tree, most: number): readonly string[] {
  return Array.from(first(most, placesIn(edit, [])), ({ path }) => shownPath(path));
}

/** Returns the instance-identifier of a changed node, as persons may see it. */
export function shownPath(path: InstancePath): string {
  return formatPath(withoutSecretsInPath(path));
}

interface Place {
  readonly path: InstancePath;
  readonly operation: EditOperation;
  /** The place of an entry in the order of its list. */
  readonly insert: unknown;
}

function valueAt(tree: Tree, path: InstancePath): { readonly value?: unknown } {
  const node = find(tree, path);
  if (!node) return {};
  const value = nodeToValue(withoutSecretsIn(node));
  // The path of an item has its value.
  return { value: node.kind === 'item' ? [String(value)] : value };
}

/** Decides whether changes at or below a path are looked at. */
type Follows = (path: InstancePath) => boolean;

/**
 * Finds the changed nodes one by one, so that a large edit is looked at only as far as it is needed.
 *
 * @param follows false: nothing at or below the path is looked at. Default: all is
 * @param above the operation of the container around, which holds for all in it
 */
function* placesIn(
  parent: ParentData,
  path: InstancePath,
  follows: Follows = () => true,
  above?: EditOperation,
): Generator<Place> {
  for (const child of parent.children.values()) {
    if (!follows([...path, { schema: child.schema }])) continue;
    if (child.kind === 'list' || child.kind === 'leaf-list') {
      for (const each of child.entries)
        yield* placesAt(each, [...path, { schema: child.schema, key: each.key }], follows, above);
    } else yield* placesAt(child, [...path, { schema: child.schema }], follows, above);
  }
}

function* placesAt(
  node: Data | ListEntry | LeafListItem,
  path: InstancePath,
  follows: Follows,
  above: EditOperation | undefined,
): Generator<Place> {
  if (!follows(path)) return;
  const operation = node.meta?.operation ?? above ?? 'none';
  const isMere = node.kind === 'container' && !node.schema.presence;
  // A container that only holds others is no value of its own: the same edit may find it there or not. One that is deleted has nothing
  // in the edit; it stands for all that was in it.
  if (isMere && !WHOLE.has(operation)) {
    yield* placesIn(node, path, follows, operation === 'none' ? undefined : operation);
  } else if (operation !== 'none') yield { path, operation, insert: node.meta?.insert };
  else if (node.kind === 'container' || node.kind === 'entry') yield* placesIn(node, path, follows);
}

function* first<T>(most: number, all: Iterable<T>): Generator<T> {
  let left = most;
  for (const each of all) {
    if (left === 0) return;
    left -= 1;
    yield each;
  }
}

function tooMuch(): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'too-big',
    origin: 'caller',
    message: `an edit that must be approved changes at most ${MOST} nodes; make it in parts`,
  });
}

/**
 * True when an edit changes a node at, above or below a path.
 *
 * @param text node-instance-identifier (RFC 8341 §3.3.5); one that the models do not have counts as everywhere
 */
export function isChangedAt(schema: Schema, text: string, edit: Tree): boolean {
  const rule = rulePath(schema, text);
  return rule === undefined || placesIn(edit, [], (path) => meets(rule, path)).next().done !== true;
}

/** True when a path lies at, above or below a node that providers keep. @param text as for `isChangedAt` */
export function isMetBy(schema: Schema, text: string, path: InstancePath): boolean {
  const rule = rulePath(schema, text);
  return rule === undefined || meets(rule, path);
}

function rulePath(schema: Schema, text: string): RulePath | undefined {
  try {
    return parseRulePath(schema, text);
  } catch (error) {
    if (error instanceof RulePathFault) return undefined;
    throw error;
  }
}

/** True when one of two paths leads to or through the other. */
function meets({ names, keyed }: RulePath, path: InstancePath): boolean {
  const common = Math.min(names.length, path.length);
  for (let at = 0; at < common; at += 1) if (path[at]?.schema.qname !== names[at]) return false;
  return keyed.every(({ at, keys }) => {
    const key = path[at]?.key;
    if (at >= common || key === undefined) return true;
    const values = keyValues(key);
    return keys.every((test, index) => test?.kind !== 'text' || test.text === values[index]);
  });
}
