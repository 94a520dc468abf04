import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { sequenceOf } from './export.js';

export function pruneCommand(): Command {
  return addTargetOptions(new Command('prune'))
    .description('delete archived records of the log; those that stay can still be proved')
    .argument('<sequence>', 'the first record that stays', sequenceOf)
    .action((before: number, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        await node.invoke('yangent-audit:prune', { before: String(before) });
        console.log(`the log begins with record ${before}`);
      }),
    );
}
