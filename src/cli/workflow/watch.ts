import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { newestRun, RUN_ARGUMENT } from './find-run.js';
import { watch } from './watching.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function watchCommand(): Command {
  return addTargetOptions(new Command('watch'))
    .description('show the steps of a run until it is over; exit code 1 unless it completed')
    .argument('<run>', RUN_ARGUMENT)
    .option('--json', 'print each change as one JSON document a line')
    .addHelpText('after', '\nExamples:\n  yangent workflow watch repair\n  yangent workflow watch 0199f3a2-7c1e')
    .action((run: string, flags: Flags) =>
      withNode(flags, async (node) => {
        await watch(node, await newestRun(node, run), flags.json ? { json: 'lines' } : {});
      }),
    );
}
