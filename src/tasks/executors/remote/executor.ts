/** The executor of agents on other nodes: it sends their tasks to these nodes and follows them. */
import type { Outbox, Tx } from '../../../store/index.js';
import type { Follower } from '../../record/followers.js';
import type { TaskRecord } from '../../record/record.js';
import { errorOf } from '../../skill/result.js';
import { Attempt } from '../attempt.js';
import type { Executor, Place, Steer } from '../executor.js';
import { Lanes } from '../lanes.js';
import { UnderWay } from '../under-way.js';
import { executeRemotely } from './execute.js';
import type { RemoteNeeds } from './needs.js';
import { followNegotiation } from './negotiation.js';
import { RemoteRounds } from './rounds.js';
import { RemoteSteering } from './steering.js';

/** Maximum number of tasks of one agent that are followed at once. */
const MOST = 1_000;
/** States of tasks that another node may be executing. */
const FOLLOWED = ['running', 'input-required'] as const;

export class RemoteExecutor implements Executor {
  readonly name = 'remote';
  readonly #lanes: Lanes<Attempt>;
  readonly #rounds: RemoteRounds;
  readonly #steering: RemoteSteering;
  readonly #underWay = new UnderWay();
  /** Tasks whose negotiation is followed. True: the other node may have got the task after the following began. */
  readonly #negotiated = new Map<string, boolean>();
  /** Set at the start. */
  #signal: AbortSignal | undefined;

  /** @param needs a function, because the needs contain this executor */
  constructor(
    outbox: Outbox,
    private readonly needs: () => RemoteNeeds,
  ) {
    this.#lanes = new Lanes(needs, {
      most: (agent) =>
        this.serves(agent) ? Math.min(needs().directory.get(agent)?.maxConcurrentTasks ?? MOST, MOST) : 0,
      passes: (agent) => needs().directory.registered(agent) === undefined,
      first: (agent) => this.#followAll(agent),
      attempt: (task, log) => new Attempt(needs(), task, log),
      execute: (task, run) => executeRemotely(needs(), task, run),
      errorOf: (error) => errorOf(needs().shapes, error),
    });
    this.#rounds = new RemoteRounds(outbox, needs, (agent, task) => this.#listen(agent, task));
    this.#steering = new RemoteSteering(outbox, needs);
  }

  /** Follower that sends rounds of negotiations to the other node. */
  get follow(): Follower {
    return this.#rounds.follow;
  }

  serves(agent: string): boolean {
    return this.needs().directory.get(agent)?.remote !== undefined;
  }

  /** True while the other node has the task. */
  holds({ document }: TaskRecord): boolean {
    return document.dispatch !== undefined;
  }

  /** Returns undefined: the other node decides. */
  offer(): undefined {
    return undefined;
  }

  reserve(agent: string): Place | undefined {
    return this.#lanes.reserve(agent);
  }

  async begin(tx: Tx, task: TaskRecord, place: Place | undefined): Promise<void> {
    this.#lanes.begin(tx, task, place);
  }

  async steer(tx: Tx, before: TaskRecord, after: TaskRecord, what: Steer): Promise<void> {
    await this.#steering.enqueue(tx, before, after);
    await this.#lanes.steer(tx, before, after, what);
  }

  async answer({ id }: TaskRecord, agent: string): Promise<void> {
    this.#listen(agent, id);
  }

  wake(agent: string): void {
    if (!this.serves(agent)) return;
    if (this.#lanes.has(agent)) this.#lanes.wake(agent);
    else this.#lanes.add(agent);
  }

  wakeAll(): void {
    this.#lanes.wakeAll();
  }

  async recover(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    this.#lanes.open();
    const { directory, executors, rows } = this.needs();
    for (const { id, remote } of directory.all()) if (remote && executors.of(id) === this) this.wake(id);
    for (const id of await rows.receivers()) if (directory.get(id)?.foreign && executors.of(id) === this) this.wake(id);
  }

  async stop(): Promise<void> {
    this.#signal = undefined;
    await Promise.all([this.#lanes.stop(), this.#underWay.ended()]);
  }

  /** Follows again the tasks that an earlier process has sent to the other node. */
  async #followAll(agent: string): Promise<void> {
    const { rows } = this.needs();
    for (const state of FOLLOWED) {
      const tasks = await rows.inState(state, { to: agent, limit: MOST });
      for (const task of tasks) if (task.leaseExpires === undefined) this.#lanes.adopt(task);
    }
    for (const { id } of await rows.inState('negotiating', { to: agent, limit: MOST })) this.#listen(agent, id);
  }

  /** Follows the negotiation about a task that the agent does not execute yet. */
  #listen(agent: string, task: string): void {
    if (!this.#signal || !this.serves(agent)) return;
    if (this.#negotiated.has(task)) {
      this.#negotiated.set(task, true);
      return;
    }
    this.#negotiated.set(task, false);
    const heard = followNegotiation(this.needs(), task, this.#signal).finally(() => {
      const again = this.#negotiated.get(task);
      this.#negotiated.delete(task);
      if (again) this.#listen(agent, task);
    });
    this.#underWay.track(heard, this.needs().log, 'tasks: a negotiation on another node could not be followed');
  }
}
