import { Command } from 'commander';
import { UsageError } from '../../node/index.js';
import { accessPath, addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { userNamed } from './users.js';

export function removeCommand(): Command {
  return addTargetOptions(new Command('remove'))
    .description('remove a user from the configuration, and end its sessions')
    .argument('<name>', 'name of the user')
    .action((name: string, flags: TargetFlags) =>
      withNode(flags, async (node, { user }) => {
        if (name === user)
          throw new UsageError(`you ask as ${name}: a user is removed by another one, so that you are not locked out`);
        await userNamed(node, name);
        await node.delete(accessPath('user', name));
        console.log(`user ${name} is removed, and its sessions end`);
      }),
    );
}
