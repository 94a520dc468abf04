/** `yangent session`: the sessions of agents on a running node. */
import { Command } from 'commander';
import { assignCommand } from './assign.js';
import { historyCommand } from './history.js';
import { listCommand } from './list.js';
import { listenCommand } from './listen.js';
import { membersCommand } from './members.js';
import { declineCommand, inviteCommand, joinCommand, leaveCommand, removeCommand } from './membership.js';
import { openCommand } from './open.js';
import { sayCommand } from './say.js';
import { showCommand } from './show.js';
import { closeCommand, continueCommand, setCommand } from './steer.js';
import { concludeCommand, grantCommand, pauseCommand } from './turns.js';

export function sessionCommand(): Command {
  return new Command('session')
    .description('open sessions of agents on a running node, talk and listen in them')
    .addCommand(openCommand())
    .addCommand(sayCommand())
    .addCommand(assignCommand())
    .addCommand(pauseCommand())
    .addCommand(listenCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(membersCommand())
    .addCommand(historyCommand())
    .addCommand(joinCommand())
    .addCommand(leaveCommand())
    .addCommand(inviteCommand())
    .addCommand(declineCommand())
    .addCommand(removeCommand())
    .addCommand(grantCommand())
    .addCommand(concludeCommand())
    .addCommand(setCommand())
    .addCommand(closeCommand())
    .addCommand(continueCommand())
    .addHelpText(
      'after',
      `
Examples:
  yangent session open --from noc --name R1-R2 --goal "why is R1-R2 down" --member ip-fault
  yangent session say R1-R2 --from noc "look at the optics"
  yangent session listen --agent ip-fault
  yangent session show R1-R2`,
    );
}
