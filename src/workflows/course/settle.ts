/** The end of a run: what is left is canceled, the nodes of `finally` run, its output is computed. */

import { isStepOver } from '../model/states.js';
import type { Ending, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { isSpent } from './clock.js';
import { endStep, isLaunched, makeReady } from './end.js';
import { endingOf, errorOf } from './failure.js';
import { takeFirst } from './first.js';
import { requireFit, valuesOf } from './input.js';
import type { CourseNeeds } from './needs.js';
import { shareOf, useShare } from './share.js';
import { isFatal } from './spread.js';

/** Takes the next step towards the end of the run. Returns false when there is none to be taken now. */
export async function settle(turn: Turn, needs: CourseNeeds): Promise<boolean> {
  const { ending, canceling = [] } = turn.progress;
  const [node] = canceling;
  if (node !== undefined) return cancelItems(turn, needs, node);
  if (turn.isOver) return false;
  if (!ending) return await decideEnd(turn);
  if (!ending.settled) return cancelRest(turn, needs, ending);
  if (ending.state === 'completed' && turn.present.state !== 'running') return false;
  const next = (turn.plan.dag.execution.finally ?? [])[turn.progress.finished ?? 0];
  if (next !== undefined) return beginLast(turn, next);
  // Its output may take as long as a step, and the run above it goes on in the same transaction.
  if (ending.state === 'completed' && isSpent(turn)) turn.goOnLater();
  else await finish(turn, needs, ending);
  return false;
}

/** Cancels the next items of a node that has ended. */
async function cancelItems(turn: Turn, needs: CourseNeeds, node: string): Promise<boolean> {
  const most = shareOf(turn);
  const open = await turn.open(most, node);
  useShare(turn, open.length);
  const reason = `"${node}" has ended`;
  for (const step of open) await cancelStep(turn, needs, step, reason);
  if (open.length === most) {
    turn.goOnLater();
    return false;
  }
  const left = (turn.progress.canceling ?? []).filter((each) => each !== node);
  turn.changeRun({ progress: { canceling: left.length === 0 ? undefined : left } });
  return true;
}

/** Decides how the run ends, if its steps say so. */
async function decideEnd(turn: Turn): Promise<boolean> {
  const { open, failing } = turn.progress;
  if (turn.present.state !== 'running' || turn.progress.wantsBack) return false;
  if (failing !== undefined) {
    // Items of a list that have not begun do not begin any more: their step does not count.
    const left = await turn.open(Number.MAX_SAFE_INTEGER);
    if (left.some((step) => isLaunched(step) && !(step.detail.items && step.item === 0))) return false;
    const ending = endingOf(await turn.own(failing));
    turn.changeRun({ progress: { ending, failing: undefined } });
    return true;
  }
  if (open > 0) return false;
  const failed = turn.progress.reopened ? await failedFor(turn) : undefined;
  turn.changeRun({ progress: { reopened: undefined, ending: failed ?? { state: 'completed', settled: true } } });
  return true;
}

/** Returns how a run ends of which a step was mended; undefined when no other step has failed it. */
async function failedFor(turn: Turn): Promise<Ending | undefined> {
  for (const step of await turn.nodes()) {
    // A node of finally that failed at an earlier end runs again at this one.
    const { node, detail } = step;
    if (turn.plan.last.has(node) || turn.progress.accepted?.includes(node)) continue;
    if (isFatal(turn, step, detail.edges ?? {})) return { ...endingOf(step), settled: true };
  }
  return undefined;
}

/** Cancels the next steps that have not ended. */
async function cancelRest(turn: Turn, needs: CourseNeeds, ending: Ending): Promise<boolean> {
  const most = shareOf(turn);
  const open = await turn.open(most);
  const first = await takeFirst(turn, most - open.length);
  useShare(turn, open.length + first.length);
  const reason = ending.reason ?? `the run is ${ending.state}`;
  for (const step of [...open, ...first]) await cancelStep(turn, needs, step, reason, ending.cause);
  if (open.length + first.length === most) {
    turn.goOnLater();
    return false;
  }
  turn.changeRun({ progress: { ending: { ...ending, settled: true } } });
  return true;
}

/** Cancels a step with its tasks and its child run. */
export async function cancelStep(
  turn: Turn,
  needs: CourseNeeds,
  step: StepRecord,
  reason: string,
  cause?: string,
): Promise<void> {
  const isWorking = isLaunched(step);
  await endStep(turn, step, { state: 'canceled', reason, cause });
  if (!isWorking) return;
  for (const task of step.detail.tasks ?? []) await needs.work.cancel(turn.tx, task, turn.present.coordinator, reason);
  if (step.detail.child !== undefined) needs.cancelChild(turn, step.detail.child, reason);
}

/** Begins a node of `finally`, unless it is under way. One that ran at an earlier end of the run runs again. */
async function beginLast(turn: Turn, name: string): Promise<boolean> {
  const found = await turn.own(name);
  const step = isStepOver(found.state) ? turn.renew(found, found.generation + 1) : found;
  if (step.state !== 'pending') return false;
  if (isSpent(turn)) {
    turn.goOnLater();
    return false;
  }
  await makeReady(turn, step);
  return true;
}

async function finish(turn: Turn, needs: CourseNeeds, ending: Ending): Promise<void> {
  const { state, reason, error } = ending;
  const { lastFailure } = turn.progress;
  if (state === 'completed') await complete(turn, lastFailure);
  else {
    turn.become(state, [reason, lastFailure].filter((each) => each !== undefined).join('; ') || undefined);
    turn.changeRun({ error });
  }
  await needs.runEnded(turn);
}

async function complete(turn: Turn, lastFailure: string | undefined): Promise<void> {
  const { dag } = turn.plan;
  turn.become('verifying');
  try {
    const { value } = await valuesOf(turn, undefined, dag.output ?? [], 'output');
    requireFit(dag['output-schema'], value, 'invalid-output', 'the output of the run');
    turn.changeRun({ output: await turn.values.keep(value) });
    turn.become('completed', lastFailure);
  } catch (thrown) {
    const found = errorOf(thrown);
    if (!found) throw thrown;
    const error = await turn.quiet(found);
    turn.become('failed', error.message);
    turn.changeRun({ error, progress: { outputFailed: true } });
  }
}
