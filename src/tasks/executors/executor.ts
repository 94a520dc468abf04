/**
 * The port by which the tasks of an agent are executed: inside the node (`hosted`), by the agent itself through the protocols
 * (`attached`), on another node (`remote`), or by a room above this one. The room's own executors are registered in
 * `register.ts`, those of plugins (`src/node/plugin.ts`) with `Tasks.register`. The first executor that serves an agent is used.
 */
import type { AgentRecord } from '../../agents/index.js';
import type { Tx } from '../../store/index.js';
import type { TaskDescription, TaskError, TaskRecord } from '../record/record.js';

/** A place of an agent that is kept for one task. */
export interface Place {
  /** Gives the place back, unless a task has begun on it. */
  release(): void;
}

/**
 * A change of a task that its executor has, or may have. `cancel`: the task is over, or another agent has it now; the executor
 * stops the work on it. An executor that fails a task gets `cancel` as well.
 */
export type Steer =
  | { readonly kind: 'suspend' | 'resume' | 'update' | 'input' }
  | { readonly kind: 'cancel'; readonly reason: string };

export interface Executor {
  readonly name: string;
  /** True when this executor has the tasks of the agent. Also called for agents that are not configured any more. */
  serves(agent: string): boolean;
  /**
   * True for a task that it still has although another executor serves the agent now: `steer` is called for it too. Default:
   * false.
   */
  holds?(task: TaskRecord): boolean;
  /** Returns why the agent cannot do the task, for lack of a skill or of its input; undefined when it can. No side effect. */
  offer(agent: AgentRecord, description: TaskDescription): TaskError | undefined;
  /**
   * Keeps a place for a task that is being assigned, so that it begins in the same transaction. `unlimited`: places are not
   * counted. Undefined: the task waits in the queue.
   */
  reserve(agent: string): Place | 'unlimited' | undefined;
  /**
   * Called in the transaction that makes the task `running`: stores rows and outbox jobs only; work starts in `tx.afterCommit`.
   *
   * @param place undefined for a task that was taken out of the queue
   */
  begin(tx: Tx, task: TaskRecord, place: Place | undefined): Promise<void>;
  /**
   * Called in the transaction of the change, at least once, with a growing `sequence`: a repeated call must change nothing. An
   * error refuses the change.
   */
  steer(tx: Tx, before: TaskRecord, after: TaskRecord, what: Steer): Promise<void>;
  /**
   * Called after the commit of a round of the other side in a negotiation. Absent: the agent answers through the protocols.
   *
   * @param agent the agent that is to answer: the executor of the task, or its assigner
   */
  answer?(task: TaskRecord, agent: string, signal: AbortSignal): Promise<void>;
  /** Called after a commit: there may be work for the agent. */
  wake(agent: string): void;
  /**
   * Called once at the start, before listeners open: resumes or ends the tasks that an earlier process left, and begins to work.
   */
  recover(signal: AbortSignal): Promise<void>;
  /** Interrupts running work and waits until it has ended. The next start resumes it. */
  stop(): Promise<void>;
}
