/** Steps of type wait: for a time, a signal or a notification. */
import { ExpressionError } from '../expression/index.js';
import type { DagNode } from '../model/dag.js';
import { type StepRecord, WATCHING } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { endStep } from './end.js';
import { failure, StepFailure } from './failure.js';
import { readBy } from './input.js';
import type { TurnMeans } from './needs.js';
import { evaluateAt, holdsAt, shown } from './scope.js';

export async function launchWait(turn: Turn, _means: TurnMeans, node: DagNode, step: StepRecord): Promise<void> {
  const due = await dueOf(turn, node, step);
  turn.count({ waiting: -1, active: 1 });
  const { expires } = step.detail;
  const fires = due === undefined ? expires : Math.min(due, expires ?? due);
  const wait = await turn.change(step, { state: 'executing', due: fires, detail: { fires } });
  if (due !== undefined && due <= turn.now) await fireWait(turn, wait);
  else if (node.wait?.signal) await takeSignal(turn, wait, await turn.signals.waiting(node.wait.signal.name));
  else if (node.wait?.notification) await watch(turn, wait);
}

/** Lets a wait read its stream from the begin of the steps before it on. */
async function watch(turn: Turn, step: StepRecord): Promise<void> {
  const cursors: number[] = [];
  for (const { from } of turn.plan.graph.into(step.node)) {
    const { cursor } = (await turn.step(from))?.detail ?? {};
    if (cursor !== undefined) cursors.push(Number(cursor));
  }
  const cursor = String(cursors.length === 0 ? await turn.head() : Math.min(...cursors));
  turn.watched.push(await turn.change(step, { work: WATCHING, detail: { cursor } }));
}

/** Ends a wait with a notification that fits it; goes on behind one that does not. */
export async function takeNotification(
  turn: Turn,
  step: StepRecord,
  { id, value }: { readonly id: string; readonly value: unknown },
): Promise<void> {
  const { match } = turn.node(step.node).wait?.notification ?? {};
  const read = readBy(turn.node(step.node)['output-schema'], value);
  try {
    const isIt =
      'value' in read && (match === undefined || (await holdsAt(turn, step.node, match, { event: read.value })));
    if (isIt) await endStep(turn, step, { state: 'completed', output: await turn.values.keepOutput(read.value) });
    else await turn.change(step, { detail: { cursor: id } });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    // Other notifications of the stream may be of another form.
    const reason = `its condition cannot read the notification ${id}: ${turn.told(error.message)}`;
    await turn.change(step, { reason, detail: { cursor: id } });
  }
}

/** Fails a wait whose notifications are not in the log of events any more. */
export function loseNotifications(turn: Turn, step: StepRecord, message: string): Promise<void> {
  return endStep(turn, step, { state: 'failed', error: failure('events-lost', message) });
}

/** RFC 3339, whose years have four digits. */
const DATE_AND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Returns when the wait is over, in milliseconds since 1970; undefined when something else ends it. */
async function dueOf(turn: Turn, node: DagNode, step: StepRecord): Promise<number | undefined> {
  const { seconds, until } = node.wait ?? {};
  if (seconds !== undefined) return turn.now + seconds * 1_000;
  if (until === undefined) return undefined;
  const { value } = await evaluateAt(turn, node.name, until, await turn.items.variablesOf(step));
  const time = typeof value === 'string' && DATE_AND_TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const right = 'which is no date and time, such as 2026-01-31T12:00:00Z';
  throw new StepFailure('expression-failed', `${until} gave ${shown(value)}, ${right}`);
}

/** Ends a wait whose time has come. */
export async function fireWait(turn: Turn, step: StepRecord): Promise<void> {
  const { wait } = turn.node(step.node);
  const { expires } = step.detail;
  const isTimed = wait?.seconds !== undefined || wait?.until !== undefined;
  if (isTimed && (expires === undefined || step.detail.fires !== expires)) {
    await endStep(turn, step, { state: 'completed', output: await turn.values.keepOutput({}) });
    return;
  }
  const error = failure('deadline-exceeded', 'what it waited for did not come in time (timeout/total)');
  await endStep(turn, step, { state: 'failed', error });
}

/** A signal that no wait has consumed. */
export interface Waiting {
  readonly number: number;
  /** JSON text. */
  readonly data: string;
}

/** True when a wait took a signal; else why its condition could not read one, if so. */
export type Taken = { readonly taken: true } | { readonly taken: false; readonly unread?: ExpressionError };

/** Ends a wait with the oldest of these signals that fits it. It goes on waiting when none does, or its condition can read none. */
export async function takeSignal(turn: Turn, step: StepRecord, signals: readonly Waiting[]): Promise<Taken> {
  const node = turn.node(step.node);
  const { match } = node.wait?.signal ?? {};
  let unread: ExpressionError | undefined;
  for (const { number, data } of signals) {
    const read = readBy(node['output-schema'], JSON.parse(data));
    if ('problem' in read) continue;
    try {
      if (match !== undefined && !(await holdsAt(turn, step.node, match, { event: read.value }))) continue;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      unread = error;
      continue;
    }
    await turn.signals.consume(number);
    await endStep(turn, step, { state: 'completed', output: await turn.values.keepOutput(read.value) });
    return { taken: true };
  }
  return { taken: false, ...(unread ? { unread } : {}) };
}
