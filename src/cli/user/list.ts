import { Command } from 'commander';
import { addTargetOptions, readAccess, type TargetFlags, type User, withNode } from '../remote/index.js';
import { table } from '../terminal/index.js';
import { methodsOf } from './users.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the users in the configuration: those the node was started with have no entry there')
    .option('--json', 'print them as one JSON array, without the hashes of their passwords')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const users = await readAccess(node, 'user');
        if (flags.json) console.log(JSON.stringify(users.map(withoutHash)));
        else if (users.length === 0)
          console.log('the configuration has no users that you may see; "yangent user add NAME" adds one');
        else console.log(table(HEADINGS, users.map(rowOf)));
      }),
    );
}

const HEADINGS = ['USER', 'KIND', 'GROUPS', 'LOGS IN BY'];

function rowOf(user: User) {
  return [user.name, user.kind ?? 'person', (user.group ?? []).join(', '), methodsOf(user)];
}

/** Returns the entry without its password: a hash is a secret, too. */
export function withoutHash({ password: _, ...others }: User): Omit<User, 'password'> {
  return others;
}
