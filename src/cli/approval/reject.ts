import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { readApproval, vote } from './approvals.js';

interface Flags extends TargetFlags {
  readonly comment?: string;
}

export function rejectCommand(): Command {
  return addTargetOptions(new Command('reject'))
    .description('vote against a request, which ends the approval')
    .argument('<id>', 'identifier of the approval')
    .option('--comment <text>', 'why, for those who read it later')
    .action((id: string, { comment, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        await readApproval(node, id);
        console.log(`approval ${id} is ${await vote(node, id, 'reject', { comment })}`);
      }),
    );
}
