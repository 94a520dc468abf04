import { Command } from 'commander';
import { readStored, replaceStored } from '../../datastore/index.js';
import { describe, ExitCode } from '../exit.js';
import { addDataOptions, type DataFlags, withData } from './options.js';
import { judgeStored } from './verdict.js';

export function migrateCommand(): Command {
  return addDataOptions(new Command('migrate'))
    .description('check the stored configuration and stamp it with the present models')
    .action((flags: DataFlags) =>
      withData(flags, async (offline) => {
        const stored = await readStored(offline.store);
        const verdict = judgeStored(offline, stored);
        if (!verdict.valid) {
          for (const error of verdict.errors) console.error(`${flags.data}: error: ${describe(error)}`);
          console.error(
            `${flags.data}: nothing was changed; correct it with "yangent data export" and "yangent data import"`,
          );
          process.exitCode = ExitCode.negative;
        } else if (stored.writtenUnder === offline.schema.contentId) {
          console.log(`${flags.data}: is of these models already`);
        } else {
          await replaceStored(offline.store, offline.schema, verdict.tree);
          console.log(`${flags.data}: migrated to content-id ${offline.schema.contentId}`);
        }
      }),
    );
}
