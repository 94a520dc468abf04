/** `migrate`: a run goes on in another revision of its workflow. */
import { Command, InvalidArgumentError } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { ExitCode } from '../exit.js';
import {
  addTargetOptions,
  entries,
  type Members,
  membersOf,
  type TargetFlags,
  text,
  withNode,
} from '../remote/index.js';
import { runToSteer, STEERED_ARGUMENT } from './find-run.js';
import { findingLine } from './findings.js';
import { type GoingOnFlags, letGoOn, WATCH_OPTION } from './going-on.js';
import { isFinding, readRun, runPath } from './records.js';

interface Flags extends TargetFlags, GoingOnFlags {
  readonly revision?: number;
  readonly map?: readonly Renamed[];
  readonly reason?: string;
  readonly dryRun?: boolean;
}

interface Renamed {
  readonly from: string;
  readonly to: string;
}

export function migrateCommand(): Command {
  return addTargetOptions(new Command('migrate'))
    .description('let a run go on in another revision of its workflow; what has begun stays as it is')
    .argument('<run>', STEERED_ARGUMENT)
    .option(
      '--revision <number>',
      'the revision; "yangent workflow show NAME" lists them. Default: the one that is loaded',
      parseRevision,
    )
    .option('--map <old=new>', 'a step that has another name there (repeatable)', parseRenamed)
    .option('--reason <text>', 'why, for the record')
    .option('--dry-run', 'only say what stands in the way; exit code 1 when something does')
    .option(...WATCH_OPTION)
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  yangent workflow migrate repair --dry-run\n  yangent workflow migrate repair --map mend=splice --reason "mending takes two now"',
    )
    .action((name: string, { revision, map, reason, dryRun, ...flags }: Flags) =>
      withNode(flags, async (node, { user }) => {
        const id = await runToSteer(node, name, user);
        const input = { revision, map, reason };
        const place = (await readRun(node, id)).definition ?? id;
        const judged = await migrated(node, id, { ...input, 'dry-run': true }, place);
        if (dryRun || judged.isRefused) return tell(id, judged, flags);
        await letGoOn(node, id, flags, async () => {
          const { answer, lines } = await migrated(node, id, input, place);
          const said = `run ${id} goes on in revision ${String(answer.revision)}, and is ${text(answer, 'state') ?? ''}`;
          return { text: [...lines, said].join('\n'), json: { id, ...answer } };
        });
      }),
    );
}

interface Judged {
  readonly answer: Members;
  /** Its findings, one on a line. */
  readonly lines: readonly string[];
  readonly isRefused: boolean;
}

/** @param place stands before each finding */
async function migrated(node: RestconfClient, id: string, input: object, place: string): Promise<Judged> {
  const answer = membersOf(await node.action(`${runPath(id)}/migrate`, input));
  const findings = entries(answer, 'finding').filter(isFinding);
  return {
    answer,
    lines: findings.map((each) => findingLine(place, each)),
    isRefused: findings.some(({ severity }) => severity === 'error'),
  };
}

/** Prints what stands in the way, and changes nothing. */
function tell(id: string, { answer, lines, isRefused }: Judged, { json }: Pick<Flags, 'json'>): void {
  const verdict = `run ${id} ${isRefused ? 'cannot' : 'can'} go on in revision ${String(answer.revision)}`;
  console.log(json ? JSON.stringify({ id, ...answer }) : [...lines, verdict].join('\n'));
  if (isRefused) process.exitCode = ExitCode.negative;
}

function parseRevision(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be the number of a revision, e.g. 2.');
  return Number(value);
}

function parseRenamed(value: string, before: readonly Renamed[] = []): readonly Renamed[] {
  const [from, to, ...more] = value.split('=');
  if (!from || !to || more.length > 0) throw new InvalidArgumentError('It must be OLD=NEW, e.g. mend=splice.');
  return [...before, { from, to }];
}
