/** Ends steps, and makes them ready. */
import type { TaskError } from '../../tasks/index.js';
import { isStepOver } from '../model/states.js';
import { type StepRecord, WATCHING } from '../run/record.js';
import type { StepChange, Turn } from '../run/turn.js';
import { errorOf } from './failure.js';
import { holdsAt, type Variables } from './scope.js';
import { expiryOf } from './times.js';

export type StepEnd =
  | {
      readonly state: 'completed';
      readonly output?: string;
      readonly detail?: StepChange['detail'];
      readonly reason?: string;
    }
  | { readonly state: 'failed'; readonly error: TaskError; readonly detail?: StepChange['detail'] }
  | { readonly state: 'skipped' | 'canceled'; readonly reason: string; readonly cause?: string };

/** Ends a step. What follows from that happens later in the turn. A step that has ended stays as it is. */
export async function endStep(turn: Turn, given: StepRecord, end: StepEnd): Promise<void> {
  let step = given;
  if (isStepOver(step.state)) return;
  leave(turn, step);
  if (step.state === 'awaiting-approval') await turn.gates.makeVoid(turn.tx, step, 'the step has ended');
  await turn.slots.give(step);
  // A step that fails before it was ready was ready for a moment.
  if (step.state === 'pending' && (end.state === 'failed' || end.state === 'completed'))
    step = await turn.change(step, { state: 'ready', detail: { started: step.detail.started ?? turn.at } });
  const node = turn.node(step.node);
  if (step.work === WATCHING) turn.unwatched.push(step);
  const ended = await turn.change(step, {
    state: end.state,
    due: undefined,
    held: undefined,
    ...(step.work === WATCHING ? { work: undefined } : {}),
    ...(await outcomeOf(turn, node['default-output'], node['on-failure'], end)),
  });
  if (ended.item === 0 && !turn.plan.last.has(ended.node)) turn.count({ open: -1 });
  turn.changeRun({ progress: { sinceCheckpoint: (turn.progress.sinceCheckpoint ?? 0) + 1, takenByAgents: undefined } });
  turn.ended.push(ended);
}

async function outcomeOf(
  turn: Turn,
  replacement: string | undefined,
  onFailure: string,
  end: StepEnd,
): Promise<StepChange> {
  const detail = { ended: turn.at, live: undefined };
  switch (end.state) {
    case 'completed':
      return { output: end.output, reason: end.reason, detail: { ...detail, ...end.detail } };
    case 'failed': {
      const { error } = end;
      const output =
        onFailure === 'default' && replacement !== undefined
          ? await turn.values.keepOutput(JSON.parse(replacement))
          : undefined;
      return { output, reason: error.message, detail: { ...detail, ...end.detail, error } };
    }
    default:
      return { reason: end.reason, detail: { ...detail, cause: end.cause } };
  }
}

/** Fails a step for an error that was thrown. @throws the error itself when it is a fault of the node */
export async function failStep(turn: Turn, step: StepRecord, thrown: unknown): Promise<void> {
  const error = errorOf(thrown);
  if (!error) throw thrown;
  await endStep(turn, step, { state: 'failed', error });
}

/** Makes a pending step ready, or skips it when its condition is false. */
export async function makeReady(turn: Turn, step: StepRecord, more: Variables = {}): Promise<void> {
  const node = turn.node(step.node);
  const { condition } = node;
  try {
    if (condition !== undefined && step.item === 0 && !(await holdsAt(turn, step.node, condition, more)))
      return await endStep(turn, step, { state: 'skipped', reason: 'its condition is false' });
  } catch (error) {
    return failStep(turn, step, error);
  }
  const expires = expiryOf(turn, node);
  const ready = await turn.change(step, {
    state: 'ready',
    reason: undefined,
    held: undefined,
    due: expires,
    detail: { started: turn.at, expires, ended: undefined, error: undefined, cause: undefined },
  });
  turn.count({ waiting: 1 });
  turn.ready.push(ready);
}

/** True for a step that was launched and has not ended. */
export function isLaunched({ state, work }: StepRecord): boolean {
  return state === 'executing' || state === 'suspended' || (state === 'ready' && work !== undefined);
}

/** Counts a step as one that neither waits nor is executed. */
function leave(turn: Turn, step: StepRecord): void {
  if (isLaunched(step)) turn.count({ active: -1, ...(step.detail.live ? { live: -1 } : {}) });
  else if (step.state === 'ready') turn.count({ waiting: -1 });
}
