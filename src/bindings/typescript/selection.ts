/** Selects the nodes that get types: programs use large models in parts. */
import { didYouMean, type Schema, type SchemaNode, schemaNodeAt } from '../../yang/index.js';
import { dataPath } from '../data-path.js';

/** Data paths (`/module:a/b`), each with its descendants. `exclude` wins over `include`. */
export interface PathSelection {
  /** Default: everything. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export type IsSelected = (node: SchemaNode) => boolean;

/**
 * Returns a predicate: true for included nodes and their ancestors, false for excluded ones.
 * @throws Error naming a path that the schema does not have
 */
export function selector(schema: Schema, selection: PathSelection): IsSelected {
  const include = selection.include?.map((path) => existing(schema, path));
  const exclude = selection.exclude?.map((path) => existing(schema, path)) ?? [];
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

/** Returns the path with module names only where they change. */
function existing(schema: Schema, path: string): string {
  const node = schemaNodeAt(schema, path);
  if (node === undefined) throw new Error(`the models have nothing at '${path}'${nearest(schema, path)}`);
  return dataPath(node);
}

/** Returns a suggestion among the children of the last existing node of the path. */
function nearest(schema: Schema, path: string): string {
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const parent = above === '' ? undefined : schemaNodeAt(schema, above);
  if (above !== '' && parent === undefined) return nearest(schema, above);
  const top = [schema.root.data, schema.rpcs, schema.notifications, schema.structures].flatMap((map) => [
    ...map.values(),
  ]);
  const nodes: readonly SchemaNode[] = parent === undefined ? top : 'data' in parent ? [...parent.data.values()] : [];
  return didYouMean(path, nodes.map(dataPath));
}
