import { Command } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { addTargetOptions, child, type Members, membersOf, type TargetFlags, withNode } from '../remote/index.js';
import { taskText } from './print.js';
import { taskValue } from './read.js';
import { taskView } from './view.js';

interface Flags extends TargetFlags {
  readonly from?: string;
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show a task: what it is, what became of it, what it brought')
    .argument('<id>', 'the identifier that the node gave the task; with --from, the task-id of that agent')
    .option('--from <agent>', 'the agent that assigned it')
    .option('--json', 'print the task as one JSON document')
    .action((id: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const task = await find(node, id, flags.from);
        console.log(flags.json ? JSON.stringify(task) : taskText(taskView(task)));
      }),
    );
}

async function find(node: RestconfClient, id: string, from: string | undefined): Promise<Members> {
  if (from === undefined) return taskValue(node, id);
  return child(membersOf(await node.invoke('yangent-tasks:query', { from, 'task-id': id })), 'task');
}
