import { Command, Option } from 'commander';
import type { Negotiation, NegotiationAnswer } from '../../peers/index.js';
import { buildPrompt } from '../../tasks/index.js';
import { ExitCode } from '../exit.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, type TargetFlags, withPeer } from '../remote/index.js';
import { indented, oneLine, paint } from '../terminal/index.js';

const TYPES = { feasibility: 'FEASIBILITY', fulfillment: 'FULFILLMENT' } as const;

const VERDICTS = ['feasible', 'infeasible', 'satisfied', 'unsatisfied', 'accepted', 'rejected', 'countered'] as const;

interface Flags extends TargetFlags {
  readonly from: string;
  readonly to?: string;
  readonly type: keyof typeof TYPES;
  readonly object?: string;
  readonly environment?: string;
  readonly id?: string;
  readonly taskId?: string;
  readonly thread?: string;
  readonly verdict?: (typeof VERDICTS)[number];
  readonly counter?: string;
  readonly wait?: number;
  readonly json?: boolean;
}

export function negotiateCommand(): Command {
  return addTargetOptions(new Command('negotiate'))
    .description('ask whether a task can be done, or whether a result will do; one round')
    .argument('[content]', 'what is proposed, in plain words')
    .requiredOption('--from <agent>', 'the agent that asks')
    .option('--to <agent>', 'the agent that is asked; not needed in a later round')
    .addOption(new Option('--type <type>', 'what is negotiated').choices(Object.keys(TYPES)).makeOptionMandatory())
    .option('--object <text>', 'what it is about, e.g. the link or device')
    .option('--environment <text>', 'what the agent should know of the surroundings')
    .option('--id <id>', 'the task it is about, by the identifier that the node gave it')
    .option('--task-id <id>', 'the task it is about, by the identifier of the agent that asks')
    .option('--thread <id>', 'go on with this negotiation')
    .addOption(new Option('--verdict <verdict>', 'what you say to the last proposal').choices(VERDICTS))
    .option('--counter <text>', 'your counter-proposal, with --verdict countered')
    .option('--wait <seconds>', 'how long to wait for the answer', wholeNumber(0, 86_400))
    .option('--json', 'print the answer as one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  yangent task negotiate --from noc --to ip-fault --type feasibility "repair the link" --object R1-R2',
    )
    .action((content: string | undefined, flags: Flags) =>
      withPeer(flags, flags.from, async (peer) => {
        const answer = await peer.negotiate(inputOf(content, flags));
        if (flags.json) console.log(JSON.stringify(answer));
        else print(answer, flags);
        if (NEGATIVE.has(answer.verdict ?? '')) process.exitCode = ExitCode.negative;
      }),
    );
}

/** Verdicts that refuse the task or change it. */
const NEGATIVE: ReadonlySet<string> = new Set(['infeasible', 'unsatisfied', 'rejected', 'countered']);

function inputOf(description: string | undefined, flags: Flags): Negotiation {
  const { object, environment } = flags;
  return {
    to: flags.to,
    type: TYPES[flags.type],
    id: flags.id,
    'task-id': flags.taskId,
    thread: flags.thread,
    content: description === undefined ? undefined : buildPrompt({ object, description, environment }),
    verdict: flags.verdict,
    counter: flags.counter,
    wait: flags.wait,
  };
}

/** Text after a verdict that ends the negotiation. */
const SETTLED: ReadonlyMap<string, string> = new Map([
  ['accepted', '\nagreed; assign the task in the words that were agreed, with its --task-id, to have it done'],
  ['rejected', '\nthe negotiation is over'],
]);

/** Indentation of the further lines of the other agent's text. */
const DEEPER = 4;

/** Quotes a value as a shell argument, for a command line that the user copies. */
function argument(value: string): string {
  return /^[\w.:@/+-]+$/.test(value) ? value : `'${oneLine(value, value.length).replaceAll("'", "'\\''")}'`;
}

function print({ round, by, verdict, content = [], counter, thread }: NegotiationAnswer, { from, type }: Flags): void {
  const said = verdict === undefined ? 'has not answered yet' : paint(verdict, NEGATIVE.has(verdict) ? 'red' : 'green');
  console.log(`round ${round}, ${oneLine(by)}: ${said}`);
  for (const each of content) console.log(`  ${indented(each, DEEPER)}`);
  if (counter !== undefined) console.log(`  instead: ${indented(counter, DEEPER)}`);
  const again = `yangent task negotiate --from ${argument(from)} --type ${type} --thread ${argument(thread)}`;
  console.log(
    SETTLED.get(verdict ?? '') ?? `\nnext round, with --verdict accepted or rejected, or with new words:\n  ${again}`,
  );
}
