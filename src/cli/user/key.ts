import { Command } from 'commander';
import { UsageError } from '../../node/index.js';
import { accessPath, addTargetOptions, mergeEntry, type TargetFlags, withNode } from '../remote/index.js';
import { authorizedKeysIn, fingerprintOf, requireDistinct } from './authorized-keys.js';
import { userNamed } from './users.js';

export function keyCommand(): Command {
  return new Command('key')
    .description('add and remove the SSH keys with which a user logs in; "yangent user show" lists them')
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .addHelpText('after', '\nExample:\n  yangent user key add ann ~/.ssh/id_ed25519.pub --name laptop');
}

interface Flags extends TargetFlags {
  readonly name?: string;
}

function addCommand(): Command {
  return addTargetOptions(new Command('add'))
    .description('let SSH clients with the public keys of a file in as a user')
    .argument('<user>', 'name of the user')
    .argument('<file>', 'its public keys, as ssh-keygen writes them')
    .option('--name <name>', 'name of the key; else its comment')
    .action(async (name: string, file: string, flags: Flags) => {
      const keys = await authorizedKeysIn(file, flags.name);
      await withNode(flags, async (node) => {
        requireDistinct([...((await userNamed(node, name))['authorized-key'] ?? []), ...keys]);
        await mergeEntry(node, 'user', { name, 'authorized-key': keys });
        for (const key of keys) console.log(`user ${name} logs in by the SSH key ${key.name}, ${fingerprintOf(key)}`);
      });
    });
}

function removeCommand(): Command {
  return addTargetOptions(new Command('remove'))
    .description('let no SSH client with a key in any more, and end the sessions that it let in')
    .argument('<user>', 'name of the user')
    .argument('<key>', 'name of the key, as "yangent user show" lists it')
    .action((name: string, key: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        const names = ((await userNamed(node, name))['authorized-key'] ?? []).map((each) => each.name);
        if (!names.includes(key))
          throw new UsageError(
            `user ${name} has no SSH key "${key}"; ${names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`}`,
          );
        await node.delete(`${accessPath('user', name)}/authorized-key=${encodeURIComponent(key)}`);
        console.log(`user ${name} does not log in by the SSH key ${key} any more`);
      }),
    );
}
