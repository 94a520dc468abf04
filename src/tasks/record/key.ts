/** The key of a task: the same in all its attempts, and unique in the world. It makes effects on other systems idempotent. */
import type { TaskRecord } from './record.js';

/** Returns the key of a task that was assigned without another one. */
export function ownKey(nodeId: string, id: string): string {
  return `agent-task:${encodeURIComponent(nodeId)}/${encodeURIComponent(id)}`;
}

/** Returns the key of a task. Tasks of earlier versions of the node have none in their document. */
export function keyOf({ id, document }: Pick<TaskRecord, 'id' | 'document'>, nodeId: string): string {
  return document.key ?? ownKey(nodeId, id);
}
