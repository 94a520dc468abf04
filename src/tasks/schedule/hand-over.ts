import { reassign } from '../assignment/reassign.js';
import { PIECE, type RecoveryNeeds } from './lose.js';

/** Reassigns tasks that wait for an agent to their other candidates. Tasks without candidates go on waiting. */
export async function handOver(needs: RecoveryNeeds, agent: string, reason: string): Promise<void> {
  for (let after: string | undefined; ; ) {
    const tasks = await needs.rows.inState('accepted', { to: agent, limit: PIECE, after });
    for (const { id, document } of tasks) {
      if ((document.candidates ?? []).length === 0) continue;
      await needs.store.transact(async (tx) => {
        const task = await needs.rows.get(id, tx);
        if (task?.state === 'accepted' && task.to === agent) await reassign(needs, tx, task, reason);
      });
    }
    after = tasks.at(-1)?.id;
    if (tasks.length < PIECE) return;
  }
}
