/** The rounds of a step with `repeat`. */
import type { DagNode } from '../model/dag.js';
import type { StepRecord } from '../run/record.js';
import type { StepChange, Turn } from '../run/turn.js';
import { endStep } from './end.js';
import { failure } from './failure.js';
import { isExpired, TOO_LATE } from './overdue.js';
import { holdsAt } from './scope.js';
import { earliest } from './times.js';

/** Completes a step, or begins its next round when its condition does not hold. @throws ExpressionError, StepFailure */
export async function repeatOrEnd(
  turn: Turn,
  node: DagNode,
  step: StepRecord,
  value: unknown,
  detail: StepChange['detail'] = {},
): Promise<void> {
  const { repeat } = node;
  const { round = 1 } = step.detail;
  const output = await turn.values.keepOutput(value);
  if (!repeat || (await holdsAt(turn, node.name, repeat.until, { output: value, round }))) {
    await endStep(turn, step, { state: 'completed', output, detail });
    return;
  }
  if (round >= repeat.max) {
    const error = failure('not-reached', `after ${round} rounds ${repeat.until} still does not hold`);
    await endStep(turn, step, { state: 'failed', error, detail });
    return;
  }
  if (isExpired(turn, step)) {
    await endStep(turn, step, { state: 'failed', error: TOO_LATE, detail });
    return;
  }
  await turn.slots.give(step);
  turn.count({ active: -1, waiting: 1, ...(step.detail.live ? { live: -1 } : {}) });
  const until = repeat.delay === 0 ? undefined : turn.now + repeat.delay * 1_000;
  const again = await turn.change(step, {
    state: 'ready',
    work: undefined,
    due: earliest(until, step.detail.expires),
    detail: {
      ...detail,
      until,
      expected: undefined,
      overdue: undefined,
      round: round + 1,
      live: undefined,
      tasks: undefined,
      child: undefined,
    },
  });
  turn.ready.push(again);
}
