/** The agents that execute a step, or may be found for it: their owners have no vote on it. */
import { actorOf } from '../course/actor.js';
import type { Door } from '../course/needs.js';
import { queryOf } from '../course/receiver.js';
import { nodeOf, type Plans } from '../run/plan.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';

export interface ExecutorNeeds {
  readonly door: Pick<Door, 'find'>;
  readonly rows: Pick<RunRows, 'steps'>;
  readonly plans: Plans;
}

/** Returns identifiers, or the names by which the graph calls them. */
export async function mayExecute(
  { door, rows, plans }: ExecutorNeeds,
  run: RunRecord,
  step: StepRecord,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const node = nodeOf(await plans.get(run.digest), step.node);
  const undoes = run.progress.rollback ? node.compensation?.agent : undefined;
  const own = [...(step.detail.agents ?? []), ...(undoes === undefined ? [] : [undoes])];
  const query = node.task && queryOf(node);
  if (query) {
    // Where none is found now, the step fails for that later.
    const found = await door.find(actorOf(run), query, signal).catch(() => []);
    return [...own, ...found.map(({ id }) => id)];
  }
  const same: string[] = [];
  for (const name of node.task?.['same-agent-as'] ?? [])
    same.push(...((await rows.steps.get(run.id, name, 0))?.detail.agents ?? []));
  return [...own, ...(node.task?.agent === undefined ? [] : [node.task.agent]), ...same];
}
