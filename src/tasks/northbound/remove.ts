/** The rpc `remove`: an operator takes tasks away for good. */
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { cancel } from '../execution/steering.js';
import { isFinal } from '../record/states.js';
import { forgetTasks } from '../schedule/retention.js';
import type { TaskServices } from './services.js';

type Remove = YangentTasksProvider['rpcs']['remove'];

/** Removes the tasks that there are; one that is under way is canceled first, so that its executor hears of it. */
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
