import { keyed, type RestconfClient } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import { entries, membersOf, valueAt } from '../remote/index.js';
import { type TaskView, taskView } from './view.js';

/** The api-path of a task. */
export function taskPath(id: string): string {
  return `/yangent-tasks:tasks/${keyed('task', id)}`;
}

/** The RFC 7951 value of a task. @throws RpcError data-missing when there is none, or none that the user may see */
export async function taskValue(node: RestconfClient, id: string): Promise<Readonly<Record<string, unknown>>> {
  const [task] = entries(membersOf(await valueAt(node, taskPath(id))), 'yangent-tasks:task');
  if (task) return task;
  throw new RpcError({
    type: 'application',
    tag: 'data-missing',
    message: `there is no task ${id} that you may see; "yangent task list" shows those there are`,
  });
}

/** The task. @throws RpcError as `taskValue` */
export async function readTask(node: RestconfClient, id: string): Promise<TaskView> {
  return taskView(await taskValue(node, id));
}
