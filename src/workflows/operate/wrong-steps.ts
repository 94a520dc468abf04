/** Refuses actions on steps that have nothing to be mended. */
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { requireNoRollback } from './back.js';
import { badTransition } from './bad-transition.js';
import { stepRefused } from './step-refused.js';

/** Refuses a step that did not fail. */
export function requireFailed(turn: Turn, step: StepRecord): void {
  requireWrong(turn, step);
  if (step.state === 'completed') throw stepRefused(step, 'only a failed step is skipped');
}

/** Refuses a step that neither failed nor has ended in a run whose output could not be computed. */
export function requireWrong(turn: Turn, step: StepRecord): void {
  const { present } = turn;
  requireNoRollback(turn);
  if (turn.progress.ending && !turn.isOver)
    throw badTransition(present, `is about to be ${turn.progress.ending.state}; wait until it has ended`);
  // Those that are canceled now would be taken for items of the new try.
  if (turn.progress.canceling?.includes(step.node))
    throw stepRefused(step, 'its items are still being canceled; do it again in a moment');
  if (
    present.state !== 'running' &&
    present.state !== 'paused' &&
    present.state !== 'escalated' &&
    present.state !== 'failed'
  )
    throw badTransition(present, 'its steps stay as they are');
  if (present.state === 'failed' && present.parent)
    throw badTransition(
      present,
      `is over for its parent; retry the step "${present.parent.node}" of run ${present.parent.run}`,
    );
  if (present.state === 'failed' && present.task !== undefined)
    throw badTransition(present, 'its task has ended; assign the task again');
  if (step.item > 0)
    throw stepRefused(
      step,
      `an item is not retried by itself; retry "${step.node}" as a whole, which keeps the items that are completed`,
    );
  const isDone = (step.state === 'completed' || step.state === 'skipped') && turn.progress.outputFailed;
  if (step.state !== 'failed' && !isDone)
    throw stepRefused(step, 'only a failed step is retried, skipped or completed by hand');
  if (turn.plan.last.has(step.node)) throw stepRefused(step, 'belongs to finally, which is not repeated');
}
