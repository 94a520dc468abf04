/** Brings the rows of a run under the names of its next graph, in the transaction of its migration. */
import { TimeSlice } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { isStepOver } from '../model/states.js';
import type { Pools } from '../run/pools.js';
import type { RunRows } from '../run/rows.js';
import { hasBegun } from './begun.js';
import type { Migration, Planned } from './plan.js';
import { dropRows, leavePools, renameRows, renameWithin, setRank } from './rows.js';

export interface MoveNeeds {
  readonly rows: RunRows;
  readonly pools: Pick<Pools, 'next'>;
}

/** Renames and deletes rows. Returns the runs whose steps have slots of pools next. */
export async function moveRows(
  tx: Tx,
  { rows, pools }: MoveNeeds,
  { run, from, to, images, steps }: Planned,
  { map, gone, changed, repooled }: Migration,
): Promise<readonly string[]> {
  const { id } = run;
  const left = new Set<string>();
  const leave = async (node: string, name: string) => {
    await leavePools(tx, id, name);
    for (const pool of from.graph.nodes.get(node)?.pool ?? []) left.add(pool);
  };
  const slice = new TimeSlice();
  const isGone = new Set(gone);
  for (const step of steps) {
    if (!isGone.has(step.node)) continue;
    await rows.gates.makeVoid(tx, step, 'its node is gone', true);
    await leave(step.node, step.node);
    await dropRows(tx, id, step.node);
  }
  for (const each of map) {
    if (slice.over) await slice.next();
    await renameRows(tx, id, each);
  }
  if (map.length > 0) await renameWithin(tx, id, map);
  for (const step of steps) {
    if (isGone.has(step.node) || isStepOver(step.state)) continue;
    if (slice.over) await slice.next();
    const image = images.of(step.node) ?? step.node;
    const rank = to.ranks.get(image) ?? 0;
    if (rank !== step.rank) await setRank(tx, id, image, rank);
    if (repooled.has(image) || (changed.has(image) && !hasBegun(step))) await leave(step.node, image);
  }
  return left.size === 0 ? [] : pools.next(tx, [...left]);
}
