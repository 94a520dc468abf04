/** `yangent token`: tokens with which others act for a user. */
import { Command } from 'commander';
import { exchangeCommand } from './exchange.js';
import { issueCommand } from './issue.js';
import { revokeCommand } from './revoke.js';
import { showCommand } from './show.js';

export function tokenCommand(): Command {
  return new Command('token')
    .description('get tokens from grants, exchange, show and revoke them')
    .addCommand(issueCommand())
    .addCommand(exchangeCommand())
    .addCommand(showCommand())
    .addCommand(revokeCommand())
    .addHelpText(
      'after',
      '\nExample:\n  yangent token exchange --subject user.jwt --actor agent.jwt --capability yangent-tasks.assign > both.jwt',
    );
}
