/** Handles expired leases and deadlines: the attempt is repeated, or the task fails. */
import type { Tx } from '../../store/index.js';
import { reassign } from '../assignment/reassign.js';
import { nextAttempt } from '../execution/execution.js';
import type { TaskError, TaskRecord } from '../record/record.js';
import { policyOf } from '../record/retry-policy.js';
import { handOver } from './hand-over.js';
import { EXECUTOR_LOST, lose, PIECE, type RecoveryNeeds } from './lose.js';

const LOST = 'the agent for which it waited no longer answers';

const TOO_LATE: TaskError = {
  code: 'deadline-exceeded',
  message: 'the task was not done by its deadline',
  recovery: ['modify', 'escalate'],
};

const TOO_LONG: TaskError = {
  code: 'attempt-timeout',
  message: 'the attempt took longer than its policy lets it (attempt-timeout)',
  recovery: ['retry'],
};

const NOT_AGREED: TaskError = {
  code: 'deadline-exceeded',
  message: 'no agreement was reached by the end of the negotiation',
  recovery: ['modify', 'reassign'],
};

/**
 * Ends all attempts whose lease has expired and all tasks whose deadline is over. Tasks that wait for a lost executor are
 * reassigned to other candidates, if there are any.
 */
export async function endOverdue(needs: RecoveryNeeds): Promise<void> {
  const silent = new Set<string>();
  await endColumn(needs, 'lease_expires', async (tx, task) => {
    const { until } = task.document.executor ?? {};
    const isTooLong = until !== undefined && until <= needs.steady();
    if (!isTooLong && isSilent(needs, task)) silent.add(task.to);
    const error = isTooLong ? TOO_LONG : EXECUTOR_LOST;
    const lost = { failures: task.document.failures + 1, error };
    const { attempts, retries } = policyOf(task);
    const isLast = lost.failures >= attempts || !retries(error);
    if (isLast) await lose(needs, tx, task, error);
    else if (isTooLong || !(await reassign(needs, tx, task, error.message, lost)))
      await nextAttempt(needs, tx, task, error.message, lost);
  });
  for (const agent of silent) await handOver(needs, agent, LOST);
  await endColumn(needs, 'deadline', (tx, task) =>
    lose(needs, tx, task, task.state === 'negotiating' ? NOT_AGREED : TOO_LATE),
  );
}

/** True when the agent has been silent for at least its lease, also about all its other tasks. */
function isSilent(
  { states, steady }: Pick<RecoveryNeeds, 'states' | 'steady'>,
  { to, document: { executor } }: TaskRecord,
): boolean {
  return (states.lastSeen(to) ?? 0) + (executor?.lease ?? 0) * 1_000 <= steady();
}

async function endColumn(
  needs: RecoveryNeeds,
  column: 'lease_expires' | 'deadline',
  end: (tx: Tx, task: TaskRecord) => Promise<void>,
): Promise<void> {
  // A lease is a duration (monotonic clock); a deadline is a time of the wall clock.
  const over = column === 'deadline' ? needs.now : needs.steady;
  for (;;) {
    const ended = await needs.store.transact(async (tx) => {
      const tasks = await needs.rows.overdue(column, over(), PIECE, tx.sql);
      for (const task of tasks) await end(tx, task);
      return tasks.length;
    });
    if (ended < PIECE) return;
  }
}
