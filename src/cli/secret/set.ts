import { Command } from 'commander';
import { readUnseen } from '../unseen.js';
import { addSecretOptions, type SecretFlags, secretsOf } from './options.js';

export function setCommand(): Command {
  return addSecretOptions(new Command('set'))
    .argument('<name>', 'what a leaf credential names: that of a device, or of a token issuer')
    .description('set a secret: a password or private key, from standard input, or typed where that is a terminal')
    .action(async (name: string, flags: SecretFlags) => {
      const secrets = await secretsOf(flags, true);
      const version = await secrets.set(name, await readUnseen(`value of ${name}`));
      console.log(`${name} is set, version ${version}; the next login with it uses it`);
    });
}
