import type { Needed } from '../known-tasks.js';

/** The rows to check for removal. */
export interface OldRows {
  /** Milliseconds since 1970; only older rows are checked. */
  readonly time: number;
  readonly limit: number;
  /** Key at which the last check ended. Undefined: begin with the first row. */
  readonly after: number | string | undefined;
  /** Items and data that are not removed at any age. */
  readonly needed: Needed;
}
