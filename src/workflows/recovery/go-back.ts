/** Takes a run back to a checkpoint, as far as it goes in one transaction. */
import { endStep } from '../course/end.js';
import { shareOf, useShare } from '../course/share.js';
import { isStepOver } from '../model/states.js';
import type { Back, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { tellAgents } from './acknowledge.js';
import { begin, beginWanted, giveUp } from './begin.js';
import { compensateNext } from './compensate.js';
import type { RecoveryMeans } from './means.js';
import { become } from './phase.js';
import { renew } from './renew.js';

/** Does a part of a phase. Returns true when the way goes on in this turn. */
type Phase = (turn: Turn, means: RecoveryMeans, back: Back) => Promise<boolean>;

const PHASES: Readonly<Record<Back['phase'], Phase>> = {
  beginning: begin,
  stopping: stop,
  notifying: notify,
  answers,
  compensating: compensate,
  undoing: undo,
  renewing: renew,
};

/** Number of steps whose agents one transaction tells. */
const TOLD = 16;

/** Goes on with a way back, and begins one that the graph wants. */
export async function goBack(turn: Turn, means: RecoveryMeans): Promise<void> {
  await giveUp(turn, means);
  if (turn.progress.wantsBack) await beginWanted(turn, means, turn.progress.wantsBack);
  while (turn.progress.rollback && turn.present.state === 'rolling-back') {
    const isOn = await PHASES[turn.progress.rollback.phase](turn, means, turn.progress.rollback);
    // The ends of steps have no consequences any more.
    turn.ended.length = 0;
    if (!isOn) return;
  }
}

/** Cancels what is executed. Child runs go back by themselves. */
async function stop(turn: Turn, means: RecoveryMeans, back: Back): Promise<boolean> {
  const most = shareOf(turn);
  const open = await turn.open(most);
  useShare(turn, open.length);
  const reason = `the run goes back to checkpoint ${back.to}`;
  for (const step of open) {
    await endStep(turn, step, { state: 'canceled', reason });
    for (const task of step.detail.tasks ?? [])
      await means.work.cancel(turn.tx, task, turn.present.coordinator, reason);
  }
  if (open.length === most) {
    turn.goOnLater();
    return false;
  }
  become(turn, back, 'notifying');
  return true;
}

/** Tells the agents of all steps whose results will not count any more. */
async function notify(turn: Turn, means: RecoveryMeans, back: Back): Promise<boolean> {
  const page = await nextSteps(turn, means, back, TOLD);
  for (const step of page.invalid) await tellAgents(turn, means, back, step);
  if (!page.last) {
    become(turn, back, 'answers');
    return true;
  }
  turn.changeRun({ progress: { rollback: { ...back, after: page.last } } });
  turn.goOnLater();
  return false;
}

/** Waits until all have acknowledged. */
async function answers(turn: Turn, { recovery }: RecoveryMeans, back: Back): Promise<boolean> {
  const open = await recovery.rollbacks.open(turn.tx, turn.present.id, back.number, MOST_OPEN);
  if (open.some(({ state }) => state === 'pending')) return false;
  const [first] = open;
  if (first) {
    const how = first.state === 'refused' ? 'does not acknowledge the rollback' : 'is silent about the rollback';
    turn.become(
      'escalated',
      `agent "${first.agent}" ${how} of step "${first.node}"${first.note === undefined ? '' : `: ${first.note}`}`,
    );
    return false;
  }
  await recovery.rollbacks.setState(turn.tx, turn.present.id, back.number, 'compensating');
  become(turn, back, 'compensating');
  return true;
}

const MOST_OPEN = 10_000;

async function compensate(turn: Turn, means: RecoveryMeans, back: Back): Promise<boolean> {
  const outcome = await compensateNext(turn, means, back);
  if (outcome === 'waits') return false;
  if (outcome !== 'done') {
    turn.become('escalated', outcome.stuck);
    return false;
  }
  become(turn, back, 'undoing');
  return true;
}

/** Results after the checkpoint do not count any more (ATD-6-o). */
async function undo(turn: Turn, means: RecoveryMeans, back: Back): Promise<boolean> {
  const most = shareOf(turn);
  if (most <= 0) {
    turn.goOnLater();
    return false;
  }
  const { invalid, last } = await nextSteps(turn, means, back, most);
  useShare(turn, most);
  const reason = `the run went back to checkpoint ${back.to}`;
  for (const step of invalid)
    if (step.state !== 'rolled-back')
      await turn.change(step, { state: 'rolled-back', reason, due: undefined, held: undefined });
  if (last) turn.changeRun({ progress: { rollback: { ...back, after: last } } });
  else become(turn, back, 'renewing');
  // A step of another generation is made when this one is stored.
  turn.goOnLater();
  return false;
}

interface StepPage {
  readonly invalid: readonly StepRecord[];
  /** The last step of the page; undefined when it was the last one. */
  readonly last: readonly [node: string, item: number] | undefined;
}

/** Returns the next steps whose results do not count any more. */
async function nextSteps(turn: Turn, { recovery }: RecoveryMeans, back: Back, limit: number): Promise<StepPage> {
  const kept = await recovery.kept.of(turn.tx, turn.present, turn.plan);
  const stored = await recovery.rollbacks.latestAfter(turn.tx, turn.present.id, back.after ?? ['', -1], limit);
  const steps = stored.map((step) => turn.adopt(step));
  const end = stored.length < limit ? undefined : stored.at(-1);
  return {
    invalid: steps.filter(({ node, state }) => !kept.has(node) && isStepOver(state)),
    last: end && [end.node, end.item],
  };
}
