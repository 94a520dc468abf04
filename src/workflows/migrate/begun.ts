/** Which steps of a run have begun: a migration keeps these as they are, and decides about the others anew. */
import type { StepState } from '../model/states.js';
import type { StepRecord } from '../run/record.js';

const IDLE: ReadonlySet<StepState> = new Set(['pending', 'ready', 'awaiting-approval', 'skipped', 'canceled']);

/** True for a step that was launched, also in an earlier try. */
export function hasBegun({ state, work, detail }: Pick<StepRecord, 'state' | 'work' | 'detail'>): boolean {
  const { try: number = 1, round = 1, attempts = 1, tasks = [], child } = detail;
  const isFirst = number === 1 && round === 1 && attempts === 1;
  return !isFirst || work !== undefined || tasks.length > 0 || child !== undefined || !IDLE.has(state);
}

/** True for a step of which something was executed, also before a rollback. */
export function hasHistory(step: StepRecord): boolean {
  return step.generation > 1 || hasBegun(step);
}
