/** `yangent identity`: identifiers (DID) of a running node, and documents that it verifies. */
import { Command } from 'commander';
import { showCommand } from './show.js';
import { verifyCommand } from './verify.js';

export function identityCommand(): Command {
  return new Command('identity')
    .description('show the identifiers of a running node, and verify documents')
    .addCommand(showCommand())
    .addCommand(verifyCommand())
    .addHelpText('after', '\nExample:\n  yangent identity verify agent-card.json');
}
