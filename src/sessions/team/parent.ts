/** The task for which a team is formed, and how deep that makes the team. */
import type { AgentRecord } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { TRANSITIONS } from '../../tasks/index.js';
import type { SessionRecord } from '../record/session.js';
import { isSealed } from '../record/terms.js';
import type { SessionServices } from '../services.js';

/** The place of a team below others. */
export interface Place {
  readonly parent?: NonNullable<SessionRecord['parent']>;
  readonly depth: number;
  /** The depth that the team above it allows; absent at the top. */
  readonly maxDepth?: number;
  /** True when the task was assigned in a sealed session: the team is sealed too, as its conclusion is told there. */
  readonly isSealed: boolean;
}

export const TOP: Place = { depth: 0, isSealed: false };

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
  if (!task || task.to !== from.id || !TRANSITIONS[task.state].includes('failed')) {
    call.fail({
      tag: 'invalid-value',
      message: `"parent" names task "${id}", and agent "${from.id}" has no such task that it accepted and that has not ended`,
    });
  }
  const row = await o.tasks.get(id, tx);
  const above = row && (await o.sessions.get(row.session, tx));
  if (!above) return { ...TOP, parent: { task: id, completes } };
  const depth = above.depth + 1;
  const most = await deepest(o, tx, above);
  if (depth > most) {
    call.fail({
      tag: 'operation-failed',
      appTag: 'depth-exceeded',
      message: `a team for task "${row.taskId}" would have ${depth} teams above it, and the topmost one allows ${most} (max-depth)`,
    });
  }
  return { parent: { task: id, session: above.id, completes }, depth, maxDepth: most, isSealed: isSealed(above) };
}

/** Returns how deep teams below this one may be: a team allows no more than any team above it, whatever was set later. */
async function deepest(o: Pick<SessionServices, 'sessions'>, tx: Tx, session: SessionRecord): Promise<number> {
  let most = Number.POSITIVE_INFINITY;
  for (let team: SessionRecord | undefined = session; team; ) {
    most = Math.min(most, team.terms['max-depth'] ?? most);
    const above: string | undefined = team.parent?.session;
    team = above === undefined ? undefined : await o.sessions.get(above, tx);
  }
  return most;
}
