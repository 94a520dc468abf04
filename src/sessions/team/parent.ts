/** The task for which a team is formed, and how deep that makes the team. */
import type { AgentRecord } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { isFinal } from '../../tasks/index.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** The place of a team below others. */
export interface Place {
  readonly parent?: NonNullable<SessionRecord['parent']>;
  readonly depth: number;
  /** What the team above it allows; absent at the top. */
  readonly maxDepth?: number;
}

export const TOP: Place = { depth: 0 };

/**
 * Returns the place of a team that an agent forms for a task which it executes.
 *
 * @throws RpcError invalid-value for a task that it does not execute; operation-failed, app-tag depth-exceeded
 */
export async function placeBelow(
  o: Pick<SessionServices, 'work' | 'tasks' | 'sessions'>,
  tx: Tx,
  call: Call,
  from: AgentRecord,
  { task: id, completes }: { readonly task: string; readonly completes: boolean },
): Promise<Place> {
  const task = await o.work.get(tx, id);
  if (!task || task.to !== from.id || isFinal(task.state)) {
    call.fail({
      tag: 'invalid-value',
      message: `"parent" names task "${id}", and agent "${from.id}" executes no such task that has not ended`,
    });
  }
  const row = await o.tasks.get(id, tx);
  const above = row && (await o.sessions.get(row.session, tx));
  if (!above) return { parent: { task: id, completes }, depth: 0 };
  const depth = above.depth + 1;
  const most = above.terms['max-depth'] ?? depth;
  if (depth > most) {
    call.fail({
      tag: 'operation-failed',
      appTag: 'depth-exceeded',
      message: `a team for task "${id}" would have ${depth} teams above it, and the topmost one allows ${most} (max-depth)`,
    });
  }
  return { parent: { task: id, session: above.id, completes }, depth, maxDepth: most };
}
