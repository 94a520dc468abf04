/** What the commands of secrets share. */
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
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

/** @param make whether a data directory that is not there is made @throws Error when it is not there, or as openSecrets does */
export async function secretsOf({ data, secretKeyFile }: SecretFlags, make = false): Promise<SecretKeeper> {
  const directory = resolve(data);
  if (!make) {
    await access(directory).catch(() => {
      throw new Error(`there is no data directory ${directory}; name it with --data`);
    });
  }
  return openSecrets({ data: directory, keyFile: secretKeyFile, tell: (message) => console.error(message) });
}
