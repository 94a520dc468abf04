import { Command } from 'commander';
import { addTargetOptions, type Members, type TargetFlags, text, texts, withNode } from '../remote/index.js';
import { table } from '../terminal/index.js';
import { allApprovals } from './approvals.js';

interface Flags extends TargetFlags {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** States in which an approval is not over. */
const OPEN: readonly (string | undefined)[] = ['waiting', 'granted'];

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the approvals that wait for votes or may be used')
    .option('--all', 'those that are over as well')
    .option('--json', 'print them as one JSON array')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const all = await allApprovals(node);
        const shown = flags.all ? all : all.filter((approval) => OPEN.includes(text(approval, 'state')));
        if (flags.json) console.log(JSON.stringify(shown));
        else if (shown.length === 0) console.log('no approvals');
        else console.log(table(HEADINGS, shown.map(row)));
      }),
    );
}

const HEADINGS = ['ID', 'STATE', 'RULE', 'USER', 'EXPIRES', 'REQUEST'];

function row(approval: Members) {
  const [id, state, rule, user, expires, operation] = ['id', 'state', 'rule', 'user', 'expires', 'operation'].map(
    (name) => text(approval, name) ?? '',
  );
  const by = [user, ...texts(approval, 'actor')].join(' ');
  return [id ?? '', state ?? '', rule ?? '', by, expires ?? '', [operation, ...texts(approval, 'target')].join(' ')];
}
