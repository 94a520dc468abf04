/** What of a task its executor sees, and what only its assigner. */
import { shownAgent } from '../../agents/index.js';
import { entriesOf, type Members, membersOf, withoutAbsent } from '../../data/rfc7951/members.js';
import type { TaskEvent, TaskRecord } from './record.js';
import { taskValue } from './value.js';

/** Members that only the assigner's side sees: the execution does not need them. */
const ASSIGNERS_OWN = ['initiator', 'subscription', 'policy'] as const;

/** The entry of `/yangent-tasks:tasks/task` as its executor sees it (seed 000 §4.1: minimization). */
export function executorValue(task: TaskRecord, events: readonly TaskEvent[] = []): Members {
  const value: Record<string, unknown> = { ...taskValue(task, events) };
  for (const name of ASSIGNERS_OWN) delete value[name];
  const { by: _, ...verification } = membersOf(value, 'verification');
  if (value.verification !== undefined) value.verification = verification;
  // Which user judged, and who had the task before, is not the executor's business.
  const known: readonly unknown[] = [shownAgent(task.from), shownAgent(task.to), 'node'];
  const nameless = (entry: Members) => (known.includes(entry.by) ? entry : withoutAbsent({ ...entry, by: undefined }));
  if (value.event !== undefined) value.event = entriesOf(value, 'event').map(nameless);
  return value;
}
