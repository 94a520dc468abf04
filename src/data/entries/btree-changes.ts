/** The differences between two persistent trees, found without visiting shared nodes. */
import type { BNode } from './btree.js';

export interface Change<T> {
  readonly key: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/**
 * Returns the keys whose value differs by identity, ascending. Nodes in both trees are dropped level by level: a shared
 * node covers the same keys in both. So only nodes copied by a change are visited.
 */
export function changes<T>(before: BNode<T>, after: BNode<T>): Change<T>[] {
  let left: readonly BNode<T>[] = [before];
  let right: readonly BNode<T>[] = [after];
  for (;;) {
    const shared = new Set<BNode<T>>(left);
    const common = new Set<BNode<T>>();
    for (const node of right) if (shared.has(node)) common.add(node);
    if (common.size > 0) {
      left = left.filter((node) => !common.has(node));
      right = right.filter((node) => !common.has(node));
    }
    const leftHeight = heightOf(left);
    const rightHeight = heightOf(right);
    if (leftHeight <= 0 && rightHeight <= 0) return compareLeaves(left, right);
    if (leftHeight >= rightHeight) left = left.flatMap(childrenOf);
    if (rightHeight >= leftHeight) right = right.flatMap(childrenOf);
  }
}

function heightOf(level: readonly BNode<unknown>[]): number {
  let height = 0;
  for (let node = level[0]; node !== undefined && !node.leaf; node = node.children[0]) height += 1;
  return height;
}

function childrenOf<T>(node: BNode<T>): readonly BNode<T>[] {
  return node.leaf ? [node] : node.children;
}

function compareLeaves<T>(before: readonly BNode<T>[], after: readonly BNode<T>[]): Change<T>[] {
  const old = pairs(before);
  const found: Change<T>[] = [];
  const now = pairs(after);
  let a = old.next();
  let b = now.next();
  while (!a.done || !b.done) {
    if (b.done || (!a.done && a.value[0] < b.value[0])) {
      if (a.done) break;
      found.push({ key: a.value[0], before: a.value[1], after: undefined });
      a = old.next();
    } else if (a.done || b.value[0] < a.value[0]) {
      found.push({ key: b.value[0], before: undefined, after: b.value[1] });
      b = now.next();
    } else {
      if (a.value[1] !== b.value[1]) found.push({ key: a.value[0], before: a.value[1], after: b.value[1] });
      a = old.next();
      b = now.next();
    }
  }
  return found;
}

function* pairs<T>(leaves: readonly BNode<T>[]): Generator<[string, T], void> {
  for (const leaf of leaves) {
    if (!leaf.leaf) continue;
    for (let at = 0; at < leaf.keys.length; at += 1) yield [leaf.keys[at] as string, leaf.values[at] as T];
  }
}
