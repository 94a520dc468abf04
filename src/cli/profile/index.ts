/** `yangent profile`: the agents of a running node. */
import { Command } from 'commander';
import { listCommand } from './list.js';
import { loadCommand } from './load.js';
import { showCommand } from './show.js';

export function profileCommand(): Command {
  return new Command('profile')
    .description('load agent profiles into a running node, list and show its agents')
    .addCommand(loadCommand())
    .addCommand(listCommand())
    .addCommand(showCommand());
}
