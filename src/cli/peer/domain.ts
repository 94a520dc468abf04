import { Command } from 'commander';
import { collect } from '../models.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { PEERS, readPeers } from './peers.js';

interface Flags extends TargetFlags {
  readonly alias?: readonly string[];
}

export function domainCommand(): Command {
  return addTargetOptions(new Command('domain'))
    .description('say which domain the node has, by which peers address its agents; without a name, print it')
    .argument('[domain]', 'for example oss.example: small letters, digits, - and .')
    .option('--alias <domain>', 'a further domain by which its agents are addressed (repeatable)', collect)
    .action((domain: string | undefined, { alias, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        if (domain === undefined) {
          const found = await readPeers(node);
          console.log(found ? found.domain : 'the node has no domain');
          return;
        }
        const value = { 'yangent-peers:peers': { domain, ...(alias && { alias }) } };
        await node.yangPatch('/', [{ operation: 'merge', target: PEERS, value }]);
        console.log(`the node is ${domain}`);
      }),
    );
}
