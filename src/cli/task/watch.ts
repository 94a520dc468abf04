import { Command } from 'commander';
import { ExitCode } from '../exit.js';
import { addTargetOptions, type TargetFlags, withPeer } from '../remote/index.js';
import { changeLine, outcomeText } from './print.js';
import { addTaskName, readTask } from './read.js';

interface Flags extends TargetFlags {
  readonly from?: string;
  readonly json?: boolean;
}

export function watchCommand(): Command {
  return addTaskName(addTargetOptions(new Command('watch')))
    .description('show what becomes of a task until it is done, then its artifacts')
    .option('--json', 'print each change as one JSON document a line')
    .action((id: string, flags: Flags) =>
      withPeer(flags, undefined, async (peer) => {
        const { id: found } = await readTask(peer, id, flags.from);
        for await (const change of peer.task(found).changes())
          console.log(flags.json ? JSON.stringify(change) : changeLine(change));
        const task = await readTask(peer, found);
        const outcome = outcomeText(task);
        if (!flags.json && outcome !== '') console.log(`\n${outcome}`);
        if (task.state !== 'completed') process.exitCode = ExitCode.negative;
      }),
    );
}
