import { Command } from 'commander';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { stateText } from './print.js';
import { taskPath } from './read.js';

interface Flags extends TargetFlags {
  readonly reason?: string;
  readonly json?: boolean;
}

export function cancelCommand(): Command {
  return addTargetOptions(new Command('cancel'))
    .description('call a task off')
    .argument('<id>', 'the identifier that the node gave the task')
    .option('--reason <text>', 'why, for whoever executes it')
    .option('--json', 'print the outcome as one JSON document')
    .action((id: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const answer = membersOf(await node.action(`${taskPath(id)}/cancel`, { reason: flags.reason }));
        console.log(
          flags.json ? JSON.stringify(answer) : `task ${id} is ${stateText(text(answer, 'state') ?? 'canceled')}`,
        );
      }),
    );
}
