import { RpcError } from '../data/index.js';
import type { TaskState } from '../tasks/index.js';
import type { TaskRecord } from './record.js';

/** Why a task brought no result: it failed, was rejected or was called off. */
export class TaskNotCompleted extends RpcError {
  /** `failed`, `rejected` or `canceled`. */
  readonly state: TaskState;
  /** Why, in the words of the executor or of the node. */
  readonly reason: string;
  /** Of yangent-tasks:error-code, where the task failed. */
  readonly code?: string;
  /** What to do now, the best suggestion first. */
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
