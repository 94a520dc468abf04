import { Command } from 'commander';
import { addSecretOptions, type SecretFlags, secretsOf } from './options.js';

export function deleteCommand(): Command {
  return addSecretOptions(new Command('delete'))
    .argument('<name>', 'the secret')
    .description('delete a secret')
    .action(async (name: string, flags: SecretFlags) => {
      if (!(await (await secretsOf(flags)).delete(name))) throw new Error(`there is no secret "${name}"`);
      console.log(`${name} is deleted`);
    });
}
