/** The executors of the node. Finds the executor of an agent, and calls it when tasks change. */
import type { Logger } from 'pino';
import type { Clocks } from '../record/clocks.js';
import type { Follower } from '../record/followers.js';
import type { TaskRecord } from '../record/record.js';
import type { Executor } from './executor.js';
import { listener, steerOf, waitsAnew } from './steer.js';
import { UnderWay } from './under-way.js';

export class ExecutorRegistry {
  /** In the order in which they are asked whether they serve an agent. */
  #executors: readonly Executor[];
  readonly #underWay = new UnderWay();
  #stopping = new AbortController();

  /** @param attached serves the agents that no other executor serves */
  constructor(
    private readonly attached: Executor,
    private readonly clocks: Pick<Clocks, 'steady'>,
    private readonly log: Logger,
  ) {
    this.#executors = [attached];
  }

  /** Adds an executor, which is asked first. Returns the function that removes it. */
  register(executor: Executor): () => void {
    this.#executors = [executor, ...this.#executors];
    return () => {
      this.#executors = this.#executors.filter((each) => each !== executor);
    };
  }

  /** Returns the executor of the tasks of an agent. */
  of(agent: string): Executor {
    return this.#executors.find((each) => each.serves(agent)) ?? this.attached;
  }

  /** True when the agent claims its tasks itself, through the protocols. */
  isAttached(agent: string): boolean {
    return this.of(agent) === this.attached;
  }

  /** Tells the executor of the agent that there may be work. */
  wake(agent: string): void {
    this.of(agent).wake(agent);
  }

  /** Lets the executor of an agent answer the last round of a negotiation, if it answers rounds. */
  answer(task: TaskRecord, agent: string): void {
    const answering = this.of(agent).answer?.(task, agent, this.#stopping.signal);
    if (answering) this.#underWay.track(answering, this.log, 'tasks: a negotiation could not be answered');
  }

  /** Tells the executors of each change. */
  readonly follow: Follower = async (tx, before, after) => {
    const what = before && steerOf(before, after);
    if (before && what) await this.#steer(before, (executor) => executor.steer(tx, before, after, what));
    if (waitsAnew(before, after) && (after.notBefore ?? 0) <= this.clocks.steady())
      tx.afterCommit(() => this.wake(after.to));
    const answers = listener(before, after);
    if (answers !== undefined) tx.afterCommit(() => this.answer(after, answers));
  };

  async #steer(task: TaskRecord, tell: (executor: Executor) => Promise<void>): Promise<void> {
    const serving = this.of(task.to);
    for (const executor of this.#executors) if (executor === serving || executor.holds?.(task)) await tell(executor);
  }

  /** Lets every executor recover the tasks that an earlier process left. */
  async recover(): Promise<void> {
    this.#stopping = new AbortController();
    for (const executor of this.#executors) await executor.recover(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the node is stopping'));
    await Promise.all([this.#underWay.ended(), ...this.#executors.map((executor) => executor.stop())]);
  }
}
