import { Command, InvalidArgumentError } from 'commander';
import { collect } from '../models.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import { sequenceNumber } from './numbers.js';
import { messagesOf } from './records.js';
import { Transcript } from './transcript.js';
import { identityOf, TYPES } from './types.js';

interface Flags extends TargetFlags {
  readonly agent?: string;
  readonly after?: `${bigint}`;
  readonly before?: `${bigint}`;
  readonly limit: number;
  readonly type?: readonly string[];
  readonly subject?: string;
  readonly from?: string;
  readonly json?: boolean;
}

export function historyCommand(): Command {
  return addTargetOptions(new Command('history'))
    .description('read stored messages again, the newest last; nothing is acknowledged')
    .argument('<session>', SESSION_ARGUMENT)
    .option('--agent <agent>', 'read as this member; an operator who names none reads all')
    .option('--limit <number>', 'at most so many', wholeNumber(1, 1000), 50)
    .option('--after <number>', 'only messages behind this one, the oldest of them', sequenceNumber)
    .option('--before <number>', 'only messages ahead of this one', sequenceNumber)
    .option('--type <type>', 'only messages of this type, e.g. request (repeatable)', collectType)
    .option('--subject <filter>', 'only these subjects: + is one word, # at the end the rest')
    .option('--from <agent>', 'only what this agent sent')
    .option('--json', 'print the messages as one JSON array')
    .addHelpText(
      'after',
      '\nExamples:\n  yangent session history R1-R2 --agent noc\n  yangent session history alarms --agent ip-fault --subject alarms/north/# --limit 5',
    )
    .action((session: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const { agent, after, before, limit, type, subject, from } = flags;
        const about = { after, before, limit, type: type?.map(identityOf), subject, from };
        const id = await findSession(node, session);
        const messages = messagesOf(await node.invoke('yangent-sessions:history', { agent, session: id, ...about }));
        if (flags.json) console.log(JSON.stringify(messages));
        else if (messages.length === 0) console.log('no messages');
        else {
          const transcript = new Transcript();
          for (const message of messages) console.log(await transcript.text(message));
        }
      }),
    );
}

function collectType(value: string, before: readonly string[] | undefined): string[] {
  if (TYPES.includes(value)) return collect(value, before);
  throw new InvalidArgumentError(`Types are ${TYPES.join(', ')}.`);
}
