import { Command } from 'commander';
import { addSecretOptions, type SecretFlags, secretsOf } from './options.js';
import { readValue } from './read-value.js';

export function setCommand(): Command {
  return addSecretOptions(new Command('set'))
    .argument('<name>', 'what the leaf credential of a device names')
    .description('set a secret: a password or private key, from standard input, or typed where that is a terminal')
    .action(async (name: string, flags: SecretFlags) => {
      const secrets = await secretsOf(flags, true);
      const version = await secrets.set(name, await readValue(name));
      console.log(`${name} is set, version ${version}; the next session to a device uses it`);
    });
}
