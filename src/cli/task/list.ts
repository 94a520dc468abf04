import { Command, Option } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { recordsOf, type TaskRecord } from '../../peers/index.js';
import { parsePrompt } from '../../tasks/index.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, membersOf, type TargetFlags, withNode } from '../remote/index.js';
import { ago, table } from '../terminal/index.js';
import { colourOf, STATES } from './states.js';

interface Flags extends TargetFlags {
  readonly from?: string;
  readonly to?: string;
  readonly state?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const MOST = 1_000_000;
/** Number of tasks in one request. */
const PAGE = 500;

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
        const { shown, more } = await newest(node, flags);
        if (flags.json) console.log(JSON.stringify(shown));
        else if (shown.length === 0) console.log('no tasks');
        else {
          console.log(table(HEADINGS, shown.map(row)));
          if (more) console.log('older ones are not shown; see --limit');
        }
      }),
    );
}

/** Returns the newest matching tasks, oldest first. */
async function newest(node: RestconfClient, { from, to, state, limit }: Flags) {
  const wanted = Object.entries({ from, to, state }).filter(([, value]) => value !== undefined);
  const shown: TaskRecord[] = [];
  for (;;) {
    const before = shown[0] && { before: shown[0].id };
    const asked = { ...Object.fromEntries(wanted), ...before, limit: Math.min(PAGE, limit - shown.length) };
    const answer = membersOf(await node.invoke('yangent-tasks:list', asked));
    const page = recordsOf(answer);
    shown.unshift(...page.toReversed());
    const more = answer.more === true;
    if (!more || shown.length >= limit || page.length === 0) return { shown, more };
  }
}

const HEADINGS = ['ID', 'FROM', 'TO', 'STATE', 'DONE', 'CHANGED', 'TASK'];

function row(task: TaskRecord) {
  const percent = task.progress?.percent;
  const done = percent === undefined ? '' : `${percent} %`;
  const about = parsePrompt(task.content ?? '')?.description ?? task.objective ?? task.content ?? task.type ?? '';
  const state = { text: task.state, colour: colourOf(task.state) };
  return [task.id, task.from, task.to, state, done, ago(task.changed ?? task.created), about];
}
