/** How a hosted agent gives parts of its task to other agents (seed 000 §1.3: the coordinator). */
import { isMembers, textOf } from '../../agents/index.js';
import { ownCall } from '../../server/index.js';
import type { TaskContext } from '../context.js';
import { isFinal } from '../life/states.js';
import { assignOperation } from '../operations/tasks.js';
import type { TaskRecord } from '../record.js';
import type { PartOrder, PartOutcome } from './agent.js';
import { modelJson } from './text.js';

const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * Assigns a part of `task` as the agent that executes it, and waits for its end. The same name gives the same part, so that
 * a repeated run finds what an earlier one has assigned.
 */
export async function delegate(
  context: TaskContext,
  task: Pick<TaskRecord, 'id' | 'to' | 'owner'>,
  { name, order, signal }: { readonly name: string; readonly order: PartOrder; readonly signal: AbortSignal },
): Promise<PartOutcome> {
  const described = modelJson(order);
  const input = {
    priority: 3,
    ...(isMembers(described) ? described : {}),
    from: task.to,
    'task-id': `${task.id}/${name}`,
    parent: task.id,
    async: true,
  };
  // The agent speaks for itself, on behalf of the user whose task it executes.
  const call = ownCall({ user: task.owner, agent: task.to, signal, log: context.log });
  const answer = await assignOperation(context, input, call);
  const part = await ended(context, textOf(answer, 'id') ?? '', signal);
  const { artifacts, error } = part.document;
  return { id: part.id, to: part.to, state: part.state, artifacts, ...(error === undefined ? {} : { error }) };
}

async function ended(context: TaskContext, id: string, signal: AbortSignal): Promise<TaskRecord> {
  for (;;) {
    const accepts = ({ state }: TaskRecord) => isFinal(state);
    const part = await context.watch.until(id, accepts, { timeout: LONGEST_WAIT, signal });
    if (part) return part;
  }
}
