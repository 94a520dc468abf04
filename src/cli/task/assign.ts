import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { APPROVAL_REQUIRED } from '../../access/index.js';
import { messageOf, RpcError } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import type { AssignedTask, Peer, TaskRecord } from '../../peers/index.js';
import { isFinal } from '../../tasks/index.js';
import { ExitCode } from '../exit.js';
import { wholeNumber } from '../options.js';
import { addTargetOptions, type TargetFlags, withPeer } from '../remote/index.js';
import { oneLine } from '../terminal/index.js';
import { changeLine, outcomeText, stateText } from './print.js';

interface Flags extends TargetFlags {
  readonly from: string;
  readonly to: string;
  readonly object?: string;
  readonly environment?: string;
  readonly type?: string;
  readonly input?: unknown;
  readonly taskId?: string;
  readonly priority?: number;
  readonly wait?: true | number;
  readonly json?: boolean;
}

export function assignCommand(): Command {
  return addTargetOptions(new Command('assign'))
    .description('ask an agent to do something')
    .argument('[description]', 'the task in plain words; not needed with --type and --input')
    .requiredOption('--from <agent>', 'the agent that asks')
    .requiredOption('--to <agent>', 'the agent that is to do it')
    .option('--object <text>', 'what it is about, e.g. the link or device')
    .option('--environment <text>', 'what the agent should know of the surroundings')
    .option('--type <skill>', 'the skill wanted; else the agent chooses by the description')
    .option(
      '--input <json>',
      'the input that the skill declares, as JSON, or - to read it from standard input',
      parseInput,
    )
    .option('--task-id <id>', 'your own identifier: assigning again with it finds the same task')
    .option('--priority <number>', '0 (least urgent) to 7', wholeNumber(0, 7))
    .option('--wait [seconds]', 'show the progress until the task is done, then its artifacts', parseWait)
    .option('--json', 'print the task as one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  yangent task assign --from noc --to ip-fault "diagnose the link" --object R1-R2 --wait
  yangent task assign --from noc --to link-watch --type check-port --input '{"host":"127.0.0.1","port":22}' --wait
`,
    )
    .action((description: string | undefined, flags: Flags) => {
      if (description === undefined && flags.type === undefined)
        throw new UsageError('say in words what is to be done, or name the skill with --type and give its --input');
      return withPeer(flags, flags.from, (peer) => assign(peer, description, flags));
    });
}

const DAY = 86_400;

function parseWait(value: string): number {
  const seconds = Number(value);
  if (value !== '' && seconds >= 0 && seconds <= DAY) return seconds;
  throw new InvalidArgumentError(`It must be a number of seconds, at most ${DAY}; put the description before --wait.`);
}

function parseInput(value: string): unknown {
  const text = value === '-' ? readFileSync(0, 'utf8') : value;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON: ${messageOf(error)}.`);
  }
}

async function assign(peer: Peer, description: string | undefined, flags: Flags): Promise<void> {
  const { to, type, object, environment, input, priority, taskId, wait, json } = flags;
  const order = { to, type, object, description, environment, input, priority, 'task-id': taskId ?? randomUUID() };
  const task = await peer.assign(order).catch((error: unknown) => {
    if (error instanceof RpcError && error.appTag === APPROVAL_REQUIRED && taskId === undefined) tellSameAgain(order);
    throw error;
  });
  if (wait === undefined) return printAssigned(task, flags);
  if (!json) console.log(`task ${task.id} assigned to ${oneLine(task.assignment.to ?? to)}`);
  const signal = wait === true ? undefined : AbortSignal.timeout(wait * 1000);
  try {
    // A waiting command cannot give the input that an agent asks for, nor judge its result: other commands do.
    for await (const change of task.changes({ signal })) {
      if (!json) console.log(changeLine(change));
      if (change.state === 'input-required' || change.state === 'verifying') break;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  printOutcome(await task.view(), flags);
}

/** The identifier is a part of what is approved: with another one it is another request. */
function tellSameAgain({ 'task-id': id }: { readonly 'task-id': string }): void {
  console.error(`yangent: when it is approved, make the same request with --task-id ${id}`);
}

/** Prints the state of a task without waiting for it. */
function printAssigned({ assignment }: AssignedTask, flags: Flags): void {
  const { id, state } = assignment;
  if (flags.json) console.log(JSON.stringify(assignment));
  else {
    console.log(`task ${id} is ${stateText(state)}`);
    const outcome = outcomeText(assignment);
    if (outcome !== '') console.log(outcome);
    if (!isFinal(state)) console.log(`  yangent task watch ${id}`);
  }
  if (state === 'rejected' || state === 'failed') process.exitCode = ExitCode.negative;
}

function printOutcome(task: TaskRecord, flags: Flags): void {
  if (flags.json) console.log(JSON.stringify(task));
  else {
    const outcome = outcomeText(task);
    if (outcome !== '') console.log(`\n${outcome}`);
    if (!isFinal(task.state))
      console.log(`\nthe task is ${stateText(task.state)}; go on with: yangent task watch ${task.id}`);
  }
  if (task.state !== 'completed') process.exitCode = ExitCode.negative;
}
