import { Command } from 'commander';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { runToSteer, STEERED_ARGUMENT } from './find-run.js';
import { runPath } from './records.js';

interface Flags extends TargetFlags {
  readonly label?: string;
  readonly json?: boolean;
}

export function checkpointCommand(): Command {
  return addTargetOptions(new Command('checkpoint'))
    .description('make a checkpoint of a run, to which it can go back')
    .argument('<run>', STEERED_ARGUMENT)
    .option('--label <text>', 'what it is for')
    .option('--json', 'print the outcome as one JSON document')
    .action((run: string, { label, json, ...flags }: Flags) =>
      withNode(flags, async (node, { user }) => {
        const id = await runToSteer(node, run, user);
        const made = membersOf(await node.action(`${runPath(id)}/take-checkpoint`, { label }));
        if (json) console.log(JSON.stringify({ run: id, ...made }));
        else console.log(`run ${id} has the checkpoint ${text(made, 'id') ?? ''}`);
      }),
    );
}
