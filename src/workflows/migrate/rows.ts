/** The rows that name nodes: steps, their gates and places in pools, and the runs below them. */
import { TimeSlice } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import type { WorkflowStepTable } from '../run/database.js';
import type { Renamed } from '../run/migrations.js';
import type { StepDetail } from '../run/record.js';

const PAGE = 500;
const TABLES = ['step', 'gate', 'pool'] as const;

/** Gives the rows of a step the name of its node in the next graph. No other step has it. */
export async function renameRows(tx: Tx, run: string, { from, to }: Renamed): Promise<void> {
  for (const table of TABLES)
    await tx.query(`update workflow_${table} set node = ? where run = ? and node = ?`, [to, run, from]);
  await tx.query('update workflow_run set parent_node = ? where parent = ? and parent_node = ?', [to, run, from]);
}

/** Deletes the row of a step that has not begun. */
export async function dropRows(tx: Tx, run: string, node: string): Promise<void> {
  await tx.query('delete from workflow_step where run = ? and node = ?', [run, node]);
}

/** Gives the places of a step in the lines of pools back, and its slots. */
export async function leavePools(tx: Tx, run: string, node: string): Promise<void> {
  await tx.query('delete from workflow_pool where run = ? and node = ?', [run, node]);
}

/** Changes the rank of a step, and of its items. */
export async function setRank(tx: Tx, run: string, node: string, rank: number): Promise<void> {
  await tx.query('update workflow_step set rank = ? where run = ? and node = ?', [rank, run, node]);
}

/** Gives the nodes that steps name (those that they read, that follow them, that failed before them) their names in the next graph. */
export async function renameWithin(tx: Tx, run: string, map: readonly Renamed[]): Promise<void> {
  const names = new Map(map.map(({ from, to }) => [from, to]));
  const present = (name: string) => names.get(name) ?? name;
  const slice = new TimeSlice();
  for (let after: readonly [string, number, number] = ['', -1, -1]; ; ) {
    if (slice.over) await slice.next();
    const rows = await tx.query<WorkflowStepTable>(
      `select * from workflow_step where run = ? and (node, item, generation) > (?, ?, ?)
        order by node, item, generation limit ${PAGE}`,
      [run, ...after],
    );
    for (const { node, item, generation, detail } of rows) {
      const renamed = JSON.stringify(detailWith(JSON.parse(detail), present));
      if (renamed !== detail)
        await tx.query(
          'update workflow_step set detail = ? where run = ? and node = ? and item = ? and generation = ?',
          [...[renamed, run, node], ...[item, generation]],
        );
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = [last.node, last.item, last.generation];
  }
}

function detailWith(detail: StepDetail, present: (name: string) => string): StepDetail {
  const { lineage, edges, cause } = detail;
  return {
    ...detail,
    ...(lineage === undefined
      ? {}
      : { lineage: Object.fromEntries(Object.entries(lineage).map(([input, steps]) => [input, steps.map(present)])) }),
    ...(edges === undefined
      ? {}
      : { edges: Object.fromEntries(Object.entries(edges).map(([to, isSatisfied]) => [present(to), isSatisfied])) }),
    ...(cause === undefined ? {} : { cause: present(cause) }),
  };
}
