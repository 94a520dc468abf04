/** Places in the journal of a run to which it can go back. A checkpoint is O(1): its content is the journal until there. */
import { canonicalJson } from '../../data/canonical-json.js';
import { genesisHash } from '../run/journal.js';
import { graphAt } from '../run/migrations.js';
import type { RunRecord } from '../run/record.js';

export type CheckpointType = 'automatic' | 'explicit' | 'recovery';

export interface Checkpoint {
  readonly run: string;
  /** From 1. */
  readonly number: number;
  readonly type: CheckpointType;
  /** yang:date-and-time */
  readonly at: string;
  /** Number of the last event before it; 0: there was none. */
  readonly sequence: number;
  /** Hash of that event, or what stands before the first one. */
  readonly hash: string;
  readonly label?: string;
  readonly references: readonly string[];
  /** User or agent that asked for it, or node. */
  readonly by: string;
}

/** Number of the checkpoint before the first step of each run. */
export const FIRST = 1;

/** The node itself, as the one that makes checkpoints by itself. */
export const NODE = 'node';

/** The parts of a run that say on whose authority it acts. */
type Authority = Pick<RunRecord, 'initiator' | 'coordinator' | 'task' | 'parent'>;

/** Returns the references that each checkpoint of a run has. @param assurance name of its assurance profile */
export function authorityOf({ initiator, coordinator, task, parent }: Authority, assurance: string): readonly string[] {
  return [
    `user:${initiator}`,
    `agent:${coordinator}`,
    `assurance:${assurance}`,
    ...(task === undefined ? [] : [`task:${task}`]),
    ...(parent === undefined ? [] : [`run:${parent.run}`]),
  ];
}

/** Returns the checkpoint before the first step: it follows from the run, and the hash of each event is bound to it. */
export function firstOf(run: RunRecord, assurance: string): Checkpoint {
  const { id, input, created } = run;
  const { digest } = graphAt(run, 0);
  return {
    ...{ run: id, number: FIRST, type: 'automatic', at: created, sequence: 0 },
    hash: genesisHash({ run: id, digest, input, created }),
    references: authorityOf(run, assurance),
    by: NODE,
  };
}

/** The graph of a run. */
export type Content = Pick<RunRecord, 'version' | 'digest'>;

/** Returns what a checkpoint says as it is signed: canonical JSON text (RFC 8785). */
export function payloadOf(checkpoint: Checkpoint, { version, digest }: Content): string {
  const { run, number, type, at, sequence, hash, label, references, by } = checkpoint;
  return canonicalJson({
    ...{ run, id: String(number), type, at, sequence, version, digest },
    'state-hash': hash,
    ...(label === undefined ? {} : { label }),
    reference: [...references],
    by,
  });
}
