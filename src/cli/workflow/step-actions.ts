/** `retry`, `skip` and `set-output`: commands that change a step of a run. */
import { Command } from 'commander';
import { keyed, type RestconfClient } from '../../clients/index.js';
import { UsageError } from '../../node/index.js';
import { ExitCode } from '../exit.js';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { parseFuture } from '../times.js';
import { runToSteer, STEERED_ARGUMENT } from './find-run.js';
import { type GoingOnFlags, letGoOn, WATCH_OPTION } from './going-on.js';
import { parseObject } from './options.js';
import { outcomeText } from './print.js';
import { latest, nameOf, readRun, runPath, type Step, stateOf } from './records.js';

interface Flags extends TargetFlags, GoingOnFlags {
  readonly reason?: string;
  readonly deadline?: string;
}

const STEP_ARGUMENT = 'the step; a for-each is one step';
const STEP_ARGUMENTS = {
  retry: `${STEP_ARGUMENT}: its items that failed or were canceled are executed, and the completed ones are kept`,
  skip: STEP_ARGUMENT,
} as const;

export function retryCommand(): Command {
  return stepAction('retry', 'execute a failed step again, and those that were canceled or skipped because it failed')
    .option(
      '--deadline <time>',
      'a new deadline of the run, if it is over: a date and time, or 2h for in two hours',
      parseFuture,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  yangent workflow retry repair --watch\n  yangent workflow retry repair mend --reason "spare part is there"',
    );
}

export function skipCommand(): Command {
  return stepAction('skip', 'let a run go on without a failed step').addHelpText(
    'after',
    '\nExample:\n  yangent workflow skip repair mend --reason "done by hand"',
  );
}

function stepAction(action: 'retry' | 'skip', description: string): Command {
  return addTargetOptions(new Command(action))
    .description(description)
    .argument('<run>', STEERED_ARGUMENT)
    .argument('[step]', `${STEP_ARGUMENTS[action]}; default: the one that failed`)
    .option('--reason <text>', 'why, for the record')
    .option(...WATCH_OPTION)
    .option('--json', 'print the outcome as one JSON document')
    .action((run: string, name: string | undefined, { reason, deadline, ...flags }: Flags) =>
      act(run, name, action, { reason, deadline }, flags),
    );
}

export function setOutputCommand(): Command {
  return addTargetOptions(new Command('set-output'))
    .description('complete a failed step with an output that was made otherwise')
    .argument('<run>', STEERED_ARGUMENT)
    .argument('<step>', STEP_ARGUMENT)
    .argument('<json>', 'the output, a JSON object, or - to read it from standard input', parseObject)
    .option('--reason <text>', 'why, for the record')
    .option(...WATCH_OPTION)
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText('after', `\nExample:\n  yangent workflow set-output repair find '{"fault":{"link":"north-1/uplink"}}'`)
    .action((run: string, name: string, output: object, { reason, ...flags }: Flags) =>
      act(run, name, 'set-output', { output, reason }, flags),
    );
}

function act(run: string, name: string | undefined, action: string, input: object, flags: Flags) {
  return withNode(flags, async (node, { user }) => {
    const id = await runToSteer(node, run, user);
    const step = await stepFor(node, id, name);
    if (step.item > 0)
      throw new UsageError(
        `${nameOf(step)} is an item of a for-each, which is one step: yangent workflow ${action} ${id} ${step.node}`,
      );
    const path = `${runPath(id)}/${keyed('step', step.node, String(step.item), String(step.generation))}/${action}`;
    await letGoOn(node, id, flags, async () => {
      const state = text(membersOf(await node.action(path, input)), 'state')?.replace(/^.*:/, '') ?? '';
      // A retry may fail before the answer; the command says so, unless it watches the run.
      const isFailed = action === 'retry' && state === 'failed' && !flags.watch;
      if (isFailed) process.exitCode = ExitCode.negative;
      const why = isFailed ? `\n${outcomeText(await readRun(node, id))}` : '';
      return { text: `step ${nameOf(step)} of run ${id} is ${state}${why}`, json: { id, step: nameOf(step), state } };
    });
  });
}

/** Returns the step of that name; without one, the one that failed. @throws UsageError when it is not clear which */
async function stepFor(node: RestconfClient, id: string, name: string | undefined): Promise<Step> {
  const steps = latest((await readRun(node, id)).step ?? []);
  const named = name === undefined ? undefined : steps.get(name);
  if (named) return named;
  if (name !== undefined)
    throw new UsageError(
      `run ${id} has no step "${name}" yet; those that have begun are ${[...steps.keys()].join(', ') || 'none'}`,
    );
  const failed = [...steps.values()].filter((step) => step.item === 0 && stateOf(step) === 'failed');
  const [first, second] = failed;
  if (!first) throw new UsageError(`no step of run ${id} has failed; name the one that you mean`);
  if (second)
    throw new UsageError(`several steps of run ${id} have failed; name one: ${failed.map(nameOf).join(', ')}`);
  return first;
}
