/**
 * A persistent B+ tree from string keys (in UTF-16 order) to values. A change copies the nodes on one path and shares
 * the others: it costs O(log n), and older trees stay unchanged.
 */

/** Maximum items of a node. A wider node is split; a node below a quarter is merged with a neighbour. */
const WIDTH = 32;
const SPARSE = WIDTH / 4;

interface LeafNode<T> {
  readonly leaf: true;
  readonly keys: readonly string[];
  readonly values: readonly T[];
}
interface InnerNode<T> {
  readonly leaf: false;
  /** Lower bound of each child's keys (its least key when the child was made). */
  readonly keys: readonly string[];
  readonly children: readonly BNode<T>[];
  readonly size: number;
}
export type BNode<T> = LeafNode<T> | InnerNode<T>;

export const EMPTY_NODE: BNode<never> = { leaf: true, keys: [], values: [] };

export const sizeOf = (node: BNode<unknown>): number => (node.leaf ? node.keys.length : node.size);

/** Returns the index of the first key not less than `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the child whose range contains `key`; keys below the first bound belong to the first child. */
function childIndex(keys: readonly string[], key: string): number {
  const at = lowerBound(keys, key);
  return at < keys.length && keys[at] === key ? at : Math.max(0, at - 1);
}

export function lookup<T>(root: BNode<T>, key: string): T | undefined {
  let node = root;
  while (!node.leaf) node = node.children[childIndex(node.keys, key)] as BNode<T>;
  const at = lowerBound(node.keys, key);
  return node.keys[at] === key ? node.values[at] : undefined;
}

export function contains(root: BNode<unknown>, key: string): boolean {
  let node = root;
  while (!node.leaf) node = node.children[childIndex(node.keys, key)] as BNode<unknown>;
  return node.keys[lowerBound(node.keys, key)] === key;
}

function inner<T>(children: readonly BNode<T>[]): InnerNode<T> {
  let size = 0;
  for (const child of children) size += sizeOf(child);
  return { leaf: false, keys: children.map((child) => child.keys[0] as string), children, size };
}

export function insert<T>(root: BNode<T>, key: string, value: T): BNode<T> {
  const parts = insertInto(root, key, value);
  return parts.length === 1 ? (parts[0] as BNode<T>) : inner(parts);
}

/** Returns the node with the entry set: one node, or two when it became too wide. */
function insertInto<T>(node: BNode<T>, key: string, value: T): BNode<T>[] {
  if (node.leaf) {
    const at = lowerBound(node.keys, key);
    if (node.keys[at] === key) {
      return node.values[at] === value
        ? [node]
        : [{ leaf: true, keys: node.keys, values: node.values.with(at, value) }];
    }
    return split({ leaf: true, keys: node.keys.toSpliced(at, 0, key), values: node.values.toSpliced(at, 0, value) });
  }
  const at = childIndex(node.keys, key);
  const child = node.children[at] as BNode<T>;
  const parts = insertInto(child, key, value);
  if (parts.length === 1 && parts[0] === child) return [node];
  return split(inner(node.children.toSpliced(at, 1, ...parts)));
}

function split<T>(node: BNode<T>): BNode<T>[] {
  if (node.keys.length <= WIDTH) return [node];
  // Keys mostly arrive in ascending order (bulk loads, counters): an uneven split gives fuller nodes than halves.
  const at = (WIDTH * 3) / 4;
  if (node.leaf) {
    return [
      { leaf: true, keys: node.keys.slice(0, at), values: node.values.slice(0, at) },
      { leaf: true, keys: node.keys.slice(at), values: node.values.slice(at) },
    ];
  }
  return [inner(node.children.slice(0, at)), inner(node.children.slice(at))];
}

export function remove<T>(root: BNode<T>, key: string): BNode<T> {
  let node = removeFrom(root, key);
  while (!node.leaf && node.children.length === 1) node = node.children[0] as BNode<T>;
  return node;
}

