/** Does to the tasks and child runs of a run what was done to the run itself, in slices, each of which is remembered. */
import type { Below, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { isLaunched } from './end.js';
import type { CourseNeeds } from './needs.js';
import { pauseWith, resumeWith, wakeStep } from './pause.js';
import { shareOf, useShare } from './share.js';

type Needs = Pick<CourseNeeds, 'work' | 'onChild'>;
type Act = (turn: Turn, needs: Needs, step: StepRecord, below: Below) => Promise<void>;

const ACTS: Readonly<Record<Below['act'], Act>> = { pause, resume };

/** Does the next of what is to be done to the tasks and child runs of a run. */
export async function goBelow(turn: Turn, needs: Needs): Promise<void> {
  const { below } = turn.progress;
  if (!below) return;
  if (isOutdated(turn, below)) return turn.changeRun({ progress: { below: undefined } });
  const most = shareOf(turn);
  if (most === 0) return turn.goOnLater();
  const steps = await turn.openAfter(below.after, most);
  useShare(turn, steps.length);
  for (const step of steps) await ACTS[below.act](turn, needs, step, below);
  const last = steps.length < most ? undefined : steps.at(-1);
  turn.changeRun({ progress: { below: last && { ...below, after: [last.node, last.item] } } });
  if (last) turn.goOnLater();
}

/** True when something else has happened to the run since: what ends is not paused, for example. */
function isOutdated({ present, progress, isOver }: Turn, { act }: Below): boolean {
  return isOver || progress.ending !== undefined || (act === 'pause') !== (present.state === 'paused');
}

async function pause(turn: Turn, needs: Needs, step: StepRecord, below: Below): Promise<void> {
  const { suspends: isSuspending, resumes, by } = below;
  if (!isLaunched(step)) return;
  const { child, tasks = [] } = step.detail;
  const reason = 'the run above it is paused';
  if (child !== undefined)
    needs.onChild(child, by, async (run) => pauseWith(run, { suspends: isSuspending ?? false, reason }));
  if (resumes) for (const task of tasks) await needs.work.resume(turn.tx, task, by);
  if (!isSuspending) return;
  for (const task of tasks) await needs.work.suspend(turn.tx, task, by, 'its run is paused');
}

async function resume(turn: Turn, needs: Needs, step: StepRecord, { by }: Below): Promise<void> {
  await wakeStep(turn, step);
  if (!isLaunched(step)) return;
  const { child, tasks = [] } = step.detail;
  if (child !== undefined) needs.onChild(child, by, async (run) => resumeWith(run));
  for (const task of tasks) await needs.work.resume(turn.tx, task, by);
}
