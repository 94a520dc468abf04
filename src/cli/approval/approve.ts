import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { VOTE_NAMESPACE } from '../../access/index.js';
import { UsageError } from '../../node/index.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { readApproval, vote, votesSoFar } from './approvals.js';
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

/** Signs octets with ssh-keygen, which reads the key or asks an agent for it. @throws UsageError when it does not */
function signed(key: string, statement: string): string {
  const made = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', VOTE_NAMESPACE, '-f', key], {
    input: statement,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Without the key it ends before it has read the statement, which is an error of the pipe as well.
  if (made.error && made.status === null) throw new UsageError(`ssh-keygen cannot be run: ${made.error.message}`);
  if (made.status === 0 && made.stdout !== '') return made.stdout;
  throw new UsageError(`ssh-keygen has not signed with ${key}: ${made.stderr.trim()}`);
}
