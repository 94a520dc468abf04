/** What the parts of this room share. */
import type { Logger } from 'pino';
import type { AgentDirectory, AgentStates, Discovery } from '../agents/index.js';
import type { Contexts } from '../contexts/index.js';
import type { Shapes } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { TaskChanges } from './changes.js';
import type { Halt } from './halt.js';
import type { Interpretation } from './interpretation/ask.js';
import type { TaskLimits } from './limits.js';
import type { OpenTasks } from './open-tasks.js';
import type { TaskQueue } from './queue.js';
import type { TaskError, TaskRecord } from './record.js';
import type { RemoteNodes } from './remote/nodes.js';
import type { RemoteRounds } from './remote/rounds.js';
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
  readonly remotes: RemoteNodes;
  readonly remoteRounds: Pick<RemoteRounds, 'owe'>;
  readonly interpretation: Interpretation;
  /** Runs an RPC as a hosted agent, through the door of every caller. @throws RpcError */
  readonly invokeAs: (agent: string, rpc: string, input: unknown, signal: AbortSignal) => Promise<unknown>;
  readonly shapes: Shapes;
  /** Refuses a URL to which the node may not be sent. @throws RpcError access-denied */
  readonly requireReach: (url: URL) => void;
  readonly log: Logger;
  /** Milliseconds since 1970 by the clock of the machine: what is shown, and deadlines. */
  readonly now: () => number;
  /** Milliseconds that no setting of that clock changes (`steadyTime`): leases and pauses. */
  readonly steady: () => number;
  /** What runs inside the node; tells whether the agent is hosted here. */
  readonly hosts: Hosts;
}

/** The agents that run inside the node, as the rest of the room uses them. */
export interface Hosts {
  has(agent: string): boolean;
  /** Why the agent cannot do the task, for lack of a skill or of its input; undefined when it can, or is not hosted here. */
  refusal(agent: string, description: Readonly<Record<string, unknown>>): TaskError | undefined;
  /** There may be something to do for the agent. */
  wake(agent: string): void;
  /** There may be something to do for every agent. */
  wakeAll(): void;
  /** Lets the other side of a negotiation answer the last round, if it is hosted here. */
  answer(task: string, agent: string): void;
  /** Ends the run of a task, if there is one. */
  interrupt(task: string, reason: string): void;
  /** True while the task is being executed in this process. */
  runs(task: string): boolean;
  /**
   * A free place of the agent for a task that is just being assigned, so that it begins in the same transaction; undefined
   * when the agent is not hosted here, has no place, or others wait.
   */
  reserve(agent: string): Place | undefined;
}

/** A place that is kept for one task. */
export interface Place {
  /** Begins the task, which was claimed, once that is durable. */
  begin(task: TaskRecord): void;
  /** Gives the place back unless it was used. */
  release(): void;
}
