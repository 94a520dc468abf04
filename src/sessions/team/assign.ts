/** The tasks of a message of type task-assignment: one for each assignee. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { type AssignInput, isFinal, newId, type TaskRecord } from '../../tasks/index.js';
import type { Details } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionTask, TaskMode } from '../record/session-task.js';
import type { SessionServices } from '../services.js';

/** Characters of all tasks of one message. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

export interface Assigning {
  readonly from: string;
  readonly assignees: readonly string[];
  readonly mode: TaskMode;
  readonly task: NonNullable<Details['task']>;
  /** The text of the message. */
  readonly content?: string;
}

export interface Assigned {
  readonly row: SessionTask;
  readonly task: TaskRecord;
}

/**
 * Assigns the tasks, which the next message of the session will tell.
 *
 * @throws RpcError as yangent-tasks:assign; data-exists for a task of an earlier message; operation-failed, app-tag task-rejected, when an assignee refuses its task at once
 */
export async function assignTasks(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { from, assignees, mode, task, content }: Assigning,
): Promise<readonly Assigned[]> {
  const { 'task-id': given = newId(o.now()), ...description } = task;
  if (description.thread !== undefined && description.thread !== session.id) {
    call.fail({
      tag: 'invalid-value',
      message: `"thread" of the task is "${description.thread}"; that of a task which is assigned in a session is the session, "${session.id}"`,
    });
  }
  requireRoom(call, JSON.stringify(textOf(description, content)).length, assignees.length);
  const assigned: Assigned[] = [];
  for (const to of assignees) {
    const taskId = assignees.length === 1 ? given : `${given}/${to}`;
    const input = { ...textOf(description, content), 'task-id': taskId, from, to, thread: session.id, async: true };
    // The schema of send has checked the description, and the door checks it again as that of an assignment.
    const record = await o.door.assign(tx, call, input as AssignInput);
    const { id, state, document } = record;
    const earlier = await o.tasks.get(id, tx);
    if (earlier) {
      call.fail({
        tag: 'data-exists',
        message: `agent "${from}" assigned the task "${taskId}" by message ${earlier.sequence} of this session: give a new task a new task-id`,
      });
    }
    if (isFinal(state)) {
      call.fail({
        tag: 'operation-failed',
        appTag: 'task-rejected',
        message: `agent "${to}" refused the task: ${document.error?.message ?? document.reason ?? state}`,
      });
    }
    const row: SessionTask = {
      ...{ task: id, session: session.id, given, taskId, assigner: from, assignee: to, mode, state },
      ...{ hasEnded: false, sequence: session.last + 1, told: 0 },
    };
    await o.tasks.add(tx, row);
    assigned.push({ row, task: record });
  }
  return assigned;
}

/** Refuses one message that would store its task too often: all of its tasks are stored in one transaction. */
function requireRoom(call: Call, length: number, assignees: number): void {
  if (length * assignees <= MOST_CHARACTERS) return;
  call.fail({
    tag: 'too-big',
    message: `a task of ${length} characters for ${assignees} agents is ${length * assignees} characters, and one message assigns at most ${MOST_CHARACTERS}: share the text as a data parameter, or assign to fewer agents at a time`,
  });
}

/** The task is that of the message where the description does not say it. */
function textOf(description: Omit<Assigning['task'], 'task-id'>, content: string | undefined) {
  const says = description.content !== undefined || description.objective !== undefined;
  return says || content === undefined ? description : { ...description, content };
}
