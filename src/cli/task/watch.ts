import { Command } from 'commander';
import { ExitCode } from '../exit.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { follow } from './follow.js';
import { eventLine, outcomeText } from './print.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function watchCommand(): Command {
  return addTargetOptions(new Command('watch'))
    .description('show what becomes of a task until it is done, then its artifacts')
    .argument('<id>', 'the identifier that the node gave the task')
    .option('--json', 'print each change as one JSON document a line')
    .action((id: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const task = await follow(node, id, {
          onEvent: (event) => console.log(flags.json ? JSON.stringify(event) : eventLine(event)),
        });
        const outcome = outcomeText(task);
        if (!flags.json && outcome !== '') console.log(`\n${outcome}`);
        if (task.state !== 'completed') process.exitCode = ExitCode.negative;
      }),
    );
}
