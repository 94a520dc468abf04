/** The audit records of runs: their start, the outcome of their steps and their end, each in the transaction of the fact. */
import type { Tx } from '../../store/index.js';
import type { Dag } from '../model/dag.js';
import { isRunOver, isStepOver } from '../model/states.js';
import type { ChangedStep } from '../run/entries.js';
import { type RunFact, runPath, stepPath, type WriteRecord } from '../run/facts.js';
import type { RecordTurn, TurnOfRun } from '../run/record-turn.js';

/** Returns the function that writes the records of what has happened to a run in a turn. @param write writes one of them */
export function recorder(write: WriteRecord, isRecorded: (dag: Dag) => boolean): RecordTurn {
  return (tx, turn, changed) => {
    if (isRecorded(turn.plan.dag)) recordTurn(write, tx, turn, changed);
  };
}

function recordTurn(write: WriteRecord, tx: Tx, { before, after }: TurnOfRun, changed: readonly ChangedStep[]): void {
  const targets = [runPath(after.id)];
  if (!before) write(tx, after, { operation: 'start-run', kind: 'decision', outcome: 'done', targets });
  for (const each of changed) {
    const step = each.after;
    const wasOver = each.before !== undefined && isStepOver(each.before.state);
    if (!isStepOver(step.state) || wasOver || step.state === 'skipped') continue;
    write(tx, after, {
      ...{ operation: 'end-step', kind: 'decision', targets: [stepPath(step)] },
      ...outcomeOf(step.state, step.detail.error?.code),
    });
  }
  if (isRunOver(after.state) && !(before && isRunOver(before.state)))
    write(tx, after, { operation: 'end-run', kind: 'decision', targets, ...outcomeOf(after.state, after.error?.code) });
}

function outcomeOf(state: string, code: string | undefined): Pick<RunFact, 'outcome' | 'errorTag'> {
  if (state === 'completed') return { outcome: 'done' };
  return { outcome: 'failed', errorTag: code ?? state };
}
