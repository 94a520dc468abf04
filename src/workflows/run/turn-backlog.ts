/** Ready steps of earlier turns that were not launched then. */
import type { Turn, TurnNeeds } from './turn.js';

export class Backlog {
  #hasTakenUpHeld = false;
  /** Number of steps that were taken up; undefined when there are no more. */
  #takenUp: number | undefined = 0;

  constructor(
    private readonly needs: Pick<TurnNeeds, 'rows' | 'pools'>,
    private readonly turn: Turn,
  ) {}

  /** True once steps were taken up. */
  get hasTakenUp(): boolean {
    return this.#takenUp !== 0;
  }

  /**
   * Takes up the next page of them, each page as long as all before it.
   *
   * @param first length of the first page
   */
  async takeUp(first: number): Promise<void> {
    const { turn } = this;
    if (this.#takenUp === undefined || turn.isNew) return;
    const limit = Math.max(first, this.#takenUp);
    const found = await this.needs.rows.steps.ready(turn.tx, turn.run.id, { limit, offset: this.#takenUp });
    for (const step of found) turn.ready.push(turn.adopt(step));
    this.#takenUp = found.length < limit ? undefined : this.#takenUp + limit;
  }

  /** Takes up those that wait for slots of pools, the first ones that came; once in a turn. */
  async takeUpHeld(limit: number): Promise<void> {
    const { turn } = this;
    if (this.#hasTakenUpHeld || !turn.plan.pooled || turn.isNew) return;
    this.#hasTakenUpHeld = true;
    for (const { node, item } of await this.needs.pools.waiting(turn.tx, turn.run.id, limit)) {
      const step = await turn.step(node, item);
      if (step?.state === 'ready') turn.ready.push(step);
    }
  }
}
