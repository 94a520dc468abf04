/** Following a task by its events until there is nothing more to wait for. */
import type { RestconfClient } from '../../clients/index.js';
import { membersOf } from '../remote/index.js';
import { readTask } from './read.js';
import { isFinal } from './states.js';
import { eventOf, type TaskEvent, type TaskView } from './view.js';

export interface FollowOptions {
  /** Called for each change, those before the call included, in order. */
  readonly onEvent: (event: TaskEvent) => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Whether to go on in that state; unless told, until a final one. */
  readonly until?: (state: string) => boolean;
}

/** The clocks of node and log need not agree to the millisecond. */
const OVERLAP_MS = 2_000;

/**
 * The task as it is at the end of the wait.
 * @throws RpcError data-missing when there is no such task
 */
export async function follow(
  node: RestconfClient,
  id: string,
  { onEvent, signal, until = isFinal }: FollowOptions,
): Promise<TaskView> {
  const task = await readTask(node, id);
  let last = 0;
  for (const event of task.events) {
    onEvent(event);
    last = Math.max(last, event.sequence);
  }
  if (until(task.state)) return task;
  // The stream is replayed from before the task was read: nothing falls between, and what is known already is passed over.
  const startTime = new Date(Date.parse(task.changed ?? task.created ?? '') - OVERLAP_MS).toISOString();
  const filter = `/yangent-tasks:task-changed[yangent-tasks:id='${task.id}']`;
  for await (const { name, value, eventTime } of node.events('NETCONF', { startTime, filter, signal })) {
    if (name !== 'yangent-tasks:task-changed') continue;
    const event = eventOf(membersOf(value), eventTime);
    if (event.sequence <= last) continue;
    last = event.sequence;
    onEvent(event);
    if (until(event.state)) break;
  }
  return readTask(node, id);
}
