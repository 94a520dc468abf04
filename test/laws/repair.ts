/** Valid documents: what validation finds fault with is taken out, and where that is not enough, what holds it. */
import {
  applyEdit,
  editAt,
  type InstancePath,
  parseInstancePath,
  RpcError,
  type Tree,
  type ValidateOptions,
  validate,
} from '../../src/data/index.js';
import type { Schema } from '../../src/yang/index.js';

/** The errors of a document; none when it is valid. */
export function faultsOf(tree: Tree, options: ValidateOptions): readonly RpcError[] {
  try {
    validate(tree, options);
    return [];
  } catch (error) {
    if (error instanceof RpcError) return error.all;
    throw error;
  }
}

const MOST_ATTEMPTS = 12;

/** undefined where that does not lead to a valid document. */
export function repaired(tree: Tree, schema: Schema): Tree | undefined {
  let repaired = tree;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const faults = faultsOf(repaired, { schema });
    if (faults.length === 0) return repaired;
    for (const { path } of faults) repaired = without(repaired, path ?? '/', Math.floor(attempt / 2), schema);
  }
  return undefined;
}

/** The document without the node at the path, or the one so many levels above it. */
function without(tree: Tree, text: string, levels: number, schema: Schema): Tree {
  try {
    const path = parseInstancePath(schema, text);
    const removed = removable(path.slice(0, Math.max(1, path.length - levels)));
    return applyEdit(tree, editAt(schema, removed, 'remove', undefined), 'none', { schema });
  } catch (error) {
    // Already gone, with something above it.
    if (error instanceof RpcError) return tree;
    throw error;
  }
}

/** Entries without keys go with their whole list. */
function removable(path: InstancePath): InstancePath {
  const at = path.findIndex(({ schema }) =>
    schema.kind === 'list' ? schema.keys.length === 0 : schema.kind === 'leaf-list' && !schema.config,
  );
  const step = path[at];
  return step === undefined ? path : [...path.slice(0, at), { schema: step.schema }];
}
