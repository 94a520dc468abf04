/** Launches ready steps, the one with the longest way to the end first. */
import { isAtLeast } from '../assurance/profile.js';
import { wantCheckpoint } from '../checkpoint/wanted.js';
import { type DagNode, type NodeType, typeOf } from '../model/dag.js';
import { launches } from '../run/launches.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { launchApproval } from './approval.js';
import { launchChild } from './child.js';
import { isSpent, launched } from './clock.js';
import { launchElsewhere } from './elsewhere.js';
import { endStep, failStep } from './end.js';
import { failure } from './failure.js';
import { beginFirst } from './first.js';
import { heldBack } from './gates.js';
import { valuesOf } from './input.js';
import { launchItems } from './items.js';
import type { TurnMeans } from './needs.js';
import { foundKey, isFound } from './receiver.js';
import { launchTask } from './task.js';
import { launchWait } from './wait.js';

/** Number of tasks and child runs that one transaction begins. */
export const MOST_DISPATCHED = 16;
/** Number of steps that one transaction launches, those that need no agent as well. */
const MOST_LAUNCHED = 256;

type Launch = (turn: Turn, means: TurnMeans, node: DagNode, step: StepRecord) => Promise<void>;

const LAUNCHES: Readonly<Record<NodeType, Launch>> = {
  task: launchTask,
  approval: launchApproval,
  workflow: launchWorkflow,
  wait: launchWait,
  none: compute,
};

/** Launches the next ready step. Returns false when none can be launched now. */
export async function launchNext(turn: Turn, means: TurnMeans): Promise<boolean> {
  if (!mayLaunch(turn, means)) return false;
  if (await beginFirst(turn)) return true;
  if (turn.progress.waiting === 0) return false;
  if (turn.launches >= MOST_LAUNCHED || isSpent(turn)) {
    turn.goOnLater();
    return false;
  }
  for (let step = await next(turn); step; step = await next(turn)) {
    const present = await turn.step(step.node, step.item);
    if (present?.state !== 'ready' || present.work !== undefined) continue;
    const verdict = judge(turn, means, present);
    if (verdict !== 'no' && (await heldBack(turn, means, present, foundFor(turn, means, verdict, present)))) {
      turn.launches++;
      launched(turn);
      return true;
    }
    if (verdict === 'park') turn.parked.push(present);
    if (verdict === 'later') turn.goOnLater();
    if (verdict !== 'launch' || !(await hasSlots(turn, present))) continue;
    turn.launches++;
    launched(turn);
    await launch(turn, means, (await turn.step(step.node, step.item)) ?? present);
    return true;
  }
  return false;
}

/** Returns the next ready step. Those of earlier turns are taken up in pages, as long as all before them could be launched. */
async function next(turn: Turn): Promise<StepRecord | undefined> {
  const { ready, parked } = turn;
  if (turn.progress.waiting > ready.size + parked.size) {
    if (!turn.backlog.hasTakenUp) await turn.backlog.takeUp(MOST_DISPATCHED);
    await turn.backlog.takeUpHeld(MOST_DISPATCHED);
    if (ready.size === 0 && parked.size === 0 && !turn.goesOnLater) await turn.backlog.takeUp(MOST_DISPATCHED);
  }
  // A place has become free for one of those that wait for it.
  const freed = hasRoom(turn) ? parked.pop() : undefined;
  if (freed) ready.push(freed);
  return ready.pop();
}

/** True while another task or child run of the run may begin. */
function hasRoom({ progress, plan: { dag } }: Turn): boolean {
  return progress.live < dag.execution['max-parallel'];
}

/** True when steps may begin: those of `finally` also while the run is ending. */
function mayLaunch(turn: Turn, { halted }: TurnMeans): boolean {
  return !halted() && launches(turn.present);
}

/** `park`: until a place is free. `later`: in another transaction. `no`: another fact brings it up again. */
type Verdict = 'launch' | 'park' | 'later' | 'no';

function judge(turn: Turn, means: TurnMeans, step: StepRecord): Verdict {
  if (step.detail.until !== undefined && step.detail.until > turn.now) return 'no';
  if (turn.progress.ending && !turn.plan.last.has(step.node)) return 'no';
  const node = turn.node(step.node);
  const type = typeOf(node);
  if (type !== 'task' && type !== 'workflow') return 'launch';
  const isOne = !node['for-each'] || step.item > 0;
  if (isOne && !hasRoom(turn)) return 'park';
  if (turn.dispatched >= MOST_DISPATCHED) return 'later';
  return !isOne || type !== 'task' || isFound(means, turn.plan, node, step) ? 'launch' : 'later';
}

/** Returns the agents that were found for a step that is launched now. */
function foundFor(turn: Turn, { found }: TurnMeans, verdict: Verdict, step: StepRecord): readonly string[] | undefined {
  const agents = verdict === 'launch' ? found.get(foundKey(turn.plan.digest, step)) : undefined;
  return agents === undefined || agents instanceof Error ? undefined : agents.map(({ id }) => id);
}

/** True when a step has the slots of its pools. One that waits is woken when they are free. */
async function hasSlots(turn: Turn, step: StepRecord): Promise<boolean> {
  const { 'for-each': each, pool = [] } = turn.node(step.node);
  if (pool.length === 0 || (each && step.item === 0) || (await turn.slots.take(step))) {
    if (step.held) await turn.change(step, { held: undefined, reason: undefined });
    return true;
  }
  const reason = `waits for ${pool.length === 1 ? 'the pool' : 'the pools'} ${pool.join(', ')}`;
  if (!step.held) await turn.change(step, { held: true, reason });
  return false;
}

async function launch(turn: Turn, means: TurnMeans, given: StepRecord): Promise<void> {
  const node = turn.node(given.node);
  const isHerald = turn.plan.heralds.has(given.node) && given.item === 0;
  const step = isHerald ? await turn.change(given, { detail: { cursor: String(await turn.head()) } }) : given;
  const type = typeOf(node);
  // Its agent learns of its task after the commit, when the checkpoint is durable.
  if (step.item === 0 && isAtLeast(node.risk, 'high')) wantCheckpoint(turn, { type: 'recovery', label: node.name });
  try {
    means.requireInitiator(turn.present);
    if (node['for-each'] && step.item === 0) await launchItems(turn, node, step);
    else if (type) await LAUNCHES[type](turn, means, node, step);
    else
      await endStep(turn, step, { state: 'failed', error: failure('internal', `this node executes no ${node.type}`) });
  } catch (error) {
    await failStep(turn, (await turn.step(step.node, step.item)) ?? step, error);
  }
}

async function launchWorkflow(turn: Turn, means: TurnMeans, node: DagNode, step: StepRecord): Promise<void> {
  const agent = node.workflow?.agent;
  if (agent === undefined) await launchChild(turn, means, node, step);
  else await launchElsewhere(turn, means, node, step, agent);
}

/** Completes a node of type none with the values that it computes. */
async function compute(turn: Turn, _means: TurnMeans, node: DagNode, step: StepRecord): Promise<void> {
  const { value, lineage, degraded } = await valuesOf(
    turn,
    node.name,
    node.output ?? [],
    'output',
    await turn.items.variablesOf(step),
  );
  const detail = { lineage, ...(degraded ? { degraded } : {}) } as const;
  await endStep(turn, step, { state: 'completed', output: await turn.values.keepOutput(value), detail });
}
