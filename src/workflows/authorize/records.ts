/** The audit records of runs: their start, the outcome of their steps and their end, each in the transaction of the fact. */
import type { Tx } from '../../store/index.js';
import type { Dag } from '../model/dag.js';
import { isRunOver, isStepOver } from '../model/states.js';
import type { ChangedStep } from '../run/entries.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { RecordTurn, TurnOfRun } from '../run/record-turn.js';

/** A fact about a run. */
export interface RunFact {
  readonly operation: 'start-run' | 'end-run' | 'end-step' | 'policy-violation';
  readonly kind: 'decision';
  readonly outcome: 'done' | 'failed' | 'denied';
  readonly errorTag?: string;
  /** The policy that refused it. */
  readonly rule?: string;
  /** Instance-identifiers. */
  readonly targets: readonly string[];
}

/** Writes the record of a fact, with the initiator of the run as user and its coordinator as actor. */
export type WriteRecord = (tx: Tx, run: Pick<RunRecord, 'id' | 'initiator' | 'coordinator'>, fact: RunFact) => void;

const RUN = '/yangent-workflows:workflows/run';

export function runPath(id: string): string {
  return `${RUN}[id='${id}']`;
}

export function stepPath({ run, node, item, generation }: StepRecord): string {
  return `${runPath(run)}/step[node='${node}'][item='${item}'][generation='${generation}']`;
}

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
