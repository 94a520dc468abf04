import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withPeer } from '../remote/index.js';
import { stateText } from './print.js';

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
      withPeer(flags, undefined, async (peer) => {
        const answer = await peer.task(id).cancel(flags.reason);
        console.log(flags.json ? JSON.stringify(answer) : `task ${id} is ${stateText(answer.state)}`);
      }),
    );
}
