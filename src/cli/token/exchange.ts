import { Command } from 'commander';
import { addCapability, CAPABILITY_HELP, type CapabilityInput } from '../grant/capability.js';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { tokenIn } from './file.js';

interface Flags extends TargetFlags {
  readonly subject: string;
  readonly actor?: string;
  readonly capability?: readonly CapabilityInput[];
  readonly lifetime?: string;
  readonly json?: boolean;
}

export function exchangeCommand(): Command {
  return addTargetOptions(new Command('exchange'))
    .description('exchange a token for a narrower one, or for one with which another acts for its user')
    .requiredOption('--subject <file>', 'the token of the user, - for standard input')
    .option('--actor <file>', 'a token of him who is to act for that user')
    .option('--capability <capability>', CAPABILITY_HELP, addCapability)
    .option('--lifetime <seconds>', 'how long it is to hold at most')
    .option('--json', 'print the answer as one JSON document')
    .action(({ subject, actor, capability, lifetime, json, ...flags }: Flags) => {
      const input = {
        'subject-token': tokenIn(subject),
        ...(actor === undefined ? {} : { 'actor-token': tokenIn(actor) }),
        ...(capability ? { capability } : {}),
        ...(lifetime === undefined ? {} : { lifetime: Number(lifetime) }),
      };
      return withNode(flags, async (node) => {
        const answer = membersOf(await node.invoke('yangent-access:exchange-token', input));
        console.log(json ? JSON.stringify(answer) : (text(answer, 'token') ?? ''));
      });
    });
}
