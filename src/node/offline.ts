/** The data directory of a node that does not run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { MIGRATIONS } from './migrations.js';
import { compileModels } from './modules.js';
import { databaseFile, type NodeOptions, UsageError } from './options.js';
import { loadPlugin, modulesOf } from './plugin.js';

/** What of a node's options says which models it serves, and where it keeps its data. */
export type OfflineOptions = Pick<NodeOptions, 'data' | 'yang' | 'features' | 'plugins'>;

/** The store of a node, held for this process alone, and the schema the node would serve. */
export interface Offline {
  readonly store: Store;
  readonly schema: Schema;
  close(): Promise<void>;
}

/**
 * Opens a data directory as a node with these options would.
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
