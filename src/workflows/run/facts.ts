/** The facts about a run of which the audit log has records, and their targets. */
import type { Tx } from '../../store/index.js';
import type { RunRecord, StepRecord } from './record.js';

/** A fact about a run. */
export interface RunFact {
  readonly operation:
    | 'start-run'
    | 'end-run'
    | 'end-step'
    | 'policy-violation'
    | 'make-checkpoint'
    | 'begin-rollback'
    | 'end-rollback'
    | 'force-acknowledgement'
    | 'delete-values';
  readonly kind: 'decision' | 'checkpoint' | 'rollback';
  readonly outcome: 'done' | 'failed' | 'denied';
  readonly errorTag?: string;
  /** The policy that refused it. */
  readonly rule?: string;
  /** Instance-identifiers. */
  readonly targets: readonly string[];
  /** User who caused it, or the node. Default: the initiator of the run, for whom its coordinator acts. */
  readonly by?: string;
}

/** Writes the record of a fact. */
export type WriteRecord = (tx: Tx, run: Pick<RunRecord, 'id' | 'initiator' | 'coordinator'>, fact: RunFact) => void;

const RUN = '/yangent-workflows:workflows/run';

export function runPath(id: string): string {
  return `${RUN}[id='${id}']`;
}

export function stepPath({ run, node, item, generation }: StepRecord): string {
  return `${runPath(run)}/step[node='${node}'][item='${item}'][generation='${generation}']`;
}

export function checkpointPath(run: string, number: number): string {
  return `${runPath(run)}/checkpoint[id='${number}']`;
}

export function rollbackPath(run: string, number: number): string {
  return `${runPath(run)}/rollback[number='${number}']`;
}
