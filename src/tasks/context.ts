/** What the parts of this room share. */
import type { Logger } from 'pino';
import type { AgentDirectory, AgentStates, Discovery } from '../agents/index.js';
import type { Contexts } from '../contexts/index.js';
import type { Shapes } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { TaskChanges } from './changes.js';
import type { Executors } from './executors/executors.js';
import type { Halt } from './halt.js';
import type { TaskLimits } from './limits.js';
import type { OpenTasks } from './open-tasks.js';
import type { TaskQueue } from './queue.js';
import type { ConfiguredSettings } from './settings.js';
import type { TaskRows } from './store.js';
import type { TaskWatch } from './watch.js';

/** How long requests wait where they do not say. */
export interface TaskWaits {
  /** Milliseconds for which a synchronous assignment waits for its result. */
  readonly syncWait: number;
  /** Milliseconds for which a round of a negotiation waits for the other side. */
  readonly negotiationWait: number;
}

export interface TaskSettings extends TaskWaits {
  /** Seconds for which a claim holds where it does not say. */
  readonly lease: number;
  /** Tasks that a hosted agent executes at once where its configuration does not say. */
  readonly concurrency: number;
}

export const DEFAULT_WAITS: TaskWaits = { syncWait: 60_000, negotiationWait: 10_000 };

export const DEFAULT_SETTINGS: TaskSettings = {
  ...DEFAULT_WAITS,
  lease: 300,
  concurrency: 8,
};

export interface TaskContext {
  readonly store: Store;
  readonly rows: TaskRows;
  readonly changes: TaskChanges;
  readonly watch: TaskWatch;
  readonly halt: Halt;
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly discovery: Discovery;
  readonly contexts: Contexts;
  readonly settings: TaskSettings;
  /** What the operator has set, now. */
  readonly configured: () => ConfiguredSettings;
  readonly queue: TaskQueue;
  readonly limits: TaskLimits;
  readonly open: OpenTasks;
  readonly shapes: Shapes;
  /** Refuses a URL to which the node may not be sent. @throws RpcError access-denied */
  readonly requireReach: (url: URL) => void;
  readonly log: Logger;
  /** Milliseconds since 1970 by the clock of the machine: what is shown, and deadlines. */
  readonly now: () => number;
  /** Milliseconds that no setting of that clock changes (`steadyTime`): leases and pauses. */
  readonly steady: () => number;
  readonly executors: Executors;
}
