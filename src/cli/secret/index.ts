/** `yangent secret`: the encrypted secrets in the data directory, with which a node logs in to devices. */
import { Command } from 'commander';
import { deleteCommand } from './delete.js';
import { listCommand } from './list.js';
import { setCommand } from './set.js';

export function secretCommand(): Command {
  return new Command('secret')
    .description('set, list and delete the secrets of devices, whether the node runs or not')
    .addCommand(setCommand())
    .addCommand(listCommand())
    .addCommand(deleteCommand())
    .addHelpText('after', '\nExample:\n  yangent secret set edge-1 < edge-1.pem');
}
