/** Ends a task whose executor is gone. */
import type { Store, Tx } from '../../store/index.js';
import type { ExecutionNeeds } from '../execution/execution.js';
import { recordOutcome } from '../record/outcome.js';
import type { TaskError, TaskRecord } from '../record/record.js';
import { type TaskState, TRANSITIONS } from '../record/states.js';

export interface RecoveryNeeds extends ExecutionNeeds {
  readonly store: Store;
}

/** Number of tasks that are read in one transaction. */
export const PIECE = 200;

export const EXECUTOR_LOST: TaskError = {
  code: 'executor-lost',
  message: 'the executor no longer answers',
  recovery: ['retry', 'reassign'],
};

/** Fails the task; rejects it when its state has no transition to `failed`. */
export async function lose(needs: RecoveryNeeds, tx: Tx, task: TaskRecord, error: TaskError): Promise<void> {
  const state: TaskState = TRANSITIONS[task.state].includes('failed') ? 'failed' : 'rejected';
  const failures = task.document.failures + 1;
  const lost = await needs.changes.apply(tx, task, {
    state,
    by: 'node',
    reason: error.message,
    leaseExpires: null,
    document: { error, failures },
  });
  await recordOutcome(needs, tx, lost);
}
