/**
 * The tasks of a copy, as its messages tell of them. The home has them; here no row is made of one, as its identifier is given by
 * another node.
 */
import type { Tx } from '../../store/index.js';
import { isFinal, type TaskState } from '../../tasks/index.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionTask, TaskMode } from '../record/session-task.js';
import type { SessionServices } from '../services.js';

/** Messages about tasks that are looked at, the newest. */
const MOST = 10_000;

type News = NonNullable<NonNullable<MessageRecord['details']>['task-news']>;

/** Returns them in the order in which they were assigned. A member that does not see an assignment does not see its task. */
export async function toldTasks(
  { messages, directory }: Pick<SessionServices, 'messages' | 'directory'>,
  tx: Tx,
  session: string,
): Promise<readonly SessionTask[]> {
  const told = await messages.newestOf(tx, session, ['task-assignment', 'task-progress', 'task-result'], MOST);
  const tasks: SessionTask[] = [];
  for (const { sequence, from = '', type, details = {} } of told) {
    const { 'task-news': news, 'next-speaker': assignees = [], mode, task } = details;
    if (type === 'task-assignment') {
      for (const assignee of assignees)
        tasks.push(assigned({ session, sequence, assigner: from, assignee, mode }, task?.['task-id']));
    } else if (news) {
      // The home tells what became of a task of ours: it has the name with our domain.
      const agent = directory.foreign.plain(from);
      const at = tasks.findIndex((each) => isOf(news, agent, each));
      const found = tasks[at];
      if (found) tasks[at] = { ...found, ...stateOf(news) };
    }
  }
  return tasks;
}

function assigned(
  {
    mode = 'asynchronous',
    ...of
  }: Pick<SessionTask, 'session' | 'sequence' | 'assigner' | 'assignee'> & {
    readonly mode: TaskMode | undefined;
  },
  given = '',
): SessionTask {
  return { ...of, task: given, given, taskId: given, mode, state: 'accepted', hasEnded: false, told: 0 };
}

/** True for news of a task by the name that its assigner gave, or, when it gave none, of the first of the agent that has no name yet. */
function isOf({ id, 'task-id': name }: News, agent: string, { assignee, task, given, taskId }: SessionTask): boolean {
  if (assignee !== agent) return false;
  if (task === id || taskId === name) return true;
  return task === given && (given === '' || name.startsWith(`${given}/`));
}

function stateOf({ id, 'task-id': taskId, state }: News): Pick<SessionTask, 'task' | 'taskId' | 'state' | 'hasEnded'> {
  return { task: id, taskId, state: state as TaskState, hasEnded: isFinal(state as TaskState) };
}
