/** Tasks that are parts of another (leaf `parent`), which a coordinator distributes. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { TaskChanges } from '../record/changes.js';
import type { TaskRecord } from '../record/record.js';
import { badTransition, isFinal } from '../record/states.js';
import type { TaskRows } from '../record/store.js';
import { requireVisible } from '../visibility.js';
import type { Assignment } from './assign.js';

export interface PartNeeds {
  readonly rows: TaskRows;
  readonly changes: TaskChanges;
}

const PIECE = 200;

/** Returns the parent of the new task; undefined when it has none. */
export async function parentOf(
  { rows }: Pick<PartNeeds, 'rows'>,
  tx: Tx,
  call: Call,
  { from, description }: Pick<Assignment, 'from' | 'description'>,
): Promise<TaskRecord | undefined> {
  const { parent: id } = description;
  if (id === undefined) return undefined;
  const parent = requireVisible(call, await rows.get(id, tx), id);
  if (parent.to !== from.id && parent.from !== from.id) {
    call.fail({
      tag: 'access-denied',
      message: `agent "${from.id}" neither executes nor has assigned task "${id}", so it cannot give parts of it away`,
    });
  }
  if (isFinal(parent.state)) throw badTransition(parent, 'has no further parts');
  return parent;
}

/** Cancels the unfinished parts of a task that has ended without being completed. */
export async function endParts(needs: PartNeeds, tx: Tx, task: TaskRecord): Promise<void> {
  if (!isFinal(task.state) || task.state === 'completed') return;
  const reason = `the task of which it is a part is ${task.state}`;
  for (let ended = PIECE; ended === PIECE; ) {
    const parts = await needs.rows.partsOf(task.id, PIECE, tx.sql);
    for (const part of parts) await needs.changes.apply(tx, part, { state: 'canceled', by: 'node', reason });
    ended = parts.length;
  }
}
