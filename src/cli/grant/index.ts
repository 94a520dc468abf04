/** `yangent grant`: pieces of authority that users give to others. */
import { Command } from 'commander';
import { giveCommand } from './give.js';
import { listCommand } from './list.js';
import { revokeCommand } from './revoke.js';
import { showCommand } from './show.js';

export function grantCommand(): Command {
  return new Command('grant')
    .description('give pieces of your authority to others, list and show them, and take them back')
    .addCommand(giveCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(revokeCommand())
    .addHelpText(
      'after',
      '\nExample:\n  yangent grant give bob --capability "yangent-tasks.assign agent=crew" --expires 8h --purpose "night shift"',
    );
}
