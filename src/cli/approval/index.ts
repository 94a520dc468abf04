/** `yangent approval`: requests that wait for persons. */
import { Command } from 'commander';
import { approveCommand } from './approve.js';
import { listCommand } from './list.js';
import { rejectCommand } from './reject.js';
import { ruleCommand } from './rule/index.js';
import { showCommand } from './show.js';
import { withdrawCommand } from './withdraw.js';

export function approvalCommand(): Command {
  return new Command('approval')
    .description('list, show, approve, reject and withdraw requests that wait for persons, and the rules for them')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(approveCommand())
    .addCommand(rejectCommand())
    .addCommand(withdrawCommand())
    .addCommand(ruleCommand())
    .addHelpText(
      'after',
      '\nExample:\n  yangent approval approve 0mm8ptqxs-1b2c3d --sign ~/.ssh/id_ed25519 --comment "ticket 4711"',
    );
}
