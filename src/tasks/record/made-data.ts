import type { TaskRecord } from './record.js';

/** Returns the beginning of the identifiers under which results of the task are kept here that another node made. */
export function madePrefix(task: string): string {
  return `${task}.made.`;
}

/** Returns the data of another node that are kept here because a result of the task refers to them. */
export function madeFor({ id, document }: Pick<TaskRecord, 'id' | 'document'>): readonly string[] {
  return document.artifacts.flatMap((artifact) => {
    const param = artifact['data-param'];
    return param?.startsWith(madePrefix(id)) ? [param] : [];
  });
}
