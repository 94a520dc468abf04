import { reassign } from '../assignment/reassign.js';
import type { TaskError } from '../record/record.js';
import { isFinal, STATES } from '../record/states.js';
import { lose, PIECE, type RecoveryNeeds } from './lose.js';

const REMOVED: TaskError = {
  code: 'executor-lost',
  message: 'the executing agent was removed',
  recovery: ['reassign'],
};

/** Reassigns or ends all unfinished tasks of an agent that was removed. */
export async function abandon(needs: RecoveryNeeds, agent: string): Promise<void> {
  for (const state of STATES.filter((each) => !isFinal(each))) {
    for (let ended = PIECE; ended === PIECE; ) {
      ended = await needs.store.transact(async (tx) => {
        const tasks = await needs.rows.inState(state, { to: agent, limit: PIECE }, tx.sql);
        for (const task of tasks) {
          if (await reassign(needs, tx, task, REMOVED.message)) continue;
          await lose(needs, tx, task, REMOVED);
        }
        return tasks.length;
      });
    }
  }
}

/**
 * Reassigns or ends the unfinished tasks of agents that do not exist any more. Such an agent was removed while no process could
 * react: by `data import`, by a confirmed commit that was undone at the start, or because the process died after the commit.
 */
export async function abandonGone(needs: RecoveryNeeds): Promise<void> {
  for (const agent of await needs.rows.receivers()) {
    if (!needs.directory.get(agent)) await abandon(needs, agent);
  }
}
