import { Command } from 'commander';
import { wholeNumber } from '../options.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import { listen } from './listening.js';
import { readHead } from './records.js';

interface Flags extends TargetFlags {
  readonly agent?: string;
  readonly wait?: number;
  readonly json?: boolean;
}

export function listenCommand(): Command {
  return addTargetOptions(new Command('listen'))
    .description('print messages for an agent as they come, and acknowledge what was printed; Ctrl-C ends it')
    .argument('[session]', `only those of this one: ${SESSION_ARGUMENT}`)
    .option('--agent <agent>', 'the agent; not needed by a user with one agent')
    .option(
      '--wait <seconds>',
      'end when nothing came for so long; 0 prints what waits, and ends',
      wholeNumber(0, 86_400),
    )
    .option('--json', 'print each message, and each gap, as one JSON document a line')
    .addHelpText(
      'after',
      `
It goes on when the node was away, and ends when the session that it was given is closed. What another
program of the agent was given comes when that program has acknowledged it, or did not in time.
"yangent session history" prints without acknowledging.

Examples:
  yangent session listen --agent ip-fault
  yangent session listen R1-R2 --agent ip-fault --wait 0`,
    )
    .action((session: string | undefined, flags: Flags) =>
      withNode(flags, async (node, { url }) => {
        const { agent, wait, json } = flags;
        const only = session === undefined ? undefined : await findSession(node, session);
        const isClosed = only !== undefined && (await readHead(node, only))?.state === 'closed';
        await listen(node, { url, agent, session: only, wait: isClosed ? 0 : wait, json });
      }),
    );
}
