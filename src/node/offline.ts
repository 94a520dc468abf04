/** Opens the data directory of a node that does not run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { MIGRATIONS } from './migrations.js';
import { compileModels } from './modules.js';
import { databaseFile, type NodeOptions, UsageError } from './options.js';
import { loadPlugin, modulesOf } from './plugin.js';

/** The options of a node that select its models and its data directory. */
export type OfflineOptions = Pick<NodeOptions, 'data' | 'yang' | 'features' | 'plugins'>;

/** The store of a node, opened exclusively, and the schema of the node. */
export interface Offline {
  readonly store: Store;
  readonly schema: Schema;
  close(): Promise<void>;
}

/**
 * Opens a data directory in the same way as a node with these options.
 * @throws UsageError when there is none, StoreError when a node is running on it, YangErrors
 */
export async function openOffline(options: OfflineOptions): Promise<Offline> {
  const file = databaseFile(options.data);
  if (!existsSync(file))
    throw new UsageError(`${options.data} holds no data of a node; name the directory with --data`);
  const plugins = await Promise.all(options.plugins.map(loadPlugin));
  const { nodeSchema } = compileModels({
    ...options,
    pluginModules: modulesOf(plugins),
    cache: join(options.data, 'cache'),
  });
  const store = await openStore({ file, migrations: MIGRATIONS });
  return { store, schema: nodeSchema, close: () => store.close() };
}
