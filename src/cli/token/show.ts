import { Command } from 'commander';
import { capabilityLines } from '../grant/text.js';
import { addTargetOptions, type Members, membersOf, type TargetFlags, text, texts, withNode } from '../remote/index.js';
import { labelled } from '../terminal/index.js';
import { tokenIn } from './file.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('tell what a token is good for on the node')
    .argument('<file>', 'the token, - for standard input')
    .option('--json', 'print the answer as one JSON document')
    .action((file: string, flags: Flags) => {
      const token = tokenIn(file);
      return withNode(flags, async (node) => {
        const answer = membersOf(await node.invoke('yangent-access:introspect', { token }));
        const subject = text(answer, 'subject');
        if (flags.json) console.log(JSON.stringify(answer));
        else if (subject !== undefined) console.log(tokenText(answer, subject));
        if (subject === undefined)
          throw new Error(
            'the node does not accept the token, or the token is of others: only an operator may know more',
          );
      });
    });
}

function tokenText(answer: Members, subject: string): string {
  const may = capabilityLines(answer);
  return labelled([
    ['for', subject],
    ['used by', texts(answer, 'actor').join(', then ')],
    ['may', may.length === 0 ? `all that ${subject} may` : may.join('\n')],
    ['until', text(answer, 'expires')],
  ]);
}
