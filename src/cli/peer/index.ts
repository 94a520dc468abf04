/** `yangent peer`: the peers of a running node. */
import { Command } from 'commander';
import { addCommand } from './add.js';
import { checkCommand } from './check.js';
import { domainCommand } from './domain.js';
import { listCommand } from './list.js';
import { removeCommand } from './remove.js';

export function peerCommand(): Command {
  return new Command('peer')
    .description('list, check, add and remove the peers of a running node: other nodes whose agents have names here')
    .addCommand(domainCommand())
    .addCommand(listCommand())
    .addCommand(checkCommand())
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .addHelpText(
      'after',
      `
Examples:
  yangent peer domain oss.example
  yangent peer check core
  yangent task assign --from noc --to fault@core.example --type diagnose`,
    );
}
