import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { type Cell, table } from '../terminal/index.js';
import { allGrants, type Grant, untilOf } from './grants.js';
import { capabilityLines } from './text.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

const HEADINGS = ['GRANT', 'FROM', 'TO', 'UNTIL', 'MAY'];

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the grants that you have given or got, the oldest first')
    .option('--json', 'print them as one JSON document')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const grants = await allGrants(node);
        if (flags.json) console.log(JSON.stringify(grants));
        else if (grants.length === 0) console.log('no grants');
        else console.log(table(HEADINGS, grants.map(rowOf)));
      }),
    );
}

function rowOf(grant: Grant): readonly (string | Cell)[] {
  const may = { text: capabilityLines(grant.capability).join(' | '), most: Number.POSITIVE_INFINITY };
  return [grant.id, grant.from, grant.to, untilOf(grant), may];
}
