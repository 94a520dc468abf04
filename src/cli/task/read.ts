import type { Command } from 'commander';
import { RpcError } from '../../data/index.js';
import type { Peer, PeerTask, TaskRecord } from '../../peers/index.js';

/** Adds the argument and the option by which a command names a task. */
export function addTaskName(command: Command): Command {
  return command
    .argument('<id>', 'the identifier that the node gave the task; with --from, the task-id of that agent')
    .option('--from <agent>', 'the agent that assigned it');
}

/**
 * Finds a task by the identifier that the node gave it; with `from`, by the task-id of that agent.
 * @throws RpcError data-missing when there is none, or the user may not see it
 */
export async function findTask(peer: Peer, id: string, from?: string): Promise<PeerTask> {
  return told(id, async () => (from === undefined ? peer.task(id) : peer.findTask(id, from)));
}

/** Reads a task, found as by `findTask`. @throws RpcError data-missing */
export async function readTask(peer: Peer, id: string, from?: string): Promise<TaskRecord> {
  return told(id, async () => (await findTask(peer, id, from)).view());
}

/** Tells that there is no task in words of the commands. */
async function told<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcError && error.tag === 'data-missing')) throw error;
    throw new RpcError({
      type: 'application',
      tag: 'data-missing',
      message: `there is no task ${id} that you may see; "yangent task list" shows those there are`,
    });
  }
}
