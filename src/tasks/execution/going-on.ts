/** Lets an executor resume a task that it paused itself. */
import type { Tx } from '../../store/index.js';
import { leaseEnd } from '../record/lease.js';
import type { TaskRecord } from '../record/record.js';
import { badTransition } from '../record/states.js';
import type { ExecutionNeeds } from './execution.js';
import { freePlaces, halted, overloaded } from './execution.js';

/**
 * Resumes a task for its executor: its open question is withdrawn, or its own suspension ends. A task in another state is
 * not changed.
 *
 * @param lease seconds for which the executor may be silent
 * @throws RpcError `bad-transition` when the task was suspended by its assigner, by an operator or by stop-all, `overloaded` when
 * the executor has no place for it, `halted` when execution on this node is halted.
 */
export async function goOn(needs: ExecutionNeeds, tx: Tx, task: TaskRecord, lease: number): Promise<TaskRecord> {
  const { to, state, document } = task;
  if (state !== 'input-required' && state !== 'suspended') return task;
  if (needs.halt.holds) throw halted();
  if (state === 'suspended') {
    if (!document.suspendedByExecutor)
      throw badTransition(task, 'was not suspended by its executor; it has to be resumed');
    if ((await freePlaces(needs, tx, needs.directory.get(to), 1)) < 1) throw overloaded(to);
  }
  const now = new Date(needs.now()).toISOString();
  const { executor = { agent: to, claimed: now, lease } } = document;
  return needs.changes.apply(tx, task, {
    state: 'running',
    by: to,
    note: state === 'suspended' ? 'resumed by its executor' : 'the question is withdrawn',
    leaseExpires: leaseEnd(needs, executor.lease ?? lease),
    document: { executor: { ...executor, heartbeat: now }, suspendedByExecutor: undefined },
  });
}

/** Refuses to end a task that waits for an answer: its executor must report progress first. */
export function requireNoQuestion(task: TaskRecord): void {
  if (task.state !== 'input-required') return;
  throw badTransition(task, 'waits for the answer to a question; report progress first, which withdraws the question');
}
