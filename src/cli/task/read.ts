import { RpcError } from '../../data/index.js';
import type { Peer, TaskRecord } from '../../peers/index.js';

/**
 * Returns a task by the identifier that the node gave it; with `from`, by the task-id of that agent.
 * @throws RpcError data-missing when there is none, or the user may not see it
 */
export async function readTask(peer: Peer, id: string, from?: string): Promise<TaskRecord> {
  try {
    return await (from === undefined ? peer.task(id) : await peer.findTask(id, from)).view();
  } catch (error) {
    if (!(error instanceof RpcError && error.tag === 'data-missing')) throw error;
    throw new RpcError({
      type: 'application',
      tag: 'data-missing',
      message: `there is no task ${id} that you may see; "yangent task list" shows those there are`,
    });
  }
}
