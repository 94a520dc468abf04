/** What of tasks is bounded on every node (`--limit`). */
export interface TaskLimits {
  /** Unfinished tasks that one user has assigned. */
  readonly perUser: number;
  /** Those of them that one agent has. */
  readonly perUserAndAgent: number;
  /** Milliseconds that a skill or a judge of a hosted agent may work without waiting for others. */
  readonly skillTime: number;
}

export const DEFAULT_TASK_LIMITS: TaskLimits = { perUser: 10_000, perUserAndAgent: 1_000, skillTime: 3_600_000 };
