import { Command } from 'commander';
import { isObject } from '../../data/index.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

/** Makes `yangent task remove`, for operators; it also removes records that reads leave out. */
export function removeCommand(): Command {
  return addTargetOptions(new Command('remove'))
    .description('operators: remove tasks for good; one that is under way is called off first')
    .argument('<id...>', 'the identifiers that the node gave the tasks')
    .option('--json', 'print the outcome as one JSON document')
    .action((ids: string[], flags: Flags) =>
      withNode(flags, async (node) => {
        const answer = await node.invoke('yangent-tasks:remove', { id: ids });
        const tasks = isObject(answer) ? Number(answer.tasks) : 0;
        console.log(flags.json ? JSON.stringify({ tasks }) : `${tasks} of ${ids.length} tasks removed`);
      }),
    );
}
