/** After a restart, and while time passes: attempts whose executor is gone are given out again or failed. */
import { textOf } from '../../agents/index.js';
import type { Tx } from '../../store/index.js';
import type { TaskContext } from '../context.js';
import { attemptsOf, nextAttempt } from '../execution.js';
import { recordOutcome } from '../outcome.js';
import type { TaskError, TaskRecord } from '../record.js';
import { policyOf } from '../steering.js';
import { isFinal, STATES, type TaskState, TRANSITIONS } from './states.js';

const PIECE = 200;

/**
 * Takes up the tasks that an earlier process of this node was executing itself: by their policy they wait for the next
 * attempt, which is not counted against them, or fail. Tasks held under a lease go on with their executors.
 */
export async function recover(context: TaskContext): Promise<number> {
  let recovered = 0;
  for (let after: string | undefined; ; ) {
    const tasks = await context.rows.inState('running', { after, limit: PIECE });
    for (const { id } of tasks.filter((task) => task.leaseExpires === undefined)) {
      await context.store.transact(async (tx) => {
        const task = await context.rows.get(id, tx.sql);
        if (task?.state !== 'running' || task.leaseExpires !== undefined) return;
        if (textOf(policyOf(task), 'on-restart') === 'fail') await lose(context, tx, task, EXECUTOR_LOST);
        else await nextAttempt(context, tx, task, 'the node was started again');
      });
      recovered++;
    }
    after = tasks.at(-1)?.id;
    if (tasks.length < PIECE) return recovered;
  }
}

const EXECUTOR_LOST: TaskError = {
  code: 'executor-lost',
  message: 'the executor no longer answers',
  recovery: ['retry', 'reassign'],
};
const TOO_LATE: TaskError = {
  code: 'deadline-exceeded',
  message: 'the task was not done by its deadline',
  recovery: ['modify', 'escalate'],
};

/** Ends attempts whose lease is over and tasks whose deadline is; one call handles all there are. */
export async function sweep(context: TaskContext): Promise<void> {
  await sweepColumn(context, 'lease_expires', async (tx, task) => {
    const failures = task.document.failures + 1;
    if (failures < attemptsOf(task))
      await nextAttempt(context, tx, task, EXECUTOR_LOST.message, { failures, error: EXECUTOR_LOST });
    else await lose(context, tx, task, EXECUTOR_LOST);
  });
  await sweepColumn(context, 'deadline', async (tx, task) => {
    await lose(context, tx, task, TOO_LATE);
    tx.afterCommit(() => context.hosts.interrupt(task.id, TOO_LATE.message));
  });
}

async function sweepColumn(
  context: TaskContext,
  column: 'lease_expires' | 'deadline',
  end: (tx: Tx, task: TaskRecord) => Promise<void>,
): Promise<void> {
  for (;;) {
    const ended = await context.store.transact(async (tx) => {
      const tasks = await context.rows.overdue(column, context.now(), PIECE, tx.sql);
      for (const task of tasks) await end(tx, task);
      return tasks.length;
    });
    if (ended < PIECE) return;
  }
}

const REMOVED: TaskError = {
  code: 'executor-lost',
  message: 'the executing agent was removed',
  recovery: ['reassign'],
};

/** Ends all unfinished tasks of an agent that is gone. */
export async function abandon(context: TaskContext, agent: string): Promise<void> {
  for (const state of STATES.filter((each) => !isFinal(each))) {
    for (let ended = PIECE; ended === PIECE; ) {
      ended = await context.store.transact(async (tx) => {
        const tasks = await context.rows.inState(state, { to: agent, limit: PIECE }, tx.sql);
        for (const task of tasks) {
          await lose(context, tx, task, REMOVED);
          tx.afterCommit(() => context.hosts.interrupt(task.id, REMOVED.message));
        }
        return tasks.length;
      });
    }
  }
}

/** Fails the task, or rejects it where it cannot fail yet. */
async function lose(context: TaskContext, tx: Tx, task: TaskRecord, error: TaskError): Promise<void> {
  const state: TaskState = TRANSITIONS[task.state].includes('failed') ? 'failed' : 'rejected';
  const failures = task.document.failures + 1;
  const lost = await context.changes.apply(tx, task, {
    state,
    by: 'node',
    reason: error.message,
    leaseExpires: null,
    document: { error, failures },
  });
  await recordOutcome(context, tx, lost);
}
