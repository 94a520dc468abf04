/** The way back of an executor from what it waits with by its own word. */
import type { Tx } from '../../store/index.js';
import { leaseEnd } from '../record/lease.js';
import type { TaskRecord } from '../record/record.js';
import { badTransition } from '../record/states.js';
import type { ExecutionNeeds } from './execution.js';
import { freePlaces, halted, overloaded } from './execution.js';

/**
 * Lets the executor go on: it withdraws its question, or takes up what it has suspended itself. A task in another state stays
 * as it is.
 *
 * @param lease seconds the executor may be silent
 * @throws RpcError `bad-transition` when the task was suspended by its assigner, by an operator or by stop-all, `overloaded` when
 * the executor has no place for it, `halted` when nothing is executed on this node now.
 */
export async function goOn(needs: ExecutionNeeds, tx: Tx, task: TaskRecord, lease: number): Promise<TaskRecord> {
  const { to, state, document } = task;
  if (state !== 'input-required' && state !== 'suspended') return task;
  if (await needs.halt.holdsIn(tx)) throw halted();
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

/** Refuses to end a task that waits for an answer: its executor says first that it goes on. */
export function requireNoQuestion(task: TaskRecord): void {
  if (task.state !== 'input-required') return;
  throw badTransition(task, 'waits for the answer to a question; report progress first, which withdraws the question');
}
