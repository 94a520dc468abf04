/** What happens to tasks by the passing of time: leases, deadlines, delayed attempts, agents gone offline, retention. */
import { handOver } from './hand-over.js';
import type { RecoveryNeeds } from './lose.js';
import { endOverdue } from './overdue.js';
import { type RetentionNeeds, retire } from './retention.js';

/** Milliseconds between two looks at what is to be removed. */
const RETIRE_EVERY = 60_000;
const OFFLINE = 'the agent for which it waited is offline';

export class TaskWatchman {
  #looked: number;
  #retired = Number.NEGATIVE_INFINITY;
  #retiring: Promise<void> | undefined;
  readonly #stopped = new AbortController();
  /** Agents whose waiting tasks were already offered to others. */
  #offline = new Set<string>();

  constructor(private readonly needs: RecoveryNeeds & RetentionNeeds) {
    this.#looked = needs.steady();
  }

  /** Looks once at everything that may have become due. */
  async look(): Promise<void> {
    const { needs } = this;
    const now = needs.steady();
    await endOverdue(needs);
    await this.#wakeDue(now);
    await this.#handOverOffline();
    if (now - this.#retired < RETIRE_EVERY) return;
    this.#retired = now;
    // It rests between its steps, and leases and deadlines do not wait for it.
    this.#retiring ??= retire(needs, this.#stopped.signal)
      .catch((error: unknown) => needs.log.error({ err: error }, 'old tasks could not be removed; it is tried again'))
      .finally(() => {
        this.#retiring = undefined;
      });
  }

  /** Resolves when the removal of old tasks that is under way is over. */
  async retired(): Promise<void> {
    await this.#retiring;
  }

  /** Ends the removal of old tasks before its next step. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#retiring;
  }

  /** Attempts that waited for their time begin to wait for their agent. */
  async #wakeDue(now: number): Promise<void> {
    const agents = await this.needs.rows.dueBetween(this.#looked, now);
    this.#looked = now;
    for (const agent of agents) this.needs.executors.wake(agent);
  }

  async #handOverOffline(): Promise<void> {
    const { directory, states } = this.needs;
    const offline = new Set<string>();
    for (const agent of directory.all()) if (states.stateOf(agent) === 'offline') offline.add(agent.id);
    const gone = [...offline].filter((agent) => !this.#offline.has(agent));
    this.#offline = offline;
    for (const agent of gone) await handOver(this.needs, agent, OFFLINE);
  }
}
