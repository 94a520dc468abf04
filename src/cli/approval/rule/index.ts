/** `yangent approval rule`: the rules that say which requests persons must approve. */
import { Command } from 'commander';
import { addCommand } from './add.js';
import { listCommand } from './list.js';
import { removeCommand } from './remove.js';

export function ruleCommand(): Command {
  return new Command('rule')
    .description('list, add and remove the rules that say which requests persons must approve')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .addHelpText(
      'after',
      '\nExample:\n  yangent approval rule add audit --action data.edit --path /yangent-audit:audit --approver-group voters --quorum 2 --signature',
    );
}
