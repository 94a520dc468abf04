/** The tasks of a session as a member sees them: those that its home has, and at a copy those of which its messages tell. */
import { toldTasks } from '../copy/told-tasks.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionTask } from '../record/session-task.js';
import type { SessionServices } from '../services.js';

type Needs = Pick<SessionServices, 'store' | 'tasks' | 'messages' | 'directory'>;
type In = Pick<SessionRecord, 'id' | 'copy'>;

/** Tasks that are shown at most. */
const MOST = 1_000;

/** @param agents only tasks that one of these assigned or executes */
export async function tasksIn(
  o: Needs,
  { id, copy }: In,
  agents: readonly string[] | 'all' = 'all',
): Promise<readonly SessionTask[]> {
  if (!copy) return o.tasks.page(id, '', MOST, agents);
  const told = await o.store.transact((tx) => toldTasks(o, tx, id));
  return told.filter(
    ({ assigner, assignee }) => agents === 'all' || agents.includes(assigner) || agents.includes(assignee),
  );
}

/** Returns those that have not ended. */
export async function unfinishedIn(o: Needs, session: In): Promise<readonly SessionTask[]> {
  if (session.copy) return (await tasksIn(o, session)).filter(({ hasEnded }) => !hasEnded);
  return o.store.transact((tx) => o.tasks.unfinished(tx, session.id));
}
