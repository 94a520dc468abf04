import { nextAttempt } from '../execution/execution.js';
import type { TaskRecord } from '../record/record.js';
import { policyOf } from '../record/retry-policy.js';
import { DEADLY, forgetCleanStop, isDeadly, wasStoppedCleanly } from './deaths.js';
import { EXECUTOR_LOST, lose, PIECE, type RecoveryNeeds } from './lose.js';

/**
 * Takes up the tasks that an earlier process of this node was executing itself: by their policy they wait for the next
 * attempt, which is not counted against them, or fail. Tasks held under a lease go on with their executors. A task that was
 * running each time the process died fails in the end.
 *
 * @param isOwn tells such tasks from those that go on elsewhere
 * @returns how many there were
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
 * Begins leases anew at the start, since no executor could be heard while the node was away, and keeps pauses as short as their
 * policies say: the clock may have been set meanwhile.
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

function spansFrom(now: number, task: TaskRecord): Pick<TaskRecord, 'leaseExpires' | 'notBefore'> {
  const { leaseExpires, notBefore, document } = task;
  const lease = document.executor?.lease;
  return {
    leaseExpires: leaseExpires === undefined || lease === undefined ? leaseExpires : now + lease * 1_000,
    notBefore: notBefore === undefined ? undefined : Math.min(notBefore, now + policyOf(task).delay(document.failures)),
  };
}
