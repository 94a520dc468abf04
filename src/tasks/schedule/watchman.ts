/** Acts on tasks as time passes: leases, deadlines, delayed attempts, agents that went offline, retention. */
import { handOver } from './hand-over.js';
import type { RecoveryNeeds } from './lose.js';
import { endOverdue } from './overdue.js';
import { type RetentionNeeds, retire } from './retention.js';
import { endUnauthorized, type UnauthorizedNeeds } from './unauthorized.js';

/** Milliseconds between two removals of old tasks. */
const RETIRE_EVERY = 60_000;
const OFFLINE = 'the agent for which it waited is offline';

export class TaskWatchman {
  #looked: number;
  #retired = Number.NEGATIVE_INFINITY;
  #retiring: Promise<void> | undefined;
  readonly #stopped = new AbortController();
  /** Agents whose waiting tasks were already offered to others. */
  #offline = new Set<string>();

  constructor(private readonly needs: RecoveryNeeds & RetentionNeeds & UnauthorizedNeeds) {
    this.#looked = needs.steady();
  }

  /** Handles once everything that has become due. */
  async look(): Promise<void> {
    const { needs } = this;
    const now = needs.steady();
    await endOverdue(needs);
    await endUnauthorized(needs, needs.now());
    await this.#wakeDue(now);
    await this.#handOverOffline();
    if (now - this.#retired < RETIRE_EVERY) return;
    this.#retired = now;
    // Not awaited: removal pauses between its steps, and leases and deadlines must not wait for it.
    this.#retiring ??= retire(needs, this.#stopped.signal)
      .catch((error: unknown) => needs.log.error({ err: error }, 'old tasks could not be removed; it is tried again'))
      .finally(() => {
        this.#retiring = undefined;
      });
  }

  /** Resolves when the current removal of old tasks has ended. */
  async retired(): Promise<void> {
    await this.#retiring;
  }

  /** Ends the removal of old tasks before its next step. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#retiring;
  }

  /** Wakes the executors of agents for which a delayed attempt is now due. */
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
    this.#offline = new Set([...offline].filter((agent) => this.#offline.has(agent)));
    for (const agent of gone) {
      await handOver(this.needs, agent, OFFLINE);
      // Not before: when it fails, it is tried again.
      this.#offline.add(agent);
    }
  }
}
