import type { TaskRecord } from './record.js';

/** Returns the prefix of the identifiers of data that this node keeps for results which another node made for the task. */
export function madePrefix(task: string): string {
  return `${task}.made.`;
}

/** Returns the identifiers of data from another node that this node keeps because a result of the task refers to them. */
export function madeFor({ id, document }: Pick<TaskRecord, 'id' | 'document'>): readonly string[] {
  return document.artifacts.flatMap((artifact) => {
    const param = artifact['data-param'];
    return param?.startsWith(madePrefix(id)) ? [param] : [];
  });
}
