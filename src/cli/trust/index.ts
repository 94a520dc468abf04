/** `yangent trust`: the trust domains of a running node. */
import { Command } from 'commander';
import { listCommand } from './list.js';
import { showCommand } from './show.js';
import { resumeCommand, suspendCommand } from './switch.js';

export function trustCommand(): Command {
  return new Command('trust')
    .description('list, show, suspend and resume the trust domains of a running node')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(suspendCommand())
    .addCommand(resumeCommand())
    .addHelpText('after', '\nExample:\n  yangent trust suspend carrier-b');
}
