/** `pause`, `resume` and `cancel`: commands that change a run as a whole. */
import { Command } from 'commander';
import { isRunOver, isRunState } from '../../workflows/index.js';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { runToSteer, STEERED_ARGUMENT } from './find-run.js';
import { type GoingOnFlags, letGoOn, WATCH_OPTION } from './going-on.js';
import { runPath } from './records.js';

interface Flags extends TargetFlags, GoingOnFlags {
  readonly reason?: string;
  readonly suspend?: boolean;
  readonly compensate?: boolean;
}

type Action = 'pause' | 'resume' | 'cancel';

export function pauseCommand(): Command {
  return steering('pause', 'begin no further step of a run, until resume').option(
    '--suspend',
    'suspend the tasks that are executed; else they go on to their end',
  );
}

export function resumeCommand(): Command {
  return steering(
    'resume',
    'go on after pause, or after a failure that waits for a decision: the step stays failed',
  ).option(...WATCH_OPTION);
}

export function cancelCommand(): Command {
  return steering('cancel', 'end a run; its unfinished steps are canceled').option(
    '--compensate',
    'undo what was done: go back to the first checkpoint, and end there',
  );
}

function steering(action: Action, description: string): Command {
  return addTargetOptions(new Command(action))
    .description(description)
    .argument('<run>', STEERED_ARGUMENT)
    .option('--reason <text>', 'why, for the record')
    .option('--json', 'print the outcome as one JSON document')
    .action((run: string, { reason, suspend, compensate, ...flags }: Flags) =>
      withNode(flags, async (node, { user }) => {
        const id = await runToSteer(node, run, user);
        const input = { reason, ...(suspend ? { running: 'suspend' } : {}), ...(compensate ? { compensate } : {}) };
        await letGoOn(node, id, flags, async () => {
          const answer = membersOf(await node.action(`${runPath(id)}/${action}`, input));
          return { text: `run ${id} is ${became(action, text(answer, 'state') ?? '')}`, json: { id, ...answer } };
        });
      }),
    );
}

/** Returns what a run is after an action. Steps may still have to end before it is canceled. */
function became(action: Action, state: string): string {
  return action === 'cancel' && !(isRunState(state) && isRunOver(state)) ? 'being canceled' : state;
}
