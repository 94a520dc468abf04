/** The unfinished tasks that end when their authority does, or when nothing may go to the node that executes them any more. */
import type { AgentDirectory } from '../../agents/index.js';
import type { Tx } from '../../store/index.js';
import type { Standing } from './authority.js';
import type {} from './database.js';
import type { Follower } from './followers.js';
import type { TaskRecord } from './record.js';
import { isFinal } from './states.js';

/** Returns by what the task goes on. */
export function standingOf(directory: Pick<AgentDirectory, 'get'>, { to, document }: TaskRecord): Standing {
  const { authority, dispatch } = document;
  const remote = directory.get(to)?.remote ?? dispatch?.address;
  return {
    ...(authority ? { authority } : {}),
    ...(remote?.trustDomain === undefined ? {} : { domain: remote.trustDomain }),
    isRemote: remote !== undefined,
  };
}

/** Returns the follower that keeps the rows of these tasks. */
export function followBound(directory: Pick<AgentDirectory, 'get'>): Follower {
  const isBound = (task: TaskRecord) => {
    const { authority, domain } = standingOf(directory, task);
    return authority !== undefined || domain !== undefined;
  };
  return async ({ sql }, before, after) => {
    if (isFinal(after.state)) {
      if (before && isBound(before)) await sql.deleteFrom('task_authority').where('task', '=', after.id).execute();
    } else if (isBound(after) && !(before && before.to === after.to && isBound(before))) {
      const row = { task: after.id, ends: after.document.authority?.ends ?? null };
      await sql
        .insertInto('task_authority')
        .values(row)
        .onConflict((conflict) => conflict.column('task').doUpdateSet({ ends: row.ends }))
        .execute();
    }
  };
}

/** Returns the identifiers of these tasks in their order. @param due only those whose authority ends by then */
export async function boundAfter(
  { sql }: Tx,
  { after, due, limit }: { readonly after: string; readonly due?: number; readonly limit: number },
): Promise<readonly string[]> {
  let query = sql.selectFrom('task_authority').select('task').where('task', '>', after);
  if (due !== undefined) query = query.where('ends', '<=', due);
  return (await query.orderBy('task').limit(limit).execute()).map(({ task }) => task);
}

/** Stores that the authority of a task is prolonged. */
export async function prolong({ sql }: Tx, task: string, ends: number): Promise<void> {
  await sql.updateTable('task_authority').set({ ends }).where('task', '=', task).execute();
}

/** Forgets a task that is gone. */
export async function unbind({ sql }: Tx, task: string): Promise<void> {
  await sql.deleteFrom('task_authority').where('task', '=', task).execute();
}
