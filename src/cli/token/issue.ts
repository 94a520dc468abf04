import { Command } from 'commander';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';

interface Flags extends TargetFlags {
  readonly lifetime?: string;
  readonly json?: boolean;
}

export function issueCommand(): Command {
  return addTargetOptions(new Command('issue'))
    .description('get a token from a grant that was given to you')
    .argument('<grant>', 'its identifier, as "yangent grant list" shows it')
    .option('--lifetime <seconds>', 'how long it is to hold at most')
    .option('--json', 'print the answer as one JSON document')
    .action((grant: string, { lifetime, json, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        const input = { grant, ...(lifetime === undefined ? {} : { lifetime: Number(lifetime) }) };
        const answer = membersOf(await node.invoke('yangent-access:issue-token', input));
        console.log(json ? JSON.stringify(answer) : (text(answer, 'token') ?? ''));
      }),
    );
}
