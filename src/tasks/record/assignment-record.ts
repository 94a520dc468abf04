/** Stores the assignment of a task in the context of its agents. */
import type { Tx } from '../../store/index.js';
import type { SharingNeeds } from './minimisation.js';
import type { TaskDescription, TaskRecord } from './record.js';

/** Returns the identifier of the record of the assignment; the result is the response to it. */
export function assignmentRecordId(task: string): string {
  return `${task}-assign`;
}

/** Stores the assignment as a message between the two agents. That of a sealed task is in the task only. */
export async function recordAssignment(needs: SharingNeeds, tx: Tx, task: TaskRecord): Promise<void> {
  const { description, seal } = task.document;
  if (seal !== undefined) return;
  await needs.contexts.recordRequest(tx, {
    id: assignmentRecordId(task.id),
    owner: task.owner,
    from: task.from,
    to: task.to,
    task: task.id,
    thread: task.id,
    type: 'task',
    content: taskText(description),
    dataParams: description['data-param']?.slice(0, 1),
    at: task.changed,
  });
}

/** Returns the text of a task: its prompt, its objective, or its type. */
function taskText({ content, objective, type }: TaskDescription): string {
  return content ?? objective ?? type ?? '';
}
