/** Options and helpers of the commands for secrets. */
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { openSecrets, type SecretKeeper } from '../../devices/index.js';

const DEFAULT_DATA = '.yangent';

export interface SecretFlags {
  readonly data: string;
  readonly secretKeyFile?: string;
}

export function addSecretOptions(command: Command): Command {
  return command
    .option('--data <dir>', 'the data directory of the node', DEFAULT_DATA)
    .option('--secret-key-file <file>', 'the key of the secret store, where serve is given one');
}

/** Names in a data directory after a node has run, or a secret was set. */
const SIGNS = ['yangent.db', 'secrets'];

/**
 * Opens the secrets of a data directory.
 * @param make true: turns another directory into a data directory
 * @throws Error when it is not a data directory, or as openSecrets does
 */
export async function secretsOf({ data, secretKeyFile }: SecretFlags, make = false): Promise<SecretKeeper> {
  const directory = resolve(data);
  if (!make) {
    const there = await namesIn(directory);
    if (there === undefined) throw new Error(`there is no data directory ${directory}; name it with --data`);
    if (!there.some((name) => SIGNS.includes(name)))
      throw new Error(
        `there is no data of a node in ${directory}${await hint(directory, there)}; name its data directory with --data`,
      );
  }
  return openSecrets({ data: directory, keyFile: secretKeyFile, tell: (message) => console.error(message) });
}

/** Returns the folders below that hold data of nodes, as npm start makes them. */
async function hint(directory: string, names: readonly string[]): Promise<string> {
  const nodes: string[] = [];
  for (const name of names.slice(0, MOST_LOOKED_AT)) {
    const below = join(directory, name);
    if ((await namesIn(below))?.includes('yangent.db')) nodes.push(relative('.', below));
  }
  return nodes.length === 0 ? '' : `, but in ${nodes.join(' and ')}`;
}

const MOST_LOOKED_AT = 100;

/** Returns the names in a directory; undefined when it does not exist. */
async function namesIn(directory: string): Promise<readonly string[] | undefined> {
  return readdir(directory).catch(() => undefined);
}
