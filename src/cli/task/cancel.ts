import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withPeer } from '../remote/index.js';
import { stateText } from './print.js';
import { addTaskName, findTask } from './read.js';

interface Flags extends TargetFlags {
  readonly from?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

export function cancelCommand(): Command {
  return addTaskName(addTargetOptions(new Command('cancel')))
    .description('call a task off')
    .option('--reason <text>', 'why, for whoever executes it')
    .option('--json', 'print the outcome as one JSON document')
    .action((id: string, flags: Flags) =>
      withPeer(flags, undefined, async (peer) => {
        const task = await findTask(peer, id, flags.from);
        const answer = await task.cancel(flags.reason);
        console.log(flags.json ? JSON.stringify(answer) : `task ${task.id} is ${stateText(answer.state)}`);
      }),
    );
}
