/** Which nodes get types: large models are used in parts. */
import type { SchemaNode } from '../../yang/index.js';
import { dataPath } from '../data-path.js';

/** Data paths (`/module:a/b`), each with all below it. A node both included and excluded is left out. */
export interface PathSelection {
  /** Absent: everything. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export type IsSelected = (node: SchemaNode) => boolean;

/** True for what is included, what leads there, and nothing that is excluded. */
export function selector({ include, exclude = [] }: PathSelection): IsSelected {
  if (include === undefined && exclude.length === 0) return () => true;
  return (node) => {
    const path = dataPath(node);
    if (exclude.some((each) => isWithin(path, each))) return false;
    return include === undefined || include.some((each) => isWithin(path, each) || isWithin(each, path));
  };
}

function isWithin(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}
