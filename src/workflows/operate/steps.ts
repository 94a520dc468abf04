/** Actions on a step that failed, or of which the output of the run could not be computed: retry, skip, set-output. */
import { RpcError } from '../../data/index.js';
import { decideRest } from '../course/decide-rest.js';
import { endStep } from '../course/end.js';
import { wake } from '../course/pause.js';
import { decideStep } from '../course/spread.js';
import { fresh } from '../run/fresh.js';
import type { StepDetail, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { badTransition } from './bad-transition.js';
import { outputFor } from './output.js';
import { undo } from './undo.js';
import { requireFailed, requireWrong } from './wrong-steps.js';

export interface Retry {
  /** Milliseconds since 1970: the new deadline of the run. */
  readonly deadline?: number;
}

/**
 * Executes a failed step again, and puts back to pending those that were canceled or skipped because it failed. When the output of
 * the run could not be computed, also a completed step after which no other has begun.
 *
 * @throws RpcError bad-transition
 */
export async function retry(turn: Turn, step: StepRecord, { deadline }: Retry): Promise<void> {
  requireWrong(turn, step);
  requireAhead(turn, deadline);
  await undo(turn, step);
  reopen(turn, step.node, deadline);
  const { try: number = 1 } = step.detail;
  const { items } = step.detail;
  const detail = {
    ...fresh(number + 1),
    items: items && { ...items, begun: 0, ended: 0, failed: 0 },
    // The input of a step that failed before it had one is computed again, and one that a person corrected.
    ...(readsAnew(step.detail) ? { input: undefined, lineage: undefined } : {}),
  };
  const present = (await turn.step(step.node, step.item)) ?? step;
  const pending = await turn.change(present, {
    state: 'pending',
    reason: undefined,
    work: undefined,
    output: undefined,
    detail,
  });
  turn.count({ open: 1 });
  await decideAll(turn, pending);
}

/** True for a step whose next try has no input yet. */
function readsAnew({ tasks, child, corrected, try: number = 1 }: StepDetail): boolean {
  return (!tasks && child === undefined) || corrected === number + 1;
}

/** Lets the run go on without a failed step, or one that has not begun. @throws RpcError bad-transition */
export async function skip(turn: Turn, step: StepRecord, reason: string | undefined): Promise<void> {
  // It is the cause of those that are skipped behind it, as a failure is, so that set-output takes them back as well.
  const end = { state: 'skipped', reason: reason ?? `skipped by ${turn.by}`, cause: step.node } as const;
  await replace(turn, step, (present) => endStep(turn, present, end));
}

/**
 * Completes a failed step with an output that was made otherwise. When the output of the run could not be computed, replaces that of
 * a completed step: what other steps have made of it stays.
 *
 * @throws RpcError bad-transition
 */
export async function setOutput(
  turn: Turn,
  step: StepRecord,
  output: unknown,
  reason: string | undefined,
): Promise<void> {
  // Before anything is stored: the key of a run that is over may be gone.
  requireWrong(turn, step);
  const value = outputFor(turn.node(step.node), step, output);
  const set = { output: await turn.values.keepOutput(value), reason: reason ?? `its output was set by ${turn.by}` };
  if (step.state !== 'completed')
    return replace(turn, step, (present) => endStep(turn, present, { state: 'completed', ...set }));
  reopen(turn, step.node, undefined);
  await turn.change(step, set);
  await decideAll(turn);
}

/** Ends a failed step in another way. */
async function replace(turn: Turn, step: StepRecord, end: (present: StepRecord) => Promise<void>): Promise<void> {
  requireFailed(turn, step);
  await undo(turn, step);
  reopen(turn, step.node, undefined);
  const present = (await turn.step(step.node, step.item)) ?? step;
  const detail = { error: undefined, ended: undefined, edges: undefined, cause: undefined };
  const pending = await turn.change(present, { state: 'pending', reason: undefined, output: undefined, detail });
  turn.count({ open: 1 });
  await end(pending);
  await decideAll(turn);
}

/** True when the deadline of the run is over. */
function isOver({ present: { deadline }, now }: Turn): boolean {
  return deadline !== undefined && deadline <= now;
}

/** @throws RpcError invalid-value for a new deadline at which the run would be canceled at once */
function requireAhead({ now }: Turn, deadline: number | undefined): void {
  if (deadline === undefined || deadline > now) return;
  const [given, present] = [deadline, now].map((each) => new Date(each).toISOString());
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    message: `the new deadline ${given} is over; it is ${present} now, give one after that`,
  });
}

/** Lets a run go on that has failed, or waits for a person to decide about this step only. */
function reopen(turn: Turn, node: string, deadline: number | undefined): void {
  const { present } = turn;
  if (deadline === undefined && isOver(turn))
    throw badTransition(present, 'its deadline is over; give a new one with retry');
  const undecided = without(turn.progress.undecided, node);
  if (present.state === 'failed' || (present.state === 'escalated' && !undecided)) turn.become('running');
  turn.changeRun({
    error: undefined,
    output: undefined,
    ...(deadline === undefined ? {} : { deadline }),
    progress: {
      reopened: true,
      accepted: without(turn.progress.accepted, node),
      ending: undefined,
      failing: undefined,
      finished: undefined,
      lastFailure: undefined,
      undecided,
      outputFailed: undefined,
    },
  });
}

function without(nodes: readonly string[] = [], node: string): readonly string[] | undefined {
  const left = nodes.filter((each) => each !== node);
  return left.length > 0 ? left : undefined;
}

/** Takes up steps whose time came meanwhile, and those that wait for no other any more. */
async function decideAll(turn: Turn, first?: StepRecord): Promise<void> {
  if (turn.present.state === 'running') await wake(turn);
  if (first) await decideStep(turn, first);
  await decideRest(turn);
  // Steps that wait for nothing and were never begun have no row.
  turn.changeRun({ progress: { begun: 0 } });
}
