import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withPeer } from '../remote/index.js';
import { taskText } from './print.js';
import { addTaskName, readTask } from './read.js';

interface Flags extends TargetFlags {
  readonly from?: string;
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTaskName(addTargetOptions(new Command('show')))
    .description('show a task: what it is, what became of it, what it brought')
    .option('--json', 'print the task as one JSON document')
    .action((id: string, flags: Flags) =>
      withPeer(flags, undefined, async (peer) => {
        const task = await readTask(peer, id, flags.from);
        console.log(flags.json ? JSON.stringify(task) : taskText(task));
      }),
    );
}
