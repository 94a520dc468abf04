import { RpcError } from '../data/index.js';
import type { TaskState } from '../tasks/index.js';
import type { TaskRecord } from './record.js';

/** The error of a task without result: it failed, was rejected or was canceled. */
export class TaskNotCompleted extends RpcError {
  /** `failed`, `rejected` or `canceled`. */
  readonly state: TaskState;
  /** Reason, as text of the executor or of the node. */
  readonly reason: string;
  /** Value of yangent-tasks:error-code, when the task failed. */
  readonly code?: string;
  /** Suggestions for recovery, the best first. */
  readonly recovery: readonly string[];
  /** The whole task. */
  readonly task: TaskRecord;

  constructor(task: TaskRecord) {
    const { id, to, state, error } = task;
    const reason = error?.message ?? task['state-reason'] ?? 'no reason was given';
    super({
      type: 'application',
      tag: 'operation-failed',
      appTag: `task-${state}`,
      message: `task ${id} for agent "${to}" ended as ${state}: ${reason}`,
    });
    this.name = 'TaskNotCompleted';
    this.state = state;
    this.reason = reason;
    this.code = error?.code;
    this.recovery = error?.recovery ?? [];
    this.task = task;
  }
}
