import { Command } from 'commander';
import { UsageError } from '../../node/index.js';
import { accessPath, addTargetOptions, mergeEntry, type TargetFlags, withNode } from '../remote/index.js';
import { groupsText, userNamed } from './users.js';

export function groupCommand(): Command {
  return new Command('group')
    .description('put a user into groups, and take it out of them; its open sessions end')
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .addHelpText('after', '\nExample:\n  yangent user group add ann staff operator');
}

function addCommand(): Command {
  return addTargetOptions(new Command('add'))
    .description('put a user into groups')
    .argument('<name>', 'name of the user')
    .argument('<group...>', 'the groups')
    .action((name: string, group: readonly string[], flags: TargetFlags) =>
      withNode(flags, async (node) => {
        await userNamed(node, name);
        await mergeEntry(node, 'user', { name, group });
        console.log(`user ${name} is in ${groupsText(await userNamed(node, name))}`);
      }),
    );
}

function removeCommand(): Command {
  return addTargetOptions(new Command('remove'))
    .description('take a user out of groups')
    .argument('<name>', 'name of the user')
    .argument('<group...>', 'the groups')
    .action((name: string, groups: readonly string[], flags: TargetFlags) =>
      withNode(flags, async (node) => {
        const user = await userNamed(node, name);
        const other = groups.find((each) => user.group?.includes(each) !== true);
        if (other !== undefined) throw new UsageError(`user ${name} is not in "${other}", but in ${groupsText(user)}`);
        const edits = groups.map((each) => ({
          operation: 'delete' as const,
          target: `${accessPath('user', name)}/group=${encodeURIComponent(each)}`,
        }));
        await node.yangPatch('/', edits);
        console.log(`user ${name} is in ${groupsText(await userNamed(node, name))}`);
      }),
    );
}
