/** The inputs whose digest a record has, as RFC 7951 values. */
import { isObject, type Tree, toValue } from '../data/index.js';
import type { AuditEntry } from './audit.js';

/** Maximum number of nodes, and of characters of their values, of an input that has a digest. Larger ones would hold other work up. */
const MOST = 10_000;

/**
 * Returns the value of an input; undefined for none or an empty one, and for one that is too large for a digest. Several edits of one
 * request are an array.
 */
export function digestible({ input, document }: Pick<AuditEntry, 'input' | 'document'>): unknown {
  if (!input) return document !== undefined && isSmallValue(document) ? document : undefined;
  const trees = 'children' in input ? [input] : input.filter(({ children }) => children.size > 0);
  const [first] = trees;
  if (!first || first.children.size === 0 || !areSmall(trees)) return undefined;
  return trees.length === 1 ? toValue(first) : trees.map((tree) => toValue(tree));
}

function areSmall(trees: readonly Tree[]): boolean {
  let left = MOST;
  const isSmall = (parent: Pick<Tree, 'children'>): boolean => {
    for (const data of parent.children.values()) {
      left -= 1;
      switch (data.kind) {
        case 'container':
          if (!isSmall(data)) return false;
          break;
        case 'list':
          for (const entry of data.entries) if (!isSmall(entry)) return false;
          break;
        case 'leaf-list':
          for (const { value } of data.entries) left -= 1 + String(value).length;
          break;
        case 'leaf':
          left -= String(data.value).length;
          break;
        default:
          // The content of anydata and anyxml is not counted, so it has no digest.
          return false;
      }
      if (left < 0) return false;
    }
    return true;
  };
  return trees.every(isSmall);
}

function isSmallValue(value: unknown): boolean {
  let left = MOST;
  const isSmall = (each: unknown): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (Array.isArray(each)) return each.every(isSmall);
    if (isObject(each)) return Object.values(each).every(isSmall);
    left -= String(each).length;
    return left >= 0;
  };
  return isSmall(value);
}
