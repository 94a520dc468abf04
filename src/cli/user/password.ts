import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { messageOf } from '../../data/index.js';
import { accessEdit, addTargetOptions, mergeEntry, readAccess, type TargetFlags, withNode } from '../remote/index.js';
import { inClear, readNewPassword } from './new-password.js';
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

/**
 * Changes a password together with the file from which commands read it. The new one is on disk before the node takes it, so
 * that a crash between the two loses no password.
 */
async function changeWithFile(file: string, password: string, change: () => Promise<void>): Promise<void> {
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${password}\n`, { mode: 0o600, flag: 'w' });
  try {
    await change();
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  try {
    renameSync(fresh, file);
  } catch (error) {
    throw new Error(`the password is changed, but not in ${file} (${messageOf(error)}): move ${fresh} there`);
  }
}
