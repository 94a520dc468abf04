import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { type Approval, readApproval } from './approvals.js';
import { writeSignatures } from './signatures.js';
import { faultOf, nodeIn } from './statement.js';

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
        if (flags.statement) process.stdout.write(approval.statement ?? '');
        else if (flags.json) console.log(JSON.stringify(approval));
        else if (flags.signatures === undefined) console.log(shown(approval));
      }),
    );
}

/** All that a statement says is shown, and the check of what votes sign. */
const LEAVES = [
  ...(['id', 'state', 'reason', 'rule', 'user', 'operation'] as const),
  ...(['asked', 'expires', 'quorum', 'digest', 'input'] as const),
];

function shown(approval: Approval): string {
  const { actor = [], target = [], vote = [] } = approval;
  const members: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ...LEAVES.map((name) => [name, approval[name]] as const),
    ['actor', actor.join(' ')],
    ['target', target.join(' ')],
    ['node', nodeIn(approval)],
    ['statement', faultOf(approval) ?? (approval.input === undefined ? SAME : SAME_WITH_INPUT)],
    ...vote.map((each) => ['vote', voteText(each)] as const),
  ];
  return members
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name.padEnd(10)} ${value}`]))
    .join('\n');
}

const SAME = 'says the same; you do not see the input of the digest';
const SAME_WITH_INPUT = 'says the same, with the digest of this input';

function voteText({ by, verdict, at, comment, key }: NonNullable<Approval['vote']>[number]): string {
  const signed = key === undefined ? '' : `, signed by ${key}`;
  return `${verdict} by ${by} at ${at}${signed}${comment === undefined ? '' : `: ${comment}`}`;
}
