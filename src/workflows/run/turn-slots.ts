/** The slots of pools that the steps of a turn take and give back. */
import type { Pools } from './pools.js';
import type { StepRecord } from './record.js';
import type { Turn } from './turn.js';

export class TurnSlots {
  constructor(
    private readonly pools: Pools,
    private readonly turn: Turn,
  ) {}

  /** Takes a slot of each pool of a step. Returns false when it has to wait for them. */
  async take(step: StepRecord): Promise<boolean> {
    const pool = this.#poolsOf(step);
    return pool.length === 0 || this.pools.take(this.turn.tx, step, pool);
  }

  /** Takes the slots again for a step whose task goes on. */
  async retake(step: StepRecord): Promise<void> {
    const pool = this.#poolsOf(step);
    if (pool.length > 0) await this.pools.retake(this.turn.tx, step, pool);
  }

  /** Lets others have the slots of a step that cannot use them now; it keeps its place. */
  async standAside(step: StepRecord): Promise<void> {
    const pool = this.#poolsOf(step);
    if (pool.length > 0) this.#wake(await this.pools.standAside(this.turn.tx, step, pool));
  }

  /** Gives the slots of a step back; other runs may go on then. */
  async give(step: StepRecord): Promise<void> {
    const pool = this.#poolsOf(step);
    if (pool.length > 0) this.#wake(await this.pools.give(this.turn.tx, step, pool));
  }

  #poolsOf({ node }: StepRecord): readonly string[] {
    return this.turn.node(node).pool ?? [];
  }

  #wake(runs: Iterable<string>): void {
    for (const run of runs) this.turn.woken.add(run);
  }
}
