import type { Command } from 'commander';
import { type Offline, openOffline } from '../../node/index.js';
import { collect, featureOption, yangOption } from '../models.js';

/** Options for the data directory and the models; the same names as in `serve`. */
export interface DataFlags {
  readonly data: string;
  readonly yang: readonly string[];
  readonly feature: ReadonlyMap<string, readonly string[]>;
  readonly plugin: readonly string[];
  readonly json?: boolean;
}

export function addDataOptions(command: Command): Command {
  return command
    .option('--data <dir>', 'the data directory of a node that is stopped', '.yangent')
    .addOption(yangOption())
    .addOption(featureOption())
    .option('--plugin <file>', 'a plugin whose module the node serves (repeatable)', collect, []);
}

/** Runs `work` on the data directory and always closes it afterwards. */
export async function withData<T>(flags: DataFlags, work: (offline: Offline) => Promise<T>): Promise<T> {
  const offline = await openOffline({
    data: flags.data,
    yang: flags.yang,
    features: flags.feature,
    plugins: flags.plugin,
  });
  try {
    return await work(offline);
  } finally {
    await offline.close();
  }
}
