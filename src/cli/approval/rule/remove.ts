import { Command } from 'commander';
import { UsageError } from '../../../node/index.js';
import { didYouMean } from '../../../yang/index.js';
import { accessPath, addTargetOptions, readAccess, type TargetFlags, withNode } from '../../remote/index.js';

export function removeCommand(): Command {
  return addTargetOptions(new Command('remove'))
    .description('remove a rule, which needs an approval by it; approvals that wait for it are void')
    .argument('<name>', 'name of the rule')
    .action((name: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        const names = (await readAccess(node, 'approval-rule')).map((each) => each.name);
        if (!names.includes(name))
          throw new UsageError(
            `there is no rule "${name}"${didYouMean(name, names)}; "yangent approval rule list" shows those there are`,
          );
        await node.delete(accessPath('approval-rule', name));
        console.log(`rule ${name} is removed: its requests wait no more`);
      }),
    );
}
