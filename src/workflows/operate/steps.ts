/** Actions on a step that failed, or of which the output of the run could not be computed: retry, skip, set-output. */
import { RpcError } from '../../data/index.js';
import { decideRest } from '../course/decide-rest.js';
import { endStep } from '../course/end.js';
import { backFromGates } from '../course/gates.js';
import { wake } from '../course/pause.js';
import { decideStep } from '../course/spread.js';
import { fresh } from '../run/fresh.js';
import type { StepDetail, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { requireNoRollback } from './back.js';
import { badTransition } from './bad-transition.js';
import { outputFor } from './output.js';
import { stepRefused } from './step-refused.js';

export interface Retry {
  readonly reason?: string;
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
  const value = outputFor(turn.node(step.node), step, output);
  const set = { output: await turn.keepOutput(value), reason: reason ?? `its output was set by ${turn.by}` };
  if (step.state !== 'completed')
    return replace(turn, step, (present) => endStep(turn, present, { state: 'completed', ...set }));
  requireWrong(turn, step);
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

/** Refuses a step that did not fail. */
function requireFailed(turn: Turn, step: StepRecord): void {
  requireWrong(turn, step);
  if (step.state === 'completed') throw stepRefused(step, 'only a failed step is skipped');
}

/** Refuses a step that neither failed nor has ended in a run whose output could not be computed. */
function requireWrong(turn: Turn, step: StepRecord): void {
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

/**
 * Takes back what followed from the failure of a step: others are pending again that were skipped or canceled because of it.
 *
 * @throws RpcError bad-transition when another step has begun because of it
 */
async function undo(turn: Turn, step: StepRecord): Promise<void> {
  const asked: StepRecord[] = [];
  await undoEdges(turn, step, async (target) => {
    if (target.state === 'awaiting-approval') asked.push(target);
    else if (!isIdle(target)) throw stepRefused(target, begunAfter(step, target));
  });
  // Persons are asked again, about what comes of this step then.
  for (const { node } of asked) await backFromGates(turn, await turn.own(node), `"${step.node}" is done again`);
  const isBehind = ({ node, state, detail }: StepRecord) =>
    node !== step.node && isIdle({ state }) && detail.cause === step.node;
  const followed = (await turn.nodes()).filter(isBehind);
  const busy = followed.find(({ node }) => turn.progress.canceling?.includes(node));
  if (busy) throw stepRefused(step, `the items of "${busy.node}" are still being canceled; do it again in a moment`);
  for (const other of followed) await undoEdges(turn, other);
  for (const other of followed) await backToPending(turn, (await turn.step(other.node)) ?? other);
}

/** Says that a step has begun because another ended: what it did is not undone by executing that one again. */
function begunAfter({ node, state }: StepRecord, target: StepRecord): string {
  const has = `it has begun because "${node}" is ${state}, so "${node}" is not executed again`;
  return target.state === 'failed' ? `${has}; retry "${target.node}"` : `${has}; start a new run`;
}

function isIdle({ state }: Pick<StepRecord, 'state'>): boolean {
  return state === 'pending' || state === 'canceled' || state === 'skipped';
}

/** Takes the edges from a step back from its targets. @param check called for the targets of satisfied edges */
async function undoEdges(
  turn: Turn,
  { node, detail }: StepRecord,
  check: (target: StepRecord) => Promise<void> = async () => {},
): Promise<void> {
  const behind = turn.progress.behind?.filter(([name]) => name !== node);
  turn.changeRun({ progress: { behind: behind?.length === 0 ? undefined : behind } });
  for (const [to, satisfied] of Object.entries(detail.edges ?? {})) {
    const target = await turn.own(to);
    if (satisfied) await check(target);
    if (!turn.plan.graph.edge(node, to)?.counts) continue;
    const { satisfied: good = 0, dead: bad = 0 } = target.detail;
    await turn.change(target, { detail: satisfied ? { satisfied: good - 1 } : { dead: bad - 1 } });
  }
}

async function backToPending(turn: Turn, step: StepRecord): Promise<void> {
  const { tasks, child, items, try: number = 1 } = step.detail;
  // A task that was canceled keeps its identifier: the next one needs another.
  const next = tasks || child || items ? number + 1 : number;
  const detail = {
    ...fresh(next),
    ...(step.detail.corrected === next ? { input: undefined, lineage: undefined } : {}),
    items: items && { ...items, begun: 0, ended: 0, failed: 0 },
  };
  await turn.change(step, { state: 'pending', reason: undefined, work: undefined, detail });
  if (!turn.plan.last.has(step.node)) turn.count({ open: 1 });
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
