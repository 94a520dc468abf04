/**
 * The pools of the node: steps get slots in the order in which they came. A step takes the slots of all its pools at once, or none.
 * Steps of a run that launches nothing now, because it is paused for example, keep their places and let others pass. So does a step
 * that stands aside until there is room for its task.
 */
import type { Queries, Store, Tx } from '../../store/index.js';
import { launches } from './launches.js';
import type { RunRecord, StepRecord } from './record.js';

type Place = Pick<StepRecord, 'run' | 'node' | 'item'>;

/** A row says so of its step (`taken`). */
const WAITS = 0;
const HAS = 1;
const ASIDE = 2;

/** How far a pool is used. */
export interface PoolUse {
  readonly used: number;
  readonly waiting: number;
}

/** Those that wait for a pool and may have slots now, the first ones that came: `launches`, or of the run that asks. */
const LINE = `select run, node, item from workflow_pool where pool = ? and taken = ${WAITS}
  and (run = ? or exists (select 1 from workflow_run where id = workflow_pool.run
    and (json_extract(progress, '$.ending') is not null
      or (state = 'running' and json_extract(progress, '$.failing') is null))))
  order by number limit ?`;

/** The run that asks when none does: no run has this identifier. */
const NO_RUN = '';

const OWN = 'select pool, taken from workflow_pool where run = ? and node = ? and item = ?';

export class Pools {
  /** @param slotsOf returns the slots of a pool; undefined for one that is not configured any more, which bounds nothing */
  constructor(
    private readonly store: Pick<Store, 'query'>,
    private readonly slotsOf: (pool: string) => number | undefined,
  ) {}

  /** Takes a slot of each pool for a step, or lets it wait for them. Returns true when it has them. */
  async take(tx: Tx, step: Place, pools: readonly string[]): Promise<boolean> {
    const own = await tx.query<{ readonly pool: string; readonly taken: number }>(OWN, keyOf(step));
    if (own.length > 0 && own.every(({ taken }) => taken === HAS)) return true;
    if (own.length === 0) await this.#add(tx, step, pools, WAITS);
    else if (own.some(({ taken }) => taken === ASIDE)) await this.#set(tx, step, WAITS);
    for (const pool of pools) if (!(await this.#isNext(tx, step, pool))) return false;
    await this.#set(tx, step, HAS);
    return true;
  }

  /** Lets others have the slots of a step until it takes them again, in its place. Returns the runs whose steps come next. */
  async standAside(tx: Tx, step: Place, pools: readonly string[]): Promise<readonly string[]> {
    await this.#set(tx, step, ASIDE);
    return this.next(tx, pools);
  }

  /** Takes the slots again for a step whose task goes on, also when none is free. */
  async retake(tx: Tx, step: Place, pools: readonly string[]): Promise<void> {
    const own = await tx.query(OWN, keyOf(step));
    if (own.length === 0) await this.#add(tx, step, pools, HAS);
  }

  /** Gives the slots of a step back. Returns the runs whose steps come next. */
  async give(tx: Tx, step: Place, pools: readonly string[]): Promise<readonly string[]> {
    const given = await tx.change('delete from workflow_pool where run = ? and node = ? and item = ?', keyOf(step));
    return given === 0 ? [] : this.next(tx, pools);
  }

  /** Returns the runs whose steps may have slots of these pools now. */
  async next(queries: Queries, pools: readonly string[]): Promise<readonly string[]> {
    const runs = new Set<string>();
    for (const pool of pools) {
      const free = (this.slotsOf(pool) ?? Number.MAX_SAFE_INTEGER) - (await this.#used(queries, pool));
      if (free <= 0) continue;
      for (const { run } of await queries.query<Place>(LINE, [pool, NO_RUN, free])) runs.add(run);
    }
    return [...runs];
  }

  /** Returns the runs whose steps come next because a run, whose change is stored, launches nothing any more. */
  async passing(tx: Tx, before: RunRecord, after: RunRecord): Promise<readonly string[]> {
    if (!launches(before) || launches(after)) return [];
    const waited = await tx.query<{ readonly pool: string }>(
      `select distinct pool from workflow_pool where run = ? and taken = ${WAITS}`,
      [after.id],
    );
    return this.next(
      tx,
      waited.map(({ pool }) => pool),
    );
  }

  /** Returns steps of a run that wait, the first ones that came. */
  waiting(queries: Queries, run: string, limit: number): Promise<readonly Place[]> {
    return queries.query(
      `select distinct run, node, item from workflow_pool where run = ? and taken = ${WAITS} order by number limit ?`,
      [run, limit],
    );
  }

  async use(pool: string): Promise<PoolUse> {
    const rows = await this.store.query<{ readonly taken: number; readonly number: number }>(
      'select taken, count(*) as number from workflow_pool where pool = ? group by taken',
      [pool],
    );
    const count = (taken: number) => Number(rows.find((row) => row.taken === taken)?.number ?? 0);
    return { used: count(HAS), waiting: count(WAITS) + count(ASIDE) };
  }

  /** True when the step is the first that waits for the pool and may be launched, and a slot is free. */
  async #isNext(tx: Tx, step: Place, pool: string): Promise<boolean> {
    const slots = this.slotsOf(pool);
    if (slots === undefined) return true;
    if ((await this.#used(tx, pool)) >= slots) return false;
    const [first] = await tx.query<Place>(LINE, [pool, step.run, 1]);
    return first?.run === step.run && first.node === step.node && first.item === step.item;
  }

  async #used(queries: Queries, pool: string): Promise<number> {
    const [row] = await queries.query<{ readonly number: number }>(
      `select count(*) as number from workflow_pool where pool = ? and taken = ${HAS}`,
      [pool],
    );
    return Number(row?.number ?? 0);
  }

  async #set(tx: Tx, step: Place, taken: number): Promise<void> {
    await tx.query('update workflow_pool set taken = ? where run = ? and node = ? and item = ?', [
      taken,
      ...keyOf(step),
    ]);
  }

  async #add(tx: Tx, { run, node, item }: Place, pools: readonly string[], taken: number): Promise<void> {
    for (const pool of pools)
      await tx.query('insert into workflow_pool (pool, run, node, item, taken) values (?, ?, ?, ?, ?)', [
        ...[pool, run, node],
        ...[item, taken],
      ]);
  }
}

function keyOf({ run, node, item }: Place): readonly [string, string, number] {
  return [run, node, item];
}
