/**
 * Which waiting tasks of an agent are given out next: the most urgent, of equally urgent ones the oldest; but one that has
 * waited a multiple (`task-settings/fairness`) of the median wait of those given out before it goes first, so that no
 * stream of urgent tasks keeps the others waiting for ever.
 */
import type { Tx } from '../store/index.js';
import type { TaskRecord } from './record.js';
import type { ConfiguredSettings } from './settings.js';
import type { TaskRows } from './store.js';
import { Waits } from './waits.js';

/** Agents of which waits are remembered. */
const MOST_AGENTS = 10_000;
/** Milliseconds that are no wait worth speaking of, whatever the others wait. */
const SHORT = 200;

export class TaskQueue {
  /** By agent; in memory only, since they decide nothing but the order. */
  readonly #waits = new Map<string, Waits>();

  constructor(
    private readonly rows: TaskRows,
    private readonly settings: () => ConfiguredSettings,
  ) {}

  /** The next tasks of the agent, at most `limit`; they are to be claimed in this transaction. */
  async next(tx: Tx, agent: string, limit: number, now: number): Promise<readonly TaskRecord[]> {
    const urgent = await this.rows.waiting(agent, limit, now, tx);
    // When all that waits is given out, its order does not matter.
    const chosen = urgent.length < limit ? urgent : await this.#fair(tx, agent, urgent, now);
    for (const { queued } of chosen) this.#remember(agent, now - (queued ?? now));
    return chosen;
  }

  async #fair(tx: Tx, agent: string, urgent: readonly TaskRecord[], now: number): Promise<readonly TaskRecord[]> {
    const longest = Math.max(SHORT, this.settings().fairness * (this.#waits.get(agent)?.median() ?? 0));
    const late = (await this.rows.oldest(agent, now, tx))
      .filter(({ queued }) => now - queued > longest)
      .sort((a, b) => a.queued - b.queued);
    const first: TaskRecord[] = [];
    for (const { id } of late.slice(0, urgent.length)) {
      const task = urgent.find((each) => each.id === id) ?? (await this.rows.get(id, tx));
      if (task) first.push(task);
    }
    const ids = new Set(first.map(({ id }) => id));
    return [...first, ...urgent.filter(({ id }) => !ids.has(id))].slice(0, urgent.length);
  }

  #remember(agent: string, wait: number): void {
    let waits = this.#waits.get(agent);
    if (!waits) {
      waits = new Waits();
      this.#waits.set(agent, waits);
      for (const oldest of this.#waits.keys()) {
        if (this.#waits.size <= MOST_AGENTS) break;
        this.#waits.delete(oldest);
      }
    }
    waits.add(wait);
  }
}
