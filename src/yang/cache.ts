/** `compile` with a cache on disk: a start under the same models does not compile them again. */

import { readEntry, writeEntry } from './cache-file.js';
import { freeze, thaw } from './cache-graph.js';
import { cacheKey, type KeyedOptions } from './cache-key.js';
import { compile } from './compile.js';
import { messageOf } from './errors.js';
import type { Schema } from './schema.js';
import { directories, type SourceSet } from './sources.js';

export interface CachedCompileOptions extends KeyedOptions {
  /** Directory of the cache; created when missing, for this user only. */
  readonly cacheDirectory: string;
  /** Repository over these directories. Default: they are searched in their order. `version` must cover any other rule. */
  readonly sources?: SourceSet;
  /** Called with the reason when a schema could not be stored or read; it is compiled then, and nothing else fails. */
  readonly onProblem?: (message: string) => void;
}

/**
 * Returns the schema of the modules in `directories`, from the cache when nothing it depends on has changed. A newly compiled
 * schema is written after this call has returned. Errors are not cached.
 * @throws YangErrors as `compile` does; the file system's error when a directory of modules cannot be read
 */
export function compileCached(options: CachedCompileOptions): Schema {
  const { cacheDirectory, implement, features, onProblem } = options;
  const key = cacheKey(options);
  const kept = readEntry(cacheDirectory, key);
  const schema = kept && attempt(() => thaw(kept), 'read', onProblem);
  if (schema) return schema;
  const compiled = compile({ sources: options.sources ?? directories(options.directories), implement, features });
  // The caller does not wait for the disk.
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
