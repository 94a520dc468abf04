import { Command, InvalidArgumentError } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import type { Rpcs } from '../../generated/index.js';
import { buildPrompt } from '../../tasks/index.js';
import { ExitCode } from '../exit.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { printable } from '../terminal/index.js';
import { follow } from './follow.js';
import { eventLine, outcomeText, stateText } from './print.js';
import { taskValue } from './read.js';
import { isFinal } from './states.js';
import { type TaskView, taskView } from './view.js';

type Assignment = Rpcs['yangent-tasks:assign']['input'];

interface Flags extends TargetFlags {
  readonly from: string;
  readonly to: string;
  readonly object?: string;
  readonly environment?: string;
  readonly type?: string;
  readonly taskId?: string;
  readonly priority?: number;
  readonly wait?: true | number;
  readonly json?: boolean;
}

export function assignCommand(): Command {
  return addTargetOptions(new Command('assign'))
    .description('ask an agent to do something')
    .argument('<description>', 'the task in plain words')
    .requiredOption('--from <agent>', 'the agent that asks')
    .requiredOption('--to <agent>', 'the agent that is to do it')
    .option('--object <text>', 'what it is about, e.g. the link or device')
    .option('--environment <text>', 'what the agent should know of the surroundings')
    .option('--type <skill>', 'the skill wanted; else the agent chooses by the description')
    .option('--task-id <id>', 'your own identifier: assigning again with it finds the same task')
    .option('--priority <number>', '0 (least urgent) to 7', wholeNumber(0, 7))
    .option('--wait [seconds]', 'show the progress until the task is done, then its artifacts', parseWait)
    .option('--json', 'print the task as one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  yangent task assign --from noc --to ip-fault "diagnose the link" --object R1-R2 --wait',
    )
    .action((description: string, flags: Flags) => withNode(flags, (node) => assign(node, description, flags)));
}

const DAY = 86_400;

function parseWait(value: string): number {
  const seconds = Number(value);
  if (value !== '' && seconds >= 0 && seconds <= DAY) return seconds;
  throw new InvalidArgumentError(`It must be a number of seconds, at most ${DAY}; put the description before --wait.`);
}

async function assign(node: RestconfClient, description: string, flags: Flags): Promise<void> {
  const { object, environment } = flags;
  const input: Assignment = {
    from: flags.from,
    to: flags.to,
    type: flags.type,
    'task-id': flags.taskId,
    priority: flags.priority,
    content: buildPrompt({ object, description, environment }),
    async: true,
  };
  const answer = membersOf(await node.invoke('yangent-tasks:assign', input));
  const id = text(answer, 'id') ?? '';
  if (flags.wait === undefined) return printAssigned(answer, flags);
  if (!flags.json) console.log(`task ${id} assigned to ${printable(text(answer, 'to') ?? flags.to)}`);
  const signal = flags.wait === true ? undefined : AbortSignal.timeout(flags.wait * 1000);
  // Whoever waits here cannot give the input that an agent asks for, nor judge its result: that is a command of its own.
  const task = await follow(node, id, {
    signal,
    until: (state) => isFinal(state) || state === 'input-required' || state === 'verifying',
    onEvent: (event) => {
      if (!flags.json) console.log(eventLine(event));
    },
  });
  await printOutcome(node, task, flags);
}

/** What is known of a task that nobody waits for. */
function printAssigned(answer: Readonly<Record<string, unknown>>, flags: Flags): void {
  const task = taskView(answer);
  if (flags.json) console.log(JSON.stringify(answer));
  else {
    console.log(`task ${task.id} is ${stateText(task.state)}`);
    const outcome = outcomeText(task);
    if (outcome !== '') console.log(outcome);
    if (!isFinal(task.state)) console.log(`  yangent task watch ${task.id}`);
  }
  if (task.state === 'rejected' || task.state === 'failed') process.exitCode = ExitCode.negative;
}

async function printOutcome(node: RestconfClient, task: TaskView, flags: Flags): Promise<void> {
  if (flags.json) console.log(JSON.stringify(await taskValue(node, task.id)));
  else {
    const outcome = outcomeText(task);
    if (outcome !== '') console.log(`\n${outcome}`);
    if (!isFinal(task.state))
      console.log(`\nthe task is ${stateText(task.state)}; go on with: yangent task watch ${task.id}`);
  }
  if (task.state !== 'completed') process.exitCode = ExitCode.negative;
}
