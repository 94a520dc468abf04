import { Command, Option } from 'commander';
import { UsageError } from '../../node/index.js';
import { collect } from '../models.js';
import { accessEdit, addTargetOptions, readAccess, type TargetFlags, type User, withNode } from '../remote/index.js';
import { authorizedKeysIn, requireDistinct } from './authorized-keys.js';
import { inClear, readNewPassword } from './new-password.js';
import { groupsText, methodsOf } from './users.js';

interface Flags extends TargetFlags {
  readonly group?: readonly string[];
  readonly kind: NonNullable<User['kind']>;
  readonly authorizedKey?: readonly string[];
  readonly loginRequires?: NonNullable<User['login-requires']>[number];
  readonly password: boolean;
}

export function addCommand(): Command {
  return addTargetOptions(new Command('add'))
    .description('add a user; the password is typed unseen on a terminal, else read from standard input')
    .argument('<name>', 'name of the user')
    .option('--group <group>', 'put the user into this group (repeatable)', collect)
    .addOption(new Option('--kind <kind>', 'what the user is').choices(['person', 'agent', 'node']).default('person'))
    .option('--authorized-key <file>', 'let SSH clients with these public keys in (repeatable)', collect)
    .addOption(
      new Option('--login-requires <methods>', 'two factors that each login must prove').choices([
        'public-key+password',
        'tls-certificate+password',
      ]),
    )
    .option('--no-password', 'without a password: the user logs in by a key or certificate only')
    .addHelpText(
      'after',
      '\nExamples:\n  yangent user add ann --group staff\n  yangent user add ann --group staff --authorized-key ann.pub < ann.password\n  yangent user add collector --kind node --no-password --authorized-key collector.pub',
    )
    .action(async (name: string, { group, kind, authorizedKey = [], loginRequires, ...flags }: Flags) => {
      const keys = (await Promise.all(authorizedKey.map((file) => authorizedKeysIn(file)))).flat();
      requireDistinct(keys);
      await withNode(flags, async (node) => {
        if ((await readAccess(node, 'user', name)).length > 0)
          throw new UsageError(
            `there is a user "${name}" already; "yangent user password", "group" and "key" change it`,
          );
        const user: User = {
          name,
          kind,
          ...(group && { group }),
          ...(keys.length > 0 && { 'authorized-key': keys }),
          ...(loginRequires && { 'login-requires': [loginRequires] }),
          ...(flags.password && { password: inClear(await readNewPassword(name)) }),
        };
        await node.yangPatch('/', [accessEdit('create', 'user', user)]);
        console.log(`user ${name} is added: ${kind}, ${groupsText(user)}, ${loginText(user)}`);
        console.log(nextStep(user));
      });
    });
}

function loginText(user: User): string {
  const methods = methodsOf(user);
  return methods === '' ? 'and logs in only by a certificate or token that names it' : `logs in by ${methods}`;
}

function nextStep({ name, kind, group, password }: User): string {
  if (group === undefined && kind === 'node')
    return `next: for a peer, which needs no group, yangent peer add PEER --domain DOMAIN --its-user ${name};\n  else yangent user group add ${name} GROUP; docs/access-control.md says what groups may do`;
  if (group === undefined)
    return `next: yangent user group add ${name} GROUP; docs/access-control.md says what groups may do`;
  if (password === undefined) return 'next: log in over NETCONF (ssh -s NODE netconf) or RESTCONF';
  return `next: log in over NETCONF or RESTCONF, or use these commands with --user ${name} --password-file FILE`;
}
