/** The begin of a way back, and its end before its time. */
import { RpcError } from '../../data/index.js';
import { FIRST, NODE } from '../checkpoint/record.js';
import { beginRollback } from '../rollback/begin.js';
import { checkpointPath, rollbackPath } from '../run/facts.js';
import type { Back, WantsBack } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import type { RecoveryMeans } from './means.js';
import { become } from './phase.js';

/** A run that is canceled while it waits for a person gives its way back up. */
export async function giveUp(turn: Turn, { recovery }: RecoveryMeans): Promise<void> {
  const { rollback } = turn.run.progress;
  if (!rollback || turn.progress.rollback || turn.progress.ending?.state !== 'canceled') return;
  await recovery.rollbacks.setState(turn.tx, turn.present.id, rollback.number, 'incomplete');
  recovery.record(turn.tx, turn.present, {
    ...{ operation: 'end-rollback', kind: 'rollback', outcome: 'failed', errorTag: 'incomplete', by: NODE },
    targets: [rollbackPath(turn.present.id, rollback.number)],
  });
}

/** Begins the way back after a failure. */
export async function beginWanted(turn: Turn, { recovery }: RecoveryMeans, wants: WantsBack): Promise<void> {
  if (turn.present.state !== 'running') return;
  const { id } = turn.present;
  turn.by = 'node';
  const { next, reason } = wants;
  if (wants.to === 'start') {
    beginRollback(turn, { to: FIRST, sequence: 0, next, reason });
    return;
  }
  const { before } = wants.to;
  const { generation } = await turn.own(before);
  const ready = await recovery.rows.journal.beginOf(turn.tx, id, before, generation);
  const checkpoint = await recovery.checkpoints.newestUntil(turn.tx, id, ready ?? turn.at);
  const { number = FIRST, sequence = 0 } = checkpoint ?? {};
  turn.changeRun({ progress: { ownRollbacks: (turn.progress.ownRollbacks ?? 0) + 1 } });
  beginRollback(turn, { to: number, sequence, next, reason });
}

/** Verifies what the run goes back to; what was assigned in this turn is in the journal of the next one. */
export async function begin(turn: Turn, { recovery }: RecoveryMeans, back: Back): Promise<boolean> {
  const { tx, present } = turn;
  const { number, to, by, reason, next } = back;
  await recovery.rollbacks.add(tx, {
    ...{ run: present.id, number, to, by, next, at: turn.at, state: 'notifying' },
    ...(reason === undefined ? {} : { reason }),
  });
  await recovery.checkpoints.use(tx, present.id, to);
  await recovery.tellStarted(turn, number, to, reason);
  recovery.record(tx, present, {
    ...{ operation: 'begin-rollback', kind: 'rollback', outcome: 'done', by },
    targets: [rollbackPath(present.id, number), checkpointPath(present.id, to)],
  });
  become(turn, back, 'stopping');
  turn.goOnLater();
  try {
    await recovery.requireIntact(tx, turn.run, to);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    turn.become('escalated', error.message);
  }
  return false;
}
