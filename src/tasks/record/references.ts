/** Removes references to data and context items that the caller may not read from tasks and messages. */

import type { IrtfAgent_Tasks, YangentTasks_Tasks_Task_Artifact } from '../../generated/index.js';
import type { Call } from '../../server/index.js';
import type { SharingNeeds } from './minimisation.js';
import type { TaskValue } from './value.js';

type ArtifactValue = YangentTasks_Tasks_Task_Artifact;

/** Returns a message of the draft as the caller may read it. */
export async function messageShown(
  { contexts }: SharingNeeds,
  call: Call,
  message: IrtfAgent_Tasks,
): Promise<IrtfAgent_Tasks> {
  const { 'msg-data': data, context: item } = message;
  const seen = await contexts.visible(call, {
    params: data === undefined ? [] : [data],
    items: item === undefined ? [] : [item],
  });
  return {
    ...message,
    'msg-data': data !== undefined && seen.params.has(data) ? data : undefined,
    context: item !== undefined && seen.items.has(item) ? item : undefined,
  };
}

/** Returns tasks (`value.ts`) as the caller may read them; one query for all of them. */
export async function tasksShown(
  { contexts }: SharingNeeds,
  call: Call,
  tasks: readonly TaskValue[],
): Promise<TaskValue[]> {
  const { params, items } = await contexts.visible(call, {
    params: tasks.flatMap(paramsIn),
    items: tasks.flatMap(({ context = [] }) => context),
  });
  return tasks.map((task) => ({
    ...task,
    context: among(task.context, items),
    'data-param': among(task['data-param'], params),
    'provided-input': task['provided-input']?.map((each) => ({
      ...each,
      'data-param': among(each['data-param'], params),
    })),
    artifact: task.artifact?.map((each) => withVisibleData(each, params)),
  }));
}

function paramsIn({
  'data-param': own = [],
  'provided-input': inputs = [],
  artifact = [],
}: TaskValue): readonly string[] {
  return [
    ...own,
    ...inputs.flatMap(({ 'data-param': given = [] }) => given),
    ...artifact.flatMap(({ 'data-param': param }) => param ?? []),
  ];
}

/** Returns the visible ones; undefined when none is left. */
function among(ids: readonly string[] | undefined, seen: ReadonlySet<string>): readonly string[] | undefined {
  const left = ids?.filter((id) => seen.has(id)) ?? [];
  return left.length > 0 ? left : undefined;
}

function withVisibleData(artifact: ArtifactValue, seen: ReadonlySet<string>): ArtifactValue {
  const { 'data-param': param, ...about } = artifact;
  return param === undefined || seen.has(param) ? artifact : about;
}
