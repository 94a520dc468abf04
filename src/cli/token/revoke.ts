import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { tokenIn } from './file.js';

export function revokeCommand(): Command {
  return addTargetOptions(new Command('revoke'))
    .description('revoke a token, with all that were made from it')
    .argument('<file>', 'the token, - for standard input')
    .action((file: string, flags: TargetFlags) => {
      const token = tokenIn(file);
      return withNode(flags, async (node) => {
        await node.invoke('yangent-access:revoke-token', { token });
        console.log('the token is revoked, and all that were made from it');
      });
    });
}
