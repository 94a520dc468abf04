import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';

export function revokeCommand(): Command {
  return addTargetOptions(new Command('revoke'))
    .description('take a grant back, with all tokens that come from it')
    .argument('<grant>', 'its identifier, as "yangent grant list" shows it')
    .action((grant: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        await node.invoke('yangent-access:revoke', { grant });
        console.log(`grant ${grant} is revoked, and no token that comes from it is good any more`);
      }),
    );
}
