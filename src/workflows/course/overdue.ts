/** Steps whose time has come. */

import type { TaskError } from '../../tasks/index.js';
import { typeOf } from '../model/dag.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { endStep } from './end.js';
import { failure } from './failure.js';
import { gateOverdue } from './gates.js';
import type { CourseNeeds } from './needs.js';
import { fireWait } from './wait.js';

export interface OverdueNeeds extends Pick<CourseNeeds, 'cancelChild'> {
  readonly work: Pick<CourseNeeds['work'], 'cancel'>;
}

/** Does what is to be done with a step at its time. While its run is paused or escalated, nothing: it is done when the run goes on. */
export async function overdueStep(turn: Turn, needs: OverdueNeeds, step: StepRecord): Promise<void> {
  const { state } = turn.present;
  const isLast = turn.plan.last.has(step.node);
  if (state === 'paused' || state === 'escalated' || turn.progress.rollback || (turn.progress.ending && !isLast)) {
    await turn.change(step, { due: undefined });
    return;
  }
  if (step.state === 'executing' && typeOf(turn.node(step.node)) === 'wait') return fireWait(turn, step);
  if (step.state === 'awaiting-approval') return gateOverdue(turn, step);
  if (isExpired(turn, step)) return giveUp(turn, needs, step, TOO_LATE);
  if (step.state === 'ready' && step.work === undefined) {
    turn.ready.push(await turn.change(step, { due: step.detail.expires, detail: { until: undefined } }));
    return;
  }
  if (step.state === 'executing') return tellOverdue(turn, step);
  await giveUp(turn, needs, step, failure('deadline-exceeded', 'no agent has begun it in time (timeout/assignment)'));
}

/** The reason of a step whose execution takes longer than was estimated. */
export const OVERDUE = 'overdue';

/** Tells once in an attempt that a step takes longer than was estimated. */
async function tellOverdue(turn: Turn, step: StepRecord): Promise<void> {
  const { expected, overdue } = step.detail;
  const isNews = !overdue && expected !== undefined && expected <= turn.now;
  const told = isNews ? { reason: OVERDUE, detail: { overdue: true } as const } : {};
  await turn.change(step, { due: step.detail.expires, ...told });
}

/** The error of a step that has not ended in time. */
export const TOO_LATE = failure('deadline-exceeded', 'it has not ended in time (timeout/total)');

/** True for a step whose time is over. */
export function isExpired({ now }: Turn, { detail: { expires } }: StepRecord): boolean {
  return expires !== undefined && expires <= now;
}

/** Fails a step, and cancels its tasks, its child run and its items. */
async function giveUp(turn: Turn, needs: OverdueNeeds, step: StepRecord, error: TaskError): Promise<void> {
  await endStep(turn, step, { state: 'failed', error });
  if (step.detail.items && step.item === 0) turn.items.cancel(step.node);
  for (const task of step.detail.tasks ?? [])
    await needs.work.cancel(turn.tx, task, turn.present.coordinator, error.message);
  if (step.detail.child !== undefined) needs.cancelChild(turn, step.detail.child, error.message);
}
