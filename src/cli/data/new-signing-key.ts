import { Command } from 'commander';
import { forgetSigningKey } from '../../tasks/index.js';
import { addDataOptions, type DataFlags, withData } from './options.js';

export function newSigningKeyCommand(): Command {
  return addDataOptions(new Command('new-signing-key'))
    .description('remove the key that signs reports, so that the next start makes another')
    .action((flags: DataFlags) =>
      withData(flags, async ({ store }) => {
        const removed = await forgetSigningKey(store);
        console.log(
          removed
            ? `${flags.data}: removed; the next start makes another, which subscribers read at /yangent-tasks:tasks/signing-key`
            : `${flags.data}: there is no key yet`,
        );
      }),
    );
}
