/** `yangent user`: the users of a running node. */
import { Command } from 'commander';
import { addCommand } from './add.js';
import { groupCommand } from './group.js';
import { keyCommand } from './key.js';
import { listCommand } from './list.js';
import { passwordCommand } from './password.js';
import { removeCommand } from './remove.js';
import { showCommand } from './show.js';

export function userCommand(): Command {
  return new Command('user')
    .description('list, add and remove the users of a running node, with their passwords, SSH keys and groups')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(addCommand())
    .addCommand(passwordCommand())
    .addCommand(groupCommand())
    .addCommand(keyCommand())
    .addCommand(removeCommand())
    .addHelpText(
      'after',
      `
Examples:
  yangent user add ann --group staff
  yangent user add ann --group staff < ann.password
  yangent user add collector --kind node --no-password --authorized-key collector.pub
  yangent user password ann
  yangent user group add ann operator`,
    );
}
