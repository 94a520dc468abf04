/** `yangent task`: the tasks of a running node. */
import { Command } from 'commander';
import { assignCommand } from './assign.js';
import { cancelCommand } from './cancel.js';
import { listCommand } from './list.js';
import { negotiateCommand } from './negotiate.js';
import { removeCommand } from './remove.js';
import { showCommand } from './show.js';
import { watchCommand } from './watch.js';

export function taskCommand(): Command {
  return new Command('task')
    .description('assign tasks to agents of a running node, watch, cancel, negotiate and remove them')
    .addCommand(assignCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(watchCommand())
    .addCommand(cancelCommand())
    .addCommand(removeCommand())
    .addCommand(negotiateCommand());
}
