import type { Queries } from '../../store/index.js';
import type { CheckpointRows } from '../checkpoint/rows.js';
import type { TurnMeans } from '../course/needs.js';
import type { RollbackRows } from '../rollback/rows.js';
import type { WriteRecord } from '../run/facts.js';
import type { RunRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';
import type { Turn } from '../run/turn.js';
import type { KeptSteps } from './kept.js';

/** The services for ways back that are the same in all turns. */
export interface RecoveryServices {
  readonly rows: RunRows;
  readonly checkpoints: CheckpointRows;
  readonly rollbacks: RollbackRows;
  readonly kept: KeptSteps;
  /** True for an agent whose profile has a skill. */
  readonly hasSkill: (agent: string, skill: string) => boolean;
  /** Returns the seconds in which an agent has to acknowledge. @param assurance name of a profile */
  readonly acknowledge: (assurance: string) => number;
  /** Refuses a journal or checkpoint that was changed. @throws RpcError app-tag `integrity` */
  readonly requireIntact: (queries: Queries, run: RunRecord, checkpoint: number) => Promise<void>;
  /** Tells those who may see the run that it goes back. */
  readonly tellStarted: (turn: Turn, number: number, to: number, reason: string | undefined) => Promise<void>;
  readonly record: WriteRecord;
}

/** The services of one turn. */
export type RecoveryMeans = TurnMeans & { readonly recovery: RecoveryServices };

/** The decision of a person that a run goes on without something that its way back waits for. */
export interface Forced {
  readonly agent: string;
  /** Default: all nodes. */
  readonly node?: string;
  /** Default: all items. */
  readonly item?: number;
  readonly reason: string;
}
