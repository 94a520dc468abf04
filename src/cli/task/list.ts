import { Command, Option } from 'commander';
import { recordsOf, type TaskRecord } from '../../peers/index.js';
import { parsePrompt } from '../../tasks/index.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, child, membersOf, type TargetFlags, valueAt, withNode } from '../remote/index.js';
import { ago, table } from '../terminal/index.js';
import { colourOf, STATES } from './states.js';

interface Flags extends TargetFlags {
  readonly from?: string;
  readonly to?: string;
  readonly state?: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** What a line shows; a whole record may be long. */
const FIELDS = 'task(id;task-id;from;to;type;priority;state;state-reason;progress;objective;content;created;changed)';
const MOST = 1_000_000;

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list tasks, the newest last')
    .option('--from <agent>', 'only those it assigned')
    .option('--to <agent>', 'only those assigned to it')
    .addOption(new Option('--state <state>', 'only those in this state').choices([...STATES]))
    .option('--limit <number>', 'at most so many, the newest', wholeNumber(1, MOST), 50)
    .option('--json', 'print them as one JSON array')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const value = membersOf(await valueAt(node, '/yangent-tasks:tasks', { fields: FIELDS }));
        const all = recordsOf(child(value, 'yangent-tasks:tasks')).filter((task) => isWanted(task, flags));
        const shown = all.slice(-flags.limit);
        if (flags.json) console.log(JSON.stringify(shown));
        else if (shown.length === 0) console.log('no tasks');
        else {
          console.log(table(HEADINGS, shown.map(row)));
          if (shown.length < all.length)
            console.log(`${all.length - shown.length} older ones are not shown; see --limit`);
        }
      }),
    );
}

function isWanted(task: TaskRecord, { from, to, state }: Flags): boolean {
  return (from ?? task.from) === task.from && (to ?? task.to) === task.to && (state ?? task.state) === task.state;
}

const HEADINGS = ['ID', 'FROM', 'TO', 'STATE', 'DONE', 'CHANGED', 'TASK'];

function row(task: TaskRecord) {
  const percent = task.progress?.percent;
  const done = percent === undefined ? '' : `${percent} %`;
  const about = parsePrompt(task.content ?? '')?.description ?? task.objective ?? task.content ?? task.type ?? '';
  const state = { text: task.state, colour: colourOf(task.state) };
  return [task.id, task.from, task.to, state, done, ago(task.changed ?? task.created), about];
}
