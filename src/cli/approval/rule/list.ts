import { Command } from 'commander';
import { type ApprovalRule, addTargetOptions, readAccess, type TargetFlags, withNode } from '../../remote/index.js';
import { table } from '../../terminal/index.js';
import { limitsOf, spanOf, votersOf, votesOf } from './text.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the rules: which requests wait, for how many votes of which groups')
    .option('--json', 'print them as one JSON array')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const rules = await readAccess(node, 'approval-rule');
        if (flags.json) console.log(JSON.stringify(rules));
        else if (rules.length === 0) console.log('no rules: no request needs an approval');
        else console.log(table(HEADINGS, rules.map(rowOf)));
      }),
    );
}

const HEADINGS = ['RULE', 'REQUESTS', 'ONLY', 'VOTERS', 'VOTES', 'EXPIRES'];

function rowOf(rule: ApprovalRule) {
  return [rule.name, rule.action.join(', '), limitsOf(rule), votersOf(rule), votesOf(rule), spanOf(rule)];
}
