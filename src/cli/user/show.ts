import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, type User, withNode } from '../remote/index.js';
import { labelled } from '../terminal/index.js';
import { fingerprintOf } from './authorized-keys.js';
import { withoutHash } from './list.js';
import { userNamed } from './users.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show a user: its groups, and by which keys it logs in')
    .argument('<name>', 'name of the user')
    .option('--json', 'print it as one JSON document, without the hash of its password')
    .action((name: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const user = await userNamed(node, name);
        console.log(flags.json ? JSON.stringify(withoutHash(user)) : userText(user));
      }),
    );
}

function userText(user: User): string {
  return labelled([
    ['user', user.name],
    ['kind', user.kind ?? 'person'],
    ['groups', (user.group ?? []).join(', ')],
    ['password', user.password === undefined ? 'none' : 'set'],
    ['SSH keys', (user['authorized-key'] ?? []).map((key) => `${key.name}  ${fingerprintOf(key)}`).join('\n')],
    ['signing keys', (user['signing-key'] ?? []).map(({ name }) => name).join('\n')],
    ['login needs', (user['login-requires'] ?? []).join(' or ')],
  ]);
}
