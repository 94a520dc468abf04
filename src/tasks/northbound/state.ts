/** State of yangent-tasks: the tasks that the caller may see. */
import { rowScope } from '../../agents/index.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call, ListState } from '../../server/index.js';
import type { TaskRecord } from '../record/record.js';
import { tasksShown } from '../record/references.js';
import type { TaskValue } from '../record/value.js';
import { seesTask, shownTo } from '../visibility.js';
import type { TaskServices } from './services.js';

/** Maximum number of events of one task in a read; the event log has all. */
const EVENTS_SHOWN = 1_000;

export function taskState(needs: TaskServices): ListState<YangentTasksProvider['state']['/yangent-tasks:tasks/task']> {
  return {
    get: async ({ id }, call) => {
      const task = await needs.rows.get(id);
      return task && seesTask(call, task) ? (await values(needs, call, [task]))[0] : undefined;
    },
    list: async ({ after, limit, members }, call) => {
      const withEvents = members === undefined || members.has('yangent-tasks:event');
      return values(needs, call, await visibleTasks(needs, call, after?.[0], limit), withEvents);
    },
  };
}

async function values(
  needs: TaskServices,
  call: Call,
  tasks: readonly TaskRecord[],
  withEvents = true,
): Promise<TaskValue[]> {
  const ids = tasks.map(({ id }) => id);
  const events = withEvents ? await needs.rows.events(ids, EVENTS_SHOWN) : undefined;
  return tasksShown(
    needs,
    call,
    tasks.map((task) => shownTo(call, task, events?.get(task.id))),
  );
}

/** Returns a page of the tasks that the caller may see on its endpoint. */
async function visibleTasks(
  needs: TaskServices,
  call: Call,
  start: string | undefined,
  limit: number,
): Promise<TaskRecord[]> {
  const filter = rowScope(call, needs.directory);
  const page: TaskRecord[] = [];
  for (let after = start; page.length < limit; ) {
    const tasks = await needs.rows.page({ ...filter, after, limit });
    for (const task of tasks) if (page.length < limit && seesTask(call, task)) page.push(task);
    if (tasks.length < limit) break;
    after = tasks.at(-1)?.id;
  }
  return page;
}
