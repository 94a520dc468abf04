/** An executor outside the node: claims the tasks of the agent `field` and delivers their results. */
import { RestconfClient } from '../../../src/clients/index.js';
import { RpcError } from '../../../src/data/index.js';
import type { ServeProcess } from '../../support/serve.js';
import { isTransport } from './assigner.js';
import { type CrashRecord, member, text } from './record.js';

/** Seconds after which a task whose claim was not answered is given out again. */
const LEASE = 2;

/** Works until the node is gone or `stop` is aborted. */
export async function execute(life: ServeProcess, record: CrashRecord, stop: AbortSignal): Promise<void> {
  const client = new RestconfClient({ url: life.url, username: 'admin', password: life.password });
  try {
    while (!stop.aborted) {
      const claimed = await client.invoke('yangent-tasks:claim-next', {
        agent: 'field',
        max: 8,
        wait: 1,
        lease: LEASE,
      });
      const tasks = member(claimed, 'task');
      await Promise.all((Array.isArray(tasks) ? tasks : []).map((task) => complete(client, record, task)));
    }
  } catch (error) {
    if (!isTransport(error)) record.faults.push(`executor: ${error}`);
  } finally {
    client.close();
  }
}

async function complete(client: RestconfClient, record: CrashRecord, task: unknown): Promise<void> {
  const id = text(task, 'id');
  const result = `field ${text(task, 'task-id')}, attempt ${text(task, 'attempt')}`;
  try {
    await client.action(`/yangent-tasks:tasks/task=${encodeURIComponent(id)}/complete`, {
      attempt: Number(text(task, 'attempt')),
      artifact: [{ name: 'report', modality: 'text', value: result }],
    });
    record.completed.set(id, result);
  } catch (error) {
    // A lease may end while the node is busy or away: then the next attempt delivers.
    if (!(error instanceof RpcError && error.appTag === 'stale-attempt')) throw error;
  }
}
