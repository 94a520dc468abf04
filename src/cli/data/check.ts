import { Command } from 'commander';
import type { RpcError } from '../../data/index.js';
import { readStored } from '../../datastore/index.js';
import { describe, ExitCode } from '../exit.js';
import { addDataOptions, type DataFlags, withData } from './options.js';
import { judgeStored } from './verdict.js';

export function checkCommand(): Command {
  return addDataOptions(new Command('check'))
    .description('say whether the stored configuration is valid under the present models')
    .option('--json', 'print the outcome as one JSON document')
    .action((flags: DataFlags) =>
      withData(flags, async (offline) => {
        const stored = await readStored(offline.store);
        const verdict = judgeStored(offline, stored);
        const { contentId } = offline.schema;
        if (!verdict.valid) process.exitCode = ExitCode.negative;
        const errors = verdict.valid ? [] : verdict.errors;
        if (flags.json) {
          const { writtenUnder, version } = stored;
          console.log(
            JSON.stringify({
              valid: verdict.valid,
              version: version.number,
              contentId,
              writtenUnder,
              errors: errors.map(plain),
            }),
          );
        } else if (verdict.valid) {
          console.log(
            `${flags.data}: valid, version ${stored.version.number}${stampNote(stored.writtenUnder, contentId)}`,
          );
        } else {
          for (const error of errors) console.error(`${flags.data}: error: ${describe(error)}`);
          console.error(WAY_OUT);
        }
      }),
    );
}

const WAY_OUT =
  'A node with these models refuses to start on it. Serve it with the models it was written under, or correct it:\n' +
  '  yangent data export FILE, edit FILE, yangent data import FILE';

function stampNote(writtenUnder: string | undefined, contentId: string): string {
  if (writtenUnder === undefined || writtenUnder === contentId) return '';
  return '; it was written under other models, "yangent data migrate" stamps it with these';
}

function plain({ tag, appTag, path, message }: RpcError) {
  return { tag, appTag, path, message };
}
