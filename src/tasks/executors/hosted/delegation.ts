/** Assigns parts of a hosted agent's task to other agents (seed 000 §1.3: the coordinator). */
import { isObject, modelJson } from '../../../data/index.js';
import { textOf } from '../../../data/rfc7951/members.js';
import type { TaskRecord } from '../../record/record.js';
import { isFinal } from '../../record/states.js';
import type { PartOrder, PartOutcome } from '../../skill/agent.js';
import type { HostedNeeds } from './needs.js';

const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * Assigns a part of `task` as the agent that executes it, with the checks that hold for every caller (validation, defaults,
 * access control, audit), and waits for its end. The same name gives the same part, so that a repeated run finds the parts of
 * an earlier one.
 *
 * @throws RpcError as for any caller
 */
export async function delegate(
  needs: Pick<HostedNeeds, 'invokeAs' | 'rows' | 'watch'>,
  task: Pick<TaskRecord, 'id' | 'to' | 'document'>,
  { name, order, signal }: { readonly name: string; readonly order: PartOrder; readonly signal: AbortSignal },
): Promise<PartOutcome> {
  const taskId = `${task.id}/${name}`;
  const assigned = (await needs.rows.byKey(task.to, taskId))?.id ?? (await assign(needs, task, taskId, order, signal));
  const part = await ended(needs, assigned, signal);
  const { artifacts, error } = part.document;
  return { id: part.id, to: part.to, state: part.state, artifacts, ...(error === undefined ? {} : { error }) };
}

async function assign(
  { invokeAs }: Pick<HostedNeeds, 'invokeAs'>,
  task: Pick<TaskRecord, 'id' | 'to' | 'document'>,
  taskId: string,
  order: PartOrder,
  signal: AbortSignal,
): Promise<string> {
  const described = modelJson(order);
  const input = {
    ...(isObject(described) ? described : {}),
    from: task.to,
    'task-id': taskId,
    parent: task.id,
    async: true,
  };
  const { authority } = task.document;
  const actor = { agent: task.to, task: task.id, ...(authority ? { authority } : {}) };
  const answer = await invokeAs(actor, 'yangent-tasks:assign', input, signal);
  return (isObject(answer) && textOf(answer, 'id')) || '';
}

async function ended({ watch }: Pick<HostedNeeds, 'watch'>, id: string, signal: AbortSignal): Promise<TaskRecord> {
  for (;;) {
    const accepts = ({ state }: TaskRecord) => isFinal(state);
    const part = await watch.until(id, accepts, { timeout: LONGEST_WAIT, signal });
    if (part) return part;
  }
}
