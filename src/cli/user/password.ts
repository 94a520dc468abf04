import { Command } from 'commander';
import { accessEdit, addTargetOptions, mergeEntry, readAccess, type TargetFlags, withNode } from '../remote/index.js';
import { inClear, readNewPassword } from './new-password.js';
import { changeWithFile } from './password-file.js';
import { userNamed } from './users.js';

export function passwordCommand(): Command {
  return addTargetOptions(new Command('password'))
    .description('change the password of a user; it is typed unseen on a terminal, else read from standard input')
    .argument('<name>', 'name of the user; sessions that are open stay open')
    .addHelpText('after', '\nExamples:\n  yangent user password ann\n  yangent user password ann < ann.password')
    .action((name: string, flags: TargetFlags) =>
      withNode(flags, async (node, { user, ownPasswordFile }) => {
        // The user that asks may have been given to the start of the node, and has no entry then.
        const isThere = (await readAccess(node, 'user', name)).length > 0;
        if (!isThere && name !== user) await userNamed(node, name);
        const password = await readNewPassword(name);
        const change = async (): Promise<void> => {
          const entry = { name, password: inClear(password) };
          if (isThere) await mergeEntry(node, 'user', entry);
          else await node.yangPatch('/', [accessEdit('create', 'user', entry)]);
        };
        const file = name === user ? ownPasswordFile : undefined;
        await (file === undefined ? change() : changeWithFile(file, password, change));
        console.log(`the password of ${name} is changed${file === undefined ? '' : `, also in ${file}`}`);
      }),
    );
}
