import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { findSession, SESSION_ARGUMENT } from './find.js';
import { memberTable, sortedMembers } from './member-table.js';
import { readSession } from './records.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function membersCommand(): Command {
  return addTargetOptions(new Command('members'))
    .description('list the members of a session: role, state, and up to which message each has read')
    .argument('<session>', SESSION_ARGUMENT)
    .option('--json', 'print them as one JSON array')
    .action((text: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const session = await readSession(node, await findSession(node, text));
        if (flags.json) console.log(JSON.stringify(sortedMembers(session)));
        else console.log((session.member ?? []).length === 0 ? 'members are not shown' : memberTable(session));
      }),
    );
}
