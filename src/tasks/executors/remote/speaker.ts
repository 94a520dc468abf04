import type { Dispatch, TaskRecord } from '../../record/record.js';
import { isFinal } from '../../record/states.js';
import type { Speaker } from './nodes.js';

/** Returns on whose behalf the node speaks about a task. @param task undefined when it is gone here: the node only ends it there */
export function speakerOf(task: TaskRecord | undefined, { agent, taskId }: Dispatch): Speaker {
  if (!task) return { agent, to: agent, task: taskId };
  const { id, taskId: own, from, state, attempt, priority, document } = task;
  const { authority, description, grant } = document;
  return {
    ...{ agent: from, to: agent, task: taskId, priority },
    ...(description.type === undefined ? {} : { skill: description.type }),
    ...(authority === undefined || isFinal(state) ? {} : { authority }),
    ...(grant === undefined || isFinal(state) ? {} : { granted: { id, taskId: own, from, attempt, grant } }),
  };
}
