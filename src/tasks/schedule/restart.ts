import { nextAttempt } from '../execution/execution.js';
import { withinAttempt } from '../record/attempt.js';
import type { TaskRecord } from '../record/record.js';
import { policyOf } from '../record/retry-policy.js';
import { DEADLY, forgetCleanStop, isDeadly, wasStoppedCleanly } from './deaths.js';
import { EXECUTOR_LOST, lose, PIECE, type RecoveryNeeds } from './lose.js';

/**
 * Recovers the tasks that an earlier process of this node was executing itself. By the policy of each task, it waits for the next
 * attempt, which is not counted as a failure, or it fails. Tasks with a lease stay with their executors. A task that was running
 * at each of `MOST_DEATHS` deaths of the process fails.
 *
 * @param isOwn true for a task that the earlier process executed itself
 * @returns the number of recovered tasks
 */
export async function recover(needs: RecoveryNeeds, isOwn: (task: TaskRecord) => boolean): Promise<number> {
  const died = !(await wasStoppedCleanly(needs.store));
  let recovered = 0;
  for (let after: string | undefined; ; ) {
    const tasks = await needs.rows.inState('running', { after, limit: PIECE });
    for (const { id } of tasks.filter((task) => task.leaseExpires === undefined && isOwn(task))) {
      await needs.store.transact(async (tx) => {
        const task = await needs.rows.get(id, tx);
        if (task?.state !== 'running' || task.leaseExpires !== undefined) return;
        if (died && (await isDeadly(tx, task))) await lose(needs, tx, task, DEADLY);
        else if (policyOf(task).onRestart === 'fail') await lose(needs, tx, task, EXECUTOR_LOST);
        else await nextAttempt(needs, tx, task, 'the node was started again');
      });
      recovered++;
    }
    after = tasks.at(-1)?.id;
    if (tasks.length < PIECE) break;
  }
  await forgetCleanStop(needs.store);
  return recovered;
}

/**
 * Renews all leases at the start, because no executor could report while the node was down. Limits pauses to what the policies
 * allow, because the clock may have been set in the meantime.
 */
export async function renewSpans({
  store,
  rows,
  steady,
}: Pick<RecoveryNeeds, 'store' | 'rows' | 'steady'>): Promise<void> {
  for (let after: string | undefined; ; ) {
    const now = steady();
    const tasks = await store.transact(async (tx) => {
      const held = await rows.heldBeyond(now, after, PIECE, tx.sql);
      for (const task of held)
        await rows.update(tx, task, { ...task, version: task.version + 1, ...spansFrom(now, task) });
      return held;
    });
    after = tasks.at(-1)?.id;
    if (tasks.length < PIECE) return;
  }
}

function spansFrom(now: number, task: TaskRecord): Pick<TaskRecord, 'document' | 'leaseExpires' | 'notBefore'> {
  const { leaseExpires, notBefore, document } = task;
  const lease = document.executor?.lease;
  const renewed = leaseExpires === undefined || lease === undefined ? leaseExpires : now + lease * 1_000;
  return {
    ...withinAttempt({ steady: () => now }, document, { leaseExpires: renewed, begins: true }),
    notBefore: notBefore === undefined ? undefined : Math.min(notBefore, now + policyOf(task).delay(document.failures)),
  };
}
