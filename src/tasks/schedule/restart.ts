import type { Tx } from '../../store/index.js';
import { nextAttempt } from '../execution/execution.js';
import { withinAttempt } from '../record/attempt.js';
import type { TaskRecord } from '../record/record.js';
import { policyOf } from '../record/retry-policy.js';
import { DEADLY, forgetCleanStop, isDeadly, wasStoppedCleanly } from './deaths.js';
import { EXECUTOR_LOST, lose, PIECE, type RecoveryNeeds } from './lose.js';

/** Maximum number of tasks that one transaction recovers. */
const TOGETHER = 100;

/**
 * Recovers the tasks that an earlier process of this node was executing itself. By the policy of each task, it waits for the next
 * attempt, which is not counted as a failure, or it fails. Tasks with a lease stay with their executors. A task that was running
 * at each of `MOST_DEATHS` deaths of the process fails. A task that cannot be recovered is logged, and stays as it is.
 *
 * @param isOwn true for a task that the earlier process executed itself
 * @returns the number of recovered tasks
 */
export async function recover(needs: RecoveryNeeds, isOwn: (task: TaskRecord) => boolean): Promise<number> {
  const died = !(await wasStoppedCleanly(needs.store));
  let recovered = 0;
  for (let after: string | undefined; ; ) {
    const tasks = await needs.rows.inState('running', { after, limit: TOGETHER });
    const own = tasks.filter((task) => task.leaseExpires === undefined && isOwn(task));
    recovered += await recoverTogether(
      needs,
      own.map(({ id }) => id),
      died,
    );
    after = tasks.at(-1)?.id;
    if (tasks.length < TOGETHER) break;
  }
  await forgetCleanStop(needs.store);
  return recovered;
}

/** Recovers tasks in one transaction. When it fails, each task gets a transaction of its own. Returns how many are recovered. */
async function recoverTogether(needs: RecoveryNeeds, ids: readonly string[], died: boolean): Promise<number> {
  const [first, ...more] = ids;
  if (first === undefined) return 0;
  try {
    await needs.store.transact(async (tx) => {
      for (const id of ids) await recoverOne(needs, tx, id, died);
    });
    return ids.length;
  } catch (error) {
    if (needs.store.fault()) throw error;
    if (more.length === 0) {
      needs.log.error({ err: error, task: first }, 'tasks: a task could not be taken up again');
      return 0;
    }
  }
  let recovered = 0;
  for (const id of ids) recovered += await recoverTogether(needs, [id], died);
  return recovered;
}

async function recoverOne(needs: RecoveryNeeds, tx: Tx, id: string, died: boolean): Promise<void> {
  const task = await needs.rows.get(id, tx);
  if (task?.state !== 'running' || task.leaseExpires !== undefined) return;
  if (died && (await isDeadly(tx, task))) await lose(needs, tx, task, DEADLY);
  else if (policyOf(task).onRestart === 'fail') await lose(needs, tx, task, EXECUTOR_LOST);
  else await nextAttempt(needs, tx, task, 'the node was started again');
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
