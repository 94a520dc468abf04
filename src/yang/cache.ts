/** `compile` with a memory on disk: a start under the same models does not compile them again. */

import { readEntry, writeEntry } from './cache-file.js';
import { freeze, thaw } from './cache-graph.js';
import { cacheKey, type KeyedOptions } from './cache-key.js';
import { compile } from './compile.js';
import { messageOf } from './errors.js';
import type { Schema } from './schema.js';
import { directories, type SourceSet } from './sources.js';

export interface CachedCompileOptions extends KeyedOptions {
  /** Where schemas are kept; made when missing, for this user only. */
  readonly cacheDirectory: string;
  /** Repository over these directories, where they are not simply searched in their order; the version must fix how. */
  readonly sources?: SourceSet;
  /** Told why a schema could not be kept or read back; it is compiled then, and nothing else is lost. */
  readonly onProblem?: (message: string) => void;
}

/**
 * The schema that `compile` makes of the modules in `directories`, from the cache where nothing that it depends on has
 * changed. A schema that had to be compiled is written once the caller has gone on. Errors are not kept.
 * @throws YangErrors as `compile` does; the file system's error when a directory of modules cannot be read
 */
export function compileCached(options: CachedCompileOptions): Schema {
  const { cacheDirectory, implement, features, onProblem } = options;
  const key = cacheKey(options);
  const kept = readEntry(cacheDirectory, key);
  const schema = kept && attempt(() => thaw(kept), 'read', onProblem);
  if (schema) return schema;
  const compiled = compile({ sources: options.sources ?? directories(options.directories), implement, features });
  // The caller that waits for the schema does not wait for the disk, too.
  setImmediate(() => attempt(() => writeEntry(cacheDirectory, key, freeze(compiled)), 'kept', onProblem));
  return compiled;
}

function attempt<T>(work: () => T, what: string, onProblem: CachedCompileOptions['onProblem']): T | undefined {
  try {
    return work();
  } catch (error) {
    onProblem?.(`the schema cache could not be ${what}: ${messageOf(error)}`);
    return undefined;
  }
}