function removeFrom<T>(node: BNode<T>, key: string): BNode<T> {
  if (node.leaf) {
    const at = lowerBound(node.keys, key);
    if (node.keys[at] !== key) return node;
    return { leaf: true, keys: node.keys.toSpliced(at, 1), values: node.values.toSpliced(at, 1) };
  }
  const at = childIndex(node.keys, key);
  const child = node.children[at] as BNode<T>;
  const changed = removeFrom(child, key);
  if (changed === child) return node;
  if (changed.keys.length >= SPARSE || node.children.length === 1) return inner(node.children.with(at, changed));
  const left = Math.min(at, node.children.length - 2);
  const children = node.children.with(at, changed);
  const merged = concat(children[left] as BNode<T>, children[left + 1] as BNode<T>);
  return inner(node.children.toSpliced(left, 2, ...merged));
}

/** Returns two neighbours of one level as one node, or as two of similar width. */
function concat<T>(a: BNode<T>, b: BNode<T>): BNode<T>[] {
  if (a.leaf && b.leaf) {
    return halve({ leaf: true, keys: [...a.keys, ...b.keys], values: [...a.values, ...b.values] });
  }
  if (!a.leaf && !b.leaf) return halve(inner([...a.children, ...b.children]));
  throw new Error('nodes of different levels cannot be neighbours');
}

function halve<T>(node: BNode<T>): BNode<T>[] {
  if (node.keys.length <= WIDTH) return [node];
  const at = node.keys.length >>> 1;
  if (node.leaf) {
    return [
      { leaf: true, keys: node.keys.slice(0, at), values: node.values.slice(0, at) },
      { leaf: true, keys: node.keys.slice(at), values: node.values.slice(at) },
    ];
  }
  return [inner(node.children.slice(0, at)), inner(node.children.slice(at))];
}

/** Builds a tree from keys in ascending order without duplicates. */
export function build<T>(keys: readonly string[], values: readonly T[]): BNode<T> {
  // Most lists are short: every decoded list takes this path.
  if (keys.length <= WIDTH) return { leaf: true, keys, values };
  let level: BNode<T>[] = [];
  for (const [from, to] of slices(keys.length))
    level.push({ leaf: true, keys: keys.slice(from, to), values: values.slice(from, to) });
  while (level.length > 1) level = slices(level.length).map(([from, to]) => inner(level.slice(from, to)));
  return level[0] as BNode<T>;
}

/** Cuts 0..count into even pieces, each at most as wide as a node. */
function slices(count: number): [number, number][] {
  const pieces = Math.ceil(count / WIDTH);
  return Array.from({ length: pieces }, (_, i) => [
    Math.floor((i * count) / pieces),
    Math.floor(((i + 1) * count) / pieces),
  ]);
}

/** Yields the values in key order, from the first key greater than `after`. */
export function* valuesAfter<T>(node: BNode<T>, after: string | undefined): IterableIterator<T> {
  if (node.leaf) {
    let at = after === undefined ? 0 : lowerBound(node.keys, after);
    if (after !== undefined && node.keys[at] === after) at += 1;
    for (; at < node.values.length; at += 1) yield node.values[at] as T;
    return;
  }
  const first = after === undefined ? 0 : childIndex(node.keys, after);
  for (let at = first; at < node.children.length; at += 1) {
    yield* valuesAfter(node.children[at] as BNode<T>, at === first ? after : undefined);
  }
}

/** Calls `visit` with each value in key order; faster than a generator, for callers that never pause. */
export function forEach<T>(node: BNode<T>, visit: (value: T) => void): void {
  if (node.leaf) for (const value of node.values) visit(value);
  else for (const child of node.children) forEach(child, visit);
}

/** Returns the greatest key, or the greatest less than `before`. */
export function lastKey(node: BNode<unknown>, before?: string): string | undefined {
  if (node.leaf) return node.keys[(before === undefined ? node.keys.length : lowerBound(node.keys, before)) - 1];
  let at = before === undefined ? node.children.length - 1 : childIndex(node.keys, before);
  for (; at >= 0; at -= 1) {
    const found = lastKey(node.children[at] as BNode<unknown>, before);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the least key, or the least greater than `after`. */
export function firstKey(node: BNode<unknown>, after?: string): string | undefined {
  if (node.leaf) {
    if (after === undefined) return node.keys[0];
    const at = lowerBound(node.keys, after);
    return node.keys[at] === after ? node.keys[at + 1] : node.keys[at];
  }
  for (let at = after === undefined ? 0 : childIndex(node.keys, after); at < node.children.length; at += 1) {
    const found = firstKey(node.children[at] as BNode<unknown>, after);
    if (found !== undefined) return found;
  }
  return undefined;
}
