/**
 * The port by which the tasks of an agent get done: inside the node (`hosted`), by the agent itself through the protocols
 * (`attached`), on another node (`remote`), or as a room above this one says,
 * which registers its own with `Tasks.register` (`registry.ts`). The first executor that serves an agent is used.
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
 * What happened to a task that its executor has, or may have. `cancel`: it is over, or another agent has it now; the executor lets
 * go of it. An executor that fails a task is told so as well.
 */
export type Steer =
  | { readonly kind: 'suspend' | 'resume' | 'update' | 'input' }
  | { readonly kind: 'cancel'; readonly reason: string };

export interface Executor {
  readonly name: string;
  /** True when the tasks of the agent are for this executor. Also asked for agents that are not configured any more. */
  serves(agent: string): boolean;
  /** True for a task that it still has though another executor serves the agent now: it is steered too. Default: false. */
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
   * Called in the transaction of the change, with a `sequence` that grows. At least once: a repetition changes nothing. What it
   * throws refuses the change.
   */
  steer(tx: Tx, before: TaskRecord, after: TaskRecord, what: Steer): Promise<void>;
  /**
   * Called after the commit in which the other side has spoken in a negotiation. Absent: the agent answers through the protocols.
   *
   * @param agent that is to answer: the executor of the task, or its assigner
   */
  answer?(task: TaskRecord, agent: string, signal: AbortSignal): Promise<void>;
  /** Called after a commit: there may be work for the agent. */
  wake(agent: string): void;
  /** Called once at the start, before listeners open: takes up or gives up what an earlier process left, and begins to work. */
  recover(signal: AbortSignal): Promise<void>;
  /** Interrupts what runs, which is taken up at the next start, and waits until it has ended. */
  stop(): Promise<void>;
}
