import { Command } from 'commander';
import { UsageError } from '../../node/index.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { KEYSTORE, keyNamed, purposesOf } from './paths.js';

export function deleteCommand(): Command {
  return addTargetOptions(new Command('delete'))
    .description('delete a key of the keystore that is not in use')
    .argument('<name>', 'name of the key in the keystore')
    .action((name: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        await keyNamed(node, name);
        const [purpose] = await purposesOf(node, name);
        if (purpose !== undefined)
          throw new UsageError(
            `the key ${name} is in use for ${purpose}: name another one first, or the own key of the node with "yangent key use ${purpose}"`,
          );
        await node.delete(`${KEYSTORE}/asymmetric-keys/asymmetric-key=${encodeURIComponent(name)}`);
        console.log(
          `key ${name} is no longer in the keystore; its private key is deleted when nothing has named it for a day`,
        );
      }),
    );
}
