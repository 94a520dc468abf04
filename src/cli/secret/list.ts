import { resolve } from 'node:path';
import { Command } from 'commander';
import { table } from '../terminal/index.js';
import { addSecretOptions, type SecretFlags, secretsOf } from './options.js';

export function listCommand(): Command {
  return addSecretOptions(new Command('list'))
    .description('list the names of the secrets, never their values')
    .option('--json', 'print them as one JSON array')
    .action(async (flags: SecretFlags & { readonly json?: boolean }) => {
      const entries = await (await secretsOf(flags)).list();
      if (flags.json) console.log(JSON.stringify(entries));
      else if (entries.length === 0) console.log(`no secrets in ${resolve(flags.data)}`);
      else
        console.log(
          table(
            ['NAME', 'VERSION', 'SET'],
            entries.map(({ name, version, at }) => [name, `${version}`, at]),
          ),
        );
    });
}
