import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { labelled } from '../terminal/index.js';
import { type Grant, readGrant, untilOf } from './grants.js';
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

function grantText(grant: Grant): string {
  return labelled([
    ['grant', grant.id],
    ['from', grant.from],
    ['to', grant.to],
    ['may', capabilityLines(grant.capability).join('\n')],
    ['handed on', `at most ${grant['max-depth']} times`],
    ['given', grant.given],
    ['begins', grant['not-before']],
    ['until', untilOf(grant)],
    ['purpose', grant.purpose],
  ]);
}
