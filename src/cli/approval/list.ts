import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { table } from '../terminal/index.js';
import { type Approval, allApprovals } from './approvals.js';

interface Flags extends TargetFlags {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** States in which an approval is not over. */
const OPEN: readonly Approval['state'][] = ['waiting', 'granted'];

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the approvals that wait for votes or may be used')
    .option('--all', 'those that are over as well')
    .option('--json', 'print them as one JSON array')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const all = await allApprovals(node);
        const shown = flags.all ? all : all.filter(({ state }) => OPEN.includes(state));
        if (flags.json) console.log(JSON.stringify(shown));
        else if (shown.length === 0) console.log('no approvals');
        else console.log(table(HEADINGS, shown.map(rowOf)));
      }),
    );
}

const HEADINGS = ['ID', 'STATE', 'RULE', 'USER', 'EXPIRES', 'REQUEST'];

function rowOf({ id, state, rule = '', user = '', actor = [], expires = '', operation = '', target = [] }: Approval) {
  return [id, state ?? '', rule, [user, ...actor].join(' '), expires, [operation, ...target].join(' ')];
}
