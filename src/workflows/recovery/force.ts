/** A person lets a way back go on. */
import { RpcError } from '../../data/index.js';
import { rollbackPath, stepPath } from '../run/facts.js';
import type { Turn } from '../run/turn.js';
import { force } from './acknowledge.js';
import { forceCompensation } from './force-compensation.js';
import type { Forced, RecoveryMeans } from './means.js';

/** Answers that are looked at for an error. */
const MOST_NAMED = 20;

/** Returns the error for an agent of which nothing is open in a rollback. */
async function nothingOpen(
  { tx, present, progress }: Turn,
  { recovery }: RecoveryMeans,
  number: number,
  agent: string,
): Promise<RpcError> {
  const isIt = progress.rollback?.number === number;
  const open = isIt ? await recovery.rollbacks.open(tx, present.id, number, MOST_NAMED) : [];
  const names = [...new Set(open.map((each) => each.agent))];
  const others = names.length === 0 ? '' : `; open are the answers of ${names.join(', ')}`;
  const message = isIt
    ? `in rollback ${number} nothing of agent "${agent}" is open${others}`
    : `rollback ${number} has ended, so nothing of it is open`;
  return new RpcError({ type: 'application', tag: 'data-missing', message });
}

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
  if (targets.length === 0) throw await nothingOpen(turn, means, number, forced.agent);
  turn.note({ kind: 'action', data: { action: 'acknowledge', agent: forced.agent, reason: forced.reason } });
  means.recovery.record(turn.tx, turn.present, {
    ...{ operation: 'force-acknowledgement', kind: 'rollback', outcome: 'done', by: turn.by, targets },
  });
  if (turn.present.state === 'escalated') turn.become('rolling-back', forced.reason);
}
