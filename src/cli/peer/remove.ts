import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { peerPath, requirePeer } from './peers.js';

export function removeCommand(): Command {
  return addTargetOptions(new Command('remove'))
    .description('forget a peer; unfinished tasks of its agents end here')
    .argument('<peer>', 'name of the peer')
    .action((name: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        await requirePeer(node, name);
        await node.yangPatch('/', [{ operation: 'delete', target: peerPath(name) }]);
        console.log(`peer ${name} is removed`);
      }),
    );
}
