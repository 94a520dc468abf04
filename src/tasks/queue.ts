/**
 * Which waiting tasks of an agent are given out next: the most urgent, of equally urgent ones the one that waits longest; but one
 * that has waited a multiple (`task-settings/fairness`) of the median wait of those given out before it goes first, so that no
 * stream of urgent tasks keeps the others waiting for ever. Waits are counted in turns of the agent (`Turns`).
 */
import type { Tx } from '../store/index.js';
import type { Places } from './places.js';
import type { TaskRecord } from './record.js';
import type { ConfiguredSettings } from './settings.js';
import type { TaskRows } from './store.js';
import { Turns } from './turns.js';

/** Agents of which turns are remembered. */
const MOST_AGENTS = 10_000;
/** Turns that are no wait worth speaking of, whatever the others wait. */
const SHORT = 10;

export class TaskQueue {
  /** By agent; in memory only, since they decide nothing but the order. */
  readonly #turns = new Map<string, Turns>();

  constructor(
    private readonly rows: TaskRows,
    private readonly settings: () => ConfiguredSettings,
    private readonly places: Places,
  ) {}

  /** The next tasks of the agent, at most `limit`; they are to be claimed in this transaction. @param now by `steadyTime` */
  async next(tx: Tx, agent: string, limit: number, now: number): Promise<readonly TaskRecord[]> {
    const urgent = await this.rows.waiting(agent, limit, now, tx);
    // When all that waits is given out, its order does not matter.
    const isLine = urgent.length > 0 && urgent.length === limit;
    const turns = isLine ? this.#turnsOf(agent) : this.#turns.get(agent);
    const chosen = isLine && turns ? await this.#fair(tx, agent, urgent, turns, now) : urgent;
    turns?.give(
      chosen.map(({ place }) => place ?? 0),
      this.places.next(),
    );
    return chosen;
  }

  async #fair(
    tx: Tx,
    agent: string,
    urgent: readonly TaskRecord[],
    turns: Turns,
    now: number,
  ): Promise<readonly TaskRecord[]> {
    const longest = Math.max(SHORT, this.settings().fairness * turns.median());
    const late = (await this.rows.oldest(agent, now, tx))
      .filter(({ place }) => turns.isLonger(place, longest))
      .sort((a, b) => a.place - b.place);
    const first: TaskRecord[] = [];
    for (const { id } of late.slice(0, urgent.length)) {
      const task = urgent.find((each) => each.id === id) ?? (await this.rows.get(id, tx));
      if (task) first.push(task);
    }
    const ids = new Set(first.map(({ id }) => id));
    return [...first, ...urgent.filter(({ id }) => !ids.has(id))].slice(0, urgent.length);
  }

  #turnsOf(agent: string): Turns {
    const known = this.#turns.get(agent);
    if (known) return known;
    const turns = new Turns();
    this.#turns.set(agent, turns);
    for (const oldest of this.#turns.keys()) {
      if (this.#turns.size <= MOST_AGENTS) break;
      this.#turns.delete(oldest);
    }
    return turns;
  }
}
