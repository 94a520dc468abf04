/** The begin of a run. */

import { errorOf } from '../course/failure.js';
import { requireFit } from '../course/input.js';
import { genesisHash } from '../run/journal.js';
import type { RunRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { digestOf } from '../run/values.js';

export type NewRun = Pick<
  RunRecord,
  | 'id'
  | 'runKey'
  | 'definition'
  | 'revision'
  | 'asked'
  | 'version'
  | 'digest'
  | 'coordinator'
  | 'initiator'
  | 'guest'
  | 'parent'
  | 'task'
  | 'cause'
  | 'deadline'
> &
  Partial<Pick<RunRecord, 'depth' | 'triggerDepth' | 'labels'>> & { readonly input: unknown };

/** Returns the record of a run that has not begun. @param now milliseconds since 1970 */
export function newRun(
  now: number,
  { input: value, depth = 0, triggerDepth = 0, labels = {}, ...o }: NewRun,
): RunRecord {
  const created = new Date(now).toISOString();
  const { digest: input } = digestOf(value);
  return {
    ...o,
    ...{ depth, triggerDepth, labels, created, input },
    state: 'initializing',
    sequence: 0,
    hash: genesisHash({ run: o.id, digest: o.digest, input, created }),
    progress: { open: 0, active: 0, live: 0, waiting: 0 },
  };
}

/** Stores the input. A sealed run names it by another digest, to which its journal is bound. */
async function keepInput(turn: Turn, value: unknown): Promise<void> {
  const { id: run, digest, created, input: before } = turn.present;
  const input = await turn.values.keep(value);
  if (input !== before) turn.changeRun({ input, hash: genesisHash({ run, digest, input, created }) });
}

/** Begins a run: its first steps become ready. A run whose input does not fit its schema fails. */
export async function begin(turn: Turn, input: unknown): Promise<void> {
  const { dag, last } = turn.plan;
  await keepInput(turn, input);
  turn.count({ open: dag.node.length - last.size });
  const { deadline = Number.POSITIVE_INFINITY } = turn.present;
  turn.changeRun({ deadline: Math.min(deadline, turn.now + dag.execution.timeout * 1_000) });
  turn.become('running');
  try {
    requireFit(dag['input-schema'], input, 'invalid-input', 'the input of the run');
  } catch (thrown) {
    const found = errorOf(thrown);
    if (!found) throw thrown;
    const error = await turn.quiet(found);
    turn.changeRun({ progress: { ending: { state: 'failed', reason: error.message, error, settled: true } } });
    return;
  }
  turn.changeRun({ progress: { begun: 0 } });
}
