import { Command, Option } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { RUN_STATES, type RunState } from '../../workflows/index.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { ago, type Cell, shortIds, span, table } from '../terminal/index.js';
import { parsePast } from '../times.js';
import { fileLabel, workflowOf } from './file-label.js';
import { type Label, parseLabel } from './options.js';
import { doneText } from './print.js';
import { listRuns, type Run } from './records.js';
import { colourOf } from './states.js';

interface Flags extends TargetFlags {
  readonly state?: RunState;
  readonly label?: readonly Label[];
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const MOST = 1_000_000;
/** Number of runs in one request. */
const PAGE = 500;

export function runsCommand(): Command {
  return addTargetOptions(new Command('runs'))
    .description('list runs, the newest last')
    .argument('[name]', 'only those of this workflow')
    .addOption(new Option('--state <state>', 'only those in this state').choices([...RUN_STATES]))
    .option('--label <name=value>', 'only those with this label (repeatable)', parseLabel)
    .option(
      '--since <time>',
      'only those started at this time or later: a date and time, or 2h for two hours ago',
      parsePast,
    )
    .option('--until <time>', 'only those started before this time', parsePast)
    .option('--limit <number>', 'at most so many, the newest', wholeNumber(1, MOST), 20)
    .option('--json', 'print them as one JSON array')
    .addHelpText(
      'after',
      '\nExamples:\n  yangent workflow runs repair --state failed --label site=north\n  yangent workflow runs --since 2d --until 1d',
    )
    .action((name: string | undefined, flags: Flags) => {
      const { since, until } = flags;
      if (since !== undefined && until !== undefined && since >= until)
        throw new UsageError(`no run starts from ${since} on and before ${until}; --since must be the earlier time`);
      return withNode(flags, async (node) => {
        const { runs, more } = await named(node, name, flags);
        if (flags.json) console.log(JSON.stringify(runs));
        else if (runs.length === 0) console.log('no runs');
        else {
          const short = shortIds(runs.map(({ id }) => id));
          console.log(
            table(
              HEADINGS,
              runs.map((run) => row(run, short)),
            ),
          );
          if (more) console.log('older ones are not shown; see --limit');
        }
      });
    });
}

/** Returns the newest matching runs of a workflow; when the node has none of it, those of files with this name. */
async function named(node: RestconfClient, name: string | undefined, flags: Flags) {
  const found = await newest(node, name, flags);
  if (name === undefined || found.runs.length > 0) return found;
  return newest(node, undefined, { ...flags, label: [...(flags.label ?? []), fileLabel(name)] });
}

/** Returns the newest matching runs, oldest first. */
async function newest(
  node: RestconfClient,
  definition: string | undefined,
  { state, label, since, until, limit }: Flags,
) {
  const shown: Run[] = [];
  for (;;) {
    const { runs, more } = await listRuns(node, {
      ...(definition === undefined ? {} : { definition }),
      ...(state === undefined ? {} : { state }),
      ...(label === undefined ? {} : { label }),
      ...(since === undefined ? {} : { 'created-after': since }),
      ...(until === undefined ? {} : { 'created-before': until }),
      ...(shown[0] === undefined ? {} : { before: shown[0].id }),
      limit: Math.min(PAGE, limit - shown.length),
    });
    shown.unshift(...runs.toReversed());
    if (!more || shown.length >= limit || runs.length === 0) return { runs: shown, more };
  }
}

const HEADINGS = ['RUN', 'WORKFLOW', 'STATE', 'DONE', 'STARTED', 'TIME', 'LABELS'];

function row(run: Run, short: (id: string) => string): (string | Cell)[] {
  const { id, version, state, created, ended, parent, label = [] } = run;
  const end = ended === undefined ? Date.now() : Date.parse(ended);
  return [
    short(id),
    [parent === undefined ? '' : '└', workflowOf(run) ?? '-', version].filter(Boolean).join(' '),
    { text: state, colour: colourOf(state) },
    doneText(run),
    ago(created),
    created === undefined ? '' : span(end - Date.parse(created)),
    label.map(({ name, value }) => `${name}=${value}`).join(' '),
  ];
}
