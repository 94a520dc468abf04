/** Converts between rows of the database and records. */
import type { Selectable } from 'kysely';
import { RpcError } from '../../data/index.js';
import type { TaskEventTable, TaskTable } from './database.js';
import type { TaskEvent, TaskRecord } from './record.js';
import type { StoredDocument } from './sealed.js';
import { isTaskState, type TaskState } from './states.js';

/** Maximum number of characters of the document of one task. */
const LONGEST_DOCUMENT = 32 << 20;

/** Returns the document as JSON. @throws RpcError too-big when it is longer than `LONGEST_DOCUMENT` */
export function documentText(task: TaskRecord): string {
  const text = JSON.stringify(task.document);
  if (text.length <= LONGEST_DOCUMENT) return text;
  const message = `task "${task.id}" would hold more than ${LONGEST_DOCUMENT} characters; keep bulk data in data parameters and refer to them`;
  throw new RpcError({ type: 'application', tag: 'too-big', message });
}

/**
 * Returns the row of a task, without `deaths`, which is counted in the database.
 *
 * @param document its text
 */
export function rowOf(task: TaskRecord, document: string): Omit<TaskTable, 'deaths'> {
  return {
    id: task.id,
    task_id: task.taskId,
    from_agent: task.from,
    to_agent: task.to,
    owner: task.owner,
    state: task.state,
    priority: task.priority,
    created: task.created,
    changed: task.changed,
    version: task.version,
    sequence: task.sequence,
    attempt: task.attempt,
    lease_expires: task.leaseExpires ?? null,
    deadline: task.deadline ?? null,
    place: task.place ?? null,
    not_before: task.notBefore ?? null,
    ended: task.ended ?? null,
    parent: task.parent ?? null,
    document,
  };
}

/** Returns the record of a row. That of a sealed task has its structure only, until it is `opened`. */
export function recordOf(row: Selectable<TaskTable>): TaskRecord & { readonly document: StoredDocument } {
  const document: StoredDocument = JSON.parse(row.document);
  return {
    id: row.id,
    taskId: row.task_id,
    from: row.from_agent,
    to: row.to_agent,
    owner: row.owner,
    state: stateOf(row.state),
    priority: row.priority,
    created: row.created,
    changed: row.changed,
    version: row.version,
    sequence: row.sequence,
    attempt: row.attempt,
    ...(row.lease_expires === null ? {} : { leaseExpires: row.lease_expires }),
    ...(row.deadline === null ? {} : { deadline: row.deadline }),
    ...(row.place === null ? {} : { place: row.place }),
    ...(row.not_before === null ? {} : { notBefore: row.not_before }),
    ...(row.ended === null ? {} : { ended: row.ended }),
    ...(row.parent === null ? {} : { parent: row.parent }),
    document,
  };
}

export function eventOf(row: Selectable<TaskEventTable>): TaskEvent {
  return {
    sequence: row.sequence,
    at: row.at,
    state: stateOf(row.state),
    ...(row.percent === null ? {} : { percent: row.percent }),
    ...(row.note === null ? {} : { note: row.note }),
    ...(row.by_whom === null ? {} : { by: row.by_whom }),
  };
}

function stateOf(text: string): TaskState {
  if (isTaskState(text)) return text;
  throw new Error(`the database has a task in the state "${text}", which this version does not know`);
}
