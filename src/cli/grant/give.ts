import { Command } from 'commander';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { parseFuture } from '../times.js';
import { addCapability, CAPABILITY_HELP, type CapabilityInput, readsAllData } from './capability.js';

interface Flags extends TargetFlags {
  readonly capability: readonly CapabilityInput[];
  readonly expires: string;
  readonly maxDepth: string;
  readonly purpose?: string;
  readonly json?: boolean;
}

export function giveCommand(): Command {
  return addTargetOptions(new Command('give'))
    .description('give another a piece of your authority')
    .argument('<to>', 'a user, agent:ID for an agent of this node, or NAME@DOMAIN for a member of a trust domain')
    .requiredOption('--capability <capability>', CAPABILITY_HELP, addCapability)
    .requiredOption('--expires <time>', 'when it ends: a date and time, or a time from now, e.g. 8h', parseFuture)
    .option('--max-depth <times>', 'how often it may be handed on', '0')
    .option('--purpose <text>', 'why it is given')
    .option('--json', 'print the answer as one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  yangent grant give bob --capability "data.read path=/yangent-agents:agents" --expires 8h
  yangent grant give agent:crew --capability "yangent-tasks.assign agent=meter" --expires 1h
  yangent grant give bot@carrier-b --capability "yangent-tasks.query" --expires 1h`,
    )
    .action((to: string, { capability, expires, maxDepth, purpose, json, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        const input = { to, capability, expires, 'max-depth': Number(maxDepth), ...(purpose ? { purpose } : {}) };
        const answer = membersOf(await node.invoke('yangent-access:delegate', input));
        if (capability.some(readsAllData))
          console.error(
            `yangent: with data.read and no path ${to} reads all that you may, also the hashes of passwords; to narrow it: "data.read path=/MODULE:NODE"`,
          );
        console.log(
          json ? JSON.stringify(answer) : `grant ${text(answer, 'grant')} is given to ${to} until ${expires}`,
        );
      }),
    );
}
