import { Command } from 'commander';
import { forgetAuditKeys } from '../../audit/index.js';
import { forgetKeys } from '../../keys/index.js';
import { addDataOptions, type DataFlags, withData } from './options.js';

export function newKeysCommand(): Command {
  return addDataOptions(new Command('new-keys'))
    .description('delete the private keys of the node and of its audit log, so that the next start makes others')
    .action((flags: DataFlags) =>
      withData(flags, async ({ store }) => {
        const deleted = (await forgetKeys(store)) + (await forgetAuditKeys(store));
        console.log(
          deleted > 0
            ? `${flags.data}: deleted ${deleted}; the next start makes others, which peers read at /yangent-keys:keys/active, and auditors at /yangent-audit:audit/log/key`
            : `${flags.data}: there is no key yet`,
        );
      }),
    );
}
