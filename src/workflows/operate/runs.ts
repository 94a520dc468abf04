/** Actions on a run: cancel, signal. */
import { RpcError } from '../../data/index.js';
import { FIRST } from '../checkpoint/record.js';
import { cancelRun } from '../course/cancel.js';
import { readBy } from '../course/input.js';
import { takeSignal, type Waiting } from '../course/wait.js';
import { isRunOver, isStepOver } from '../model/states.js';
import type { Turn } from '../run/turn.js';
import { backTo } from './back.js';
import { badTransition } from './bad-transition.js';

/** Signals of a run that no wait has consumed. */
const MOST_SIGNALS = 1_000;
/** Characters of a signal. */
const LONGEST_SIGNAL = 262_144;

/** Milliseconds in which the waits of a run judge a signal, while all others wait. */
const LONGEST_OFFER = 2_000;

/** Cancels a run. @param compensate true: what was done is undone, back to its first checkpoint */
export async function cancel(turn: Turn, reason: string | undefined, compensate = false): Promise<void> {
  const { present } = turn;
  if (present.state === 'rolling-back' && turn.progress.rollback)
    throw badTransition(present, 'its rollback has to end first');
  if (compensate) {
    backTo(turn, { to: FIRST, sequence: 0, next: 'end', reason: reason ?? `canceled by ${turn.by}` });
    return;
  }
  if (isRunOver(present.state) && present.state !== 'canceled')
    throw badTransition(present, 'cannot be canceled any more');
  // A second cancel ends the nodes of finally as well.
  if (turn.progress.ending?.state === 'canceled') return endAtOnce(turn);
  await cancelRun(turn, reason ?? `canceled by ${turn.by}`);
}

/** Cancels what a run still does at its end. */
function endAtOnce(turn: Turn): void {
  const { ending } = turn.progress;
  if (!ending || turn.isOver) return;
  const finished = (turn.plan.dag.execution.finally ?? []).length;
  turn.changeRun({ progress: { ending: { ...ending, settled: undefined }, finished } });
}

export interface Signal {
  readonly name: string;
  readonly key?: string;
  readonly data?: unknown;
}

/** Gives a signal to a run. Returns false when it had one with this key. */
export async function signal(turn: Turn, { name, key, data = {} }: Signal): Promise<boolean> {
  const { present } = turn;
  if (isRunOver(present.state)) throw badTransition(present, 'takes no signals any more');
  if (key !== undefined && (await turn.signals.has(key))) return false;
  const text = JSON.stringify(data);
  if (text.length > LONGEST_SIGNAL) throw refused('too-big', `a signal has at most ${LONGEST_SIGNAL} characters`);
  if ((await turn.signals.count()) >= MOST_SIGNALS)
    throw refused('resource-denied', `the run has ${MOST_SIGNALS} signals that no wait has consumed`);
  const number = await turn.signals.add({ name, data: text, ...(key === undefined ? {} : { key }) });
  await offer(turn, name, [{ number, data: text }], data);
  return true;
}

/**
 * Gives a signal to the first wait that takes it. Those that wait have judged all earlier signals.
 *
 * @throws RpcError invalid-value when no wait takes it, and none that has not begun may take it later
 */
async function offer(turn: Turn, name: string, signals: readonly Waiting[], data: unknown): Promise<void> {
  const begun = performance.now();
  const refusals: string[] = [];
  let mayBeTaken = false;
  for (const node of turn.plan.dag.node) {
    if (node.wait?.signal?.name !== name) continue;
    if (performance.now() - begun > LONGEST_OFFER)
      throw refused(
        'resource-denied',
        `the waits for "${name}" took more than ${LONGEST_OFFER} ms to judge the signal`,
      );
    const step = await turn.own(node.name);
    if (isStepOver(step.state)) continue;
    const read = readBy(node['output-schema'], data);
    if ('problem' in read) refusals.push(`"${node.name}" refuses it: ${read.problem}`);
    else if (step.state !== 'executing') mayBeTaken = true;
    else {
      const outcome = await takeSignal(turn, step, signals);
      if (outcome.taken) return;
      if (outcome.unread) refusals.push(`"${node.name}" cannot read it: ${outcome.unread.message}`);
      else mayBeTaken = true;
    }
  }
  const [first] = refusals;
  if (first !== undefined && !mayBeTaken)
    throw refused('invalid-value', `no wait takes the signal "${name}": ${first}`);
}

function refused(tag: 'too-big' | 'resource-denied' | 'invalid-value', message: string): RpcError {
  return new RpcError({ type: 'application', tag, message });
}
