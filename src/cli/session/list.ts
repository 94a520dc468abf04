import { Command, Option } from 'commander';
import { wholeNumber } from '../options.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { ago, type Cell, shortIds, table } from '../terminal/index.js';
import { listSessions, type Session } from './records.js';
import { KINDS, STATES, stateColour } from './states.js';

interface Flags extends TargetFlags {
  readonly kind?: string;
  readonly state?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const HEADINGS = ['SESSION', 'KIND', 'STATE', 'SINCE', 'COORDINATOR', 'MESSAGES', 'ABOUT'];

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the sessions that you may see, the newest last')
    .addOption(new Option('--kind <kind>', 'only those of this kind').choices(KINDS))
    .addOption(new Option('--state <state>', 'only those in this state').choices(STATES))
    .option('--limit <number>', 'at most so many, the newest', wholeNumber(1, 1_000_000), 50)
    .option('--json', 'print them as one JSON array')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const { kind, state, limit } = flags;
        const all = (await listSessions(node)).filter(
          (each) => (kind === undefined || each.kind === kind) && (state === undefined || each.state === state),
        );
        const shown = all.slice(-limit);
        if (flags.json) console.log(JSON.stringify(shown));
        else if (shown.length === 0) console.log('no sessions');
        else {
          const short = shortIds(shown.map(({ id }) => id));
          console.log(
            table(
              HEADINGS,
              shown.map((session) => row(session, short)),
            ),
          );
          if (all.length > limit) console.log('older ones are not shown; see --limit');
        }
      }),
    );
}

function row(session: Session, short: (id: string) => string): readonly (string | Cell)[] {
  const { id, kind, state, since, coordinator = '-', 'last-sequence': last = '-', name, goal = '-' } = session;
  return [short(id), kind, { text: state, colour: stateColour(state) }, ago(since), coordinator, last, name ?? goal];
}
