/** The rpc `remove`: an operator deletes tasks. */
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { cancel } from '../execution/steering.js';
import { isFinal } from '../record/states.js';
import { forgetTasks } from '../schedule/retention.js';
import type { TaskServices } from './services.js';

type Remove = YangentTasksProvider['rpcs']['remove'];

/** Deletes the tasks that exist. An unfinished task is canceled first, so that its executor is informed. */
export function removeOperation(
  needs: TaskServices,
  { id: ids = [] }: Remove['input'],
  call: Call,
): Promise<Remove['output']> {
  return needs.store.transact(async (tx) => {
    let tasks = 0;
    for (const id of ids) {
      const task = await needs.rows.get(id, tx);
      if (!task) continue;
      if (!isFinal(task.state)) await cancel(needs, tx, task, call.user, { text: 'removed by an operator' });
      await forgetTasks(needs, tx, [task]);
      tasks += 1;
    }
    return { tasks };
  });
}
