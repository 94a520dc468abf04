import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { readApproval, vote, votesSoFar } from './approvals.js';
import { signed } from './sign.js';
import { statementOf } from './statement.js';

interface Flags extends TargetFlags {
  readonly sign?: string;
  readonly comment?: string;
}

export function approveCommand(): Command {
  return addTargetOptions(new Command('approve'))
    .description('vote for a request')
    .argument('<id>', 'identifier of the approval')
    .option('--sign <file>', 'sign the vote with this SSH key, by ssh-keygen, which asks for its passphrase itself')
    .option('--comment <text>', 'why, for those who read it later')
    .action((id: string, { sign, comment, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        const approval = await readApproval(node, id);
        const signature = sign === undefined ? undefined : signed(sign, statementOf(approval));
        const state = await vote(node, id, 'approve', { comment, signature });
        const votes = state === 'waiting' ? `: ${await votesSoFar(node, id)} have approved` : '';
        console.log(`approval ${id} is ${state}${votes}`);
      }),
    );
}
