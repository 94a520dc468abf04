import { Command } from 'commander';
import { addTargetOptions, entries, type Members, type TargetFlags, text, texts, withNode } from '../remote/index.js';
import { readApproval } from './approvals.js';
import { writeSignatures } from './signatures.js';

interface Flags extends TargetFlags {
  readonly statement?: boolean;
  readonly signatures?: string;
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show an approval: what is asked for, by whom, and who has voted')
    .argument('<id>', 'its identifier')
    .option('--statement', 'print the octets that votes sign, and nothing else')
    .option(
      '--signatures <directory>',
      'write the statement and the signatures of votes there, for ssh-keygen -Y verify',
    )
    .option('--json', 'print it as one JSON document')
    .action((id: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const approval = await readApproval(node, id);
        if (flags.signatures !== undefined) writeSignatures(flags.signatures, approval);
        if (flags.statement) process.stdout.write(text(approval, 'statement') ?? '');
        else if (flags.json) console.log(JSON.stringify(approval));
        else if (flags.signatures === undefined) console.log(shown(approval));
      }),
    );
}

const LEAVES = ['id', 'state', 'reason', 'rule', 'user', 'operation', 'asked', 'expires', 'quorum', 'digest', 'input'];

function shown(approval: Members): string {
  const leaves = LEAVES.map((name): [string, string | undefined] => [name, text(approval, name)]);
  const lists = ['actor', 'target'].map((name): [string, string] => [name, texts(approval, name).join(' ')]);
  const votes = entries(approval, 'vote').map((vote): [string, string] => ['vote', voteText(vote)]);
  return [...leaves, ...lists, ...votes]
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name.padEnd(10)} ${value}`]))
    .join('\n');
}

function voteText(vote: Members): string {
  const [by, verdict, at, comment, key] = ['by', 'verdict', 'at', 'comment', 'key'].map((name) => text(vote, name));
  const signed = key === undefined ? '' : `, signed by ${key}`;
  return `${verdict} by ${by} at ${at}${signed}${comment === undefined ? '' : `: ${comment}`}`;
}
