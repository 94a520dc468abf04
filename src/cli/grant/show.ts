import { Command } from 'commander';
import { addTargetOptions, type Members, type TargetFlags, text, withNode } from '../remote/index.js';
import { labelled } from '../terminal/index.js';
import { readGrant, untilOf } from './grants.js';
import { capabilityLines } from './text.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show a grant: what it allows with which constraints, how long, and why it was given')
    .argument('<grant>', 'its identifier, as "yangent grant list" shows it')
    .option('--json', 'print it as one JSON document')
    .action((id: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const grant = await readGrant(node, id);
        console.log(flags.json ? JSON.stringify(grant) : grantText(grant));
      }),
    );
}

function grantText(grant: Members): string {
  return labelled([
    ['grant', text(grant, 'id')],
    ['from', text(grant, 'from')],
    ['to', text(grant, 'to')],
    ['may', capabilityLines(grant).join('\n')],
    ['handed on', `at most ${text(grant, 'max-depth') ?? '0'} times`],
    ['given', text(grant, 'given')],
    ['begins', text(grant, 'not-before')],
    ['until', untilOf(grant)],
    ['purpose', text(grant, 'purpose')],
  ]);
}
