/** Notifications of yangent-loops. Their audience: the agent of the loop and users that may act for it; those who may approve. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentLoopsProvider } from '../../generated/providers.js';
import type { Notify } from '../../server/index.js';
import type { LoopNews } from '../news.js';

export function loopNews(
  notify: Notify<YangentLoopsProvider>,
  approverGroups: (loop: string) => readonly string[] = () => [],
): LoopNews {
  return {
    changed: (tx, { name, agent }, { state, phase, id, outcome, reason }) =>
      notify(
        tx,
        'yangent-loops:loop-changed',
        { name, agent, state, phase, id: id === undefined ? undefined : int64(id), outcome, reason },
        { agents: [agent] },
      ),
    approvalNeeded: (tx, { name, agent }, { id, seen, concluded, decided, affected }, expires) =>
      notify(
        tx,
        'yangent-loops:approval-needed',
        { name, agent, id: int64(id), seen, concluded, decided, affected, expires },
        { agents: [agent], groups: approverGroups(name) },
      ),
    conflict: (tx, { name, agent }, { id, rival, resource }) =>
      notify(tx, 'yangent-loops:loop-conflict', { name, agent, id: int64(id), rival, resource }, { agents: [agent] }),
  };
}
