/** `yangent key`: the keys of a running node. */
import { Command } from 'commander';
import { deleteCommand } from './delete.js';
import { generateCommand } from './generate.js';
import { certificateCommand } from './give-certificate.js';
import { importCommand } from './import.js';
import { listCommand } from './list.js';
import { rotateCommand } from './rotate.js';
import { useCommand } from './use.js';

export function keyCommand(): Command {
  return new Command('key')
    .description('list, make, import, use, rotate and delete the keys of a running node')
    .addCommand(listCommand())
    .addCommand(generateCommand())
    .addCommand(importCommand())
    .addCommand(certificateCommand())
    .addCommand(useCommand())
    .addCommand(rotateCommand())
    .addCommand(deleteCommand())
    .addHelpText('after', '\nExample:\n  yangent key import edge edge.key --certificate edge.crt --use tls-server');
}
