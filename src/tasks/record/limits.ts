/** Limits on tasks that hold on every node (`--limit`). */
export interface TaskLimits {
  /** Maximum number of unfinished tasks that one user has assigned. */
  readonly perUser: number;
  /** Maximum number of unfinished tasks that one user has assigned to one agent. */
  readonly perUserAndAgent: number;
  /** Milliseconds that a skill or a judge of a hosted agent may work, time in which it waits for others not counted. */
  readonly skillTime: number;
}

export const DEFAULT_TASK_LIMITS: TaskLimits = { perUser: 10_000, perUserAndAgent: 1_000, skillTime: 3_600_000 };
