import type { Embedder } from '../agents/index.js';
import type { DeviceDriver } from '../devices/index.js';
import type { Interpreter } from '../tasks/index.js';
import type { Planner } from '../workflows/index.js';

/** Objects that adapters make, outside of `src`. */
export interface Adapters {
  /** Drivers of devices by name. */
  readonly drivers: ReadonlyMap<string, DeviceDriver>;
  /** Absent: the local one. */
  readonly embedder?: Embedder;
  /** Absent: the rules. */
  readonly interpreter?: Interpreter;
  /** Absent: the rules. */
  readonly planner?: Planner;
}
