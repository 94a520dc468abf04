/** `yangent trust`: the trust domains of a running node. */
import { Command } from 'commander';
import { addCommand } from './add.js';
import { permitCommand, sendCommand } from './allow.js';
import { certificateCommand } from './certificate.js';
import { listCommand } from './list.js';
import { removeCommand } from './remove.js';
import { showCommand } from './show.js';
import { resumeCommand, suspendCommand } from './switch.js';

export function trustCommand(): Command {
  return new Command('trust')
    .description('list, add, change, suspend and remove the trust domains of a running node')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(addCommand())
    .addCommand(permitCommand())
    .addCommand(sendCommand())
    .addCommand(certificateCommand())
    .addCommand(suspendCommand())
    .addCommand(resumeCommand())
    .addCommand(removeCommand())
    .addHelpText(
      'after',
      `
Examples:
  yangent trust add carrier-b --did did:web:b.example --group partners
  yangent trust permit carrier-b "data.read path=/yangent-agents:agents" --name look
  yangent trust suspend carrier-b`,
    );
}
