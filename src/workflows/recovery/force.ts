/** A person lets a way back go on. */
import { RpcError } from '../../data/index.js';
import { rollbackPath, stepPath } from '../run/facts.js';
import type { Turn } from '../run/turn.js';
import { force } from './acknowledge.js';
import { forceCompensation } from './force-compensation.js';
import type { Forced, RecoveryMeans } from './means.js';

/** @throws RpcError data-missing when nothing of the agent is open in this rollback */
export async function forceOn(turn: Turn, means: RecoveryMeans, number: number, forced: Forced): Promise<void> {
  const { rollback } = turn.progress;
  const back = rollback?.number === number ? rollback : undefined;
  const answers = back ? await force(turn, means, forced) : [];
  const compensations = back ? await forceCompensation(turn, means, back, forced) : [];
  const path = rollbackPath(turn.present.id, number);
  const targets = [
    ...answers.map(
      ({ agent, node, item }) => `${path}/acknowledgement[agent='${agent}'][node='${node}'][item='${item}']`,
    ),
    ...compensations.map(stepPath),
  ];
  if (targets.length === 0)
    throw new RpcError({
      type: 'application',
      tag: 'data-missing',
      message: `in rollback ${number} nothing of agent "${forced.agent}" is open`,
    });
  turn.note({ kind: 'action', data: { action: 'acknowledge', agent: forced.agent, reason: forced.reason } });
  means.recovery.record(turn.tx, turn.present, {
    ...{ operation: 'force-acknowledgement', kind: 'rollback', outcome: 'done', by: turn.by, targets },
  });
  if (turn.present.state === 'escalated') turn.become('rolling-back', forced.reason);
}
