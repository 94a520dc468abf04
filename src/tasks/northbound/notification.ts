/** Content of the notification `yangent-tasks:task-changed`; that of the draft's notification is in `irtf/notification.ts`. */
import { shownAgent } from '../../agents/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentTasksNotifications } from '../../generated/index.js';
import type { News } from '../record/changes.js';
import type { TaskRecord } from '../record/record.js';
import { artifactValue, list } from '../record/value.js';

/** Returns the content of the notification `yangent-tasks:task-changed`. */
export function taskChanged(
  task: TaskRecord,
  note: string | undefined,
  news: News = {},
): YangentTasksNotifications['yangent-tasks:task-changed'] {
  return {
    id: task.id,
    'task-id': task.taskId,
    from: shownAgent(task.from),
    to: shownAgent(task.to),
    state: task.state,
    'state-reason': task.document.reason,
    progress: task.document.percent,
    note,
    sequence: int64(task.sequence),
    checkpoint: news.checkpoint,
    artifact: list(toldArtifacts(news)),
  };
}

/** Maximum number of characters of a value in a notification; a longer value must be read from the task. */
export const LONGEST_TOLD = 65_536;

export function toldArtifacts({ artifacts = [] }: News) {
  return artifacts.map(({ value, data, ...artifact }) => {
    const told = { value, data };
    return artifactValue({ ...artifact, ...(JSON.stringify(told).length > LONGEST_TOLD ? {} : told) });
  });
}
