/** A client that asks for one thing after the other until the node is killed. */
import type { Random } from '../../fuzz/random.js';
import type { Journal } from './journal.js';
import type { LogReader } from './log-reader.js';
import type { Life } from './operation.js';
import type { Standing } from './standing.js';

export interface Surroundings {
  readonly journal: Journal;
  readonly log: LogReader;
  readonly standing: Standing;
  readonly random: Random;
  readonly round: number;
}

/** @throws Gone when the node was killed */
export type Traffic = (life: Life, o: Surroundings) => Promise<void>;
