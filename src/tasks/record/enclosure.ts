/** A context item that the assigner gives together with a task (`ATD-7-g`): it is made with the task, for the agent that executes it. */
import type { Tx } from '../../store/index.js';
import { isForbidden, type SharingNeeds } from './minimisation.js';
import type { TaskDescription, TaskRecord } from './record.js';

export interface Enclosure {
  /** JSON text. */
  readonly content: string;
  readonly mediaType: string;
  /** Name of the content, for errors. */
  readonly called: string;
  /** Data parameters to which the content refers. The caller may read them. */
  readonly dataParams: readonly string[];
}

/** Returns the identifier of the item. It belongs to the history of the task, which users cannot change. */
export function enclosureId(task: string): string {
  return `${task}-context`;
}

/** Returns the description of a task that names its item. */
export function withEnclosure(task: string, description: TaskDescription): TaskDescription {
  return { ...description, context: [...(description.context ?? []), enclosureId(task)] };
}

/**
 * Stores the item as the agent may have it, and lets the agent read its data.
 *
 * @throws RpcError access-denied or too-big when a sharing policy does not let it pass
 */
export async function enclose(
  { contexts }: SharingNeeds,
  tx: Tx,
  { id: task, owner, from, to, changed: at }: TaskRecord,
  { content: whole, mediaType, called, dataParams }: Enclosure,
): Promise<void> {
  const { content, removed } = contexts.shareable({
    from,
    to,
    type: 'task',
    content: whole,
    mediaType,
    called,
    dataParams,
  });
  for (const param of dataParams) await contexts.grant(tx, param, [to]);
  await contexts.recordRequest(tx, {
    ...{ id: enclosureId(task), owner, from, to, task, thread: task, type: 'task', at },
    ...{ content, encoding: 'json', mediaType, redacted: removed, dataParams },
  });
}

/** Passes the item on to the next agent of its task. Returns false when a policy forbids it. */
export async function passEnclosure(
  { contexts }: SharingNeeds,
  tx: Tx,
  { id: task, owner, from, document }: TaskRecord,
  to: string,
): Promise<boolean> {
  const id = enclosureId(task);
  if (!document.description.context?.includes(id)) return true;
  try {
    await contexts.reshareIn(tx, id, { as: id, task, owner, from, to });
    return true;
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}
