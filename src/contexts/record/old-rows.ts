import type { Needed } from '../known-tasks.js';

/** Which rows are looked at for removal. */
export interface OldRows {
  /** Milliseconds since 1970: rows of before. */
  readonly time: number;
  readonly limit: number;
  /** Where the last look ended; absent: from the beginning. */
  readonly after: number | string | undefined;
  /** Stays however old it is. */
  readonly needed: Needed;
}
