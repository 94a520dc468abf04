import { Command } from 'commander';
import type { RpcError } from '../../data/index.js';
import { readStored } from '../../datastore/index.js';
import { databaseFile } from '../../node/index.js';
import { faultsOfFile, recoveryText } from '../../store/index.js';
import { describe, ExitCode } from '../exit.js';
import { addDataOptions, type DataFlags, withData } from './options.js';
import { judgeStored } from './verdict.js';

export function checkCommand(): Command {
  return addDataOptions(new Command('check'))
    .description('say whether the database file is whole, and the stored configuration valid under the present models')
    .option('--json', 'print the outcome as one JSON document')
    .action(async (flags: DataFlags) => {
      if (saysDamage(flags)) return;
      await withData(flags, async (offline) => {
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
      });
    });
}

/** Prints the faults of the database file itself and returns true when there are any: its content is not reliable then. */
function saysDamage(flags: DataFlags): boolean {
  const file = databaseFile(flags.data);
  const faults = faultsOfFile(file);
  if (faults.length === 0) return false;
  process.exitCode = ExitCode.negative;
  if (flags.json)
    console.log(JSON.stringify({ valid: false, damaged: file, errors: faults.map((message) => ({ message })) }));
  else {
    for (const fault of faults) console.error(`${file}: damaged: ${fault}`);
    console.error(recoveryText(file));
  }
  return true;
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
