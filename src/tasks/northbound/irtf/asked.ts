/** The operations for which messages of the draft stand, for rules about approvals and limits of authority. */
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { AskedOperation, Call } from '../../../server/index.js';
import { awaitedOf } from '../../record/awaited.js';
import type { TaskRecord } from '../../record/record.js';
import { aboutParties, aboutTask } from '../about.js';
import type { TaskServices } from '../services.js';
import { DEFAULT_OPERATION, type Message } from './messages.js';
import { reportAction } from './notify.js';
import { route } from './routing.js';

type ActionOf = (message: Message, task: TaskRecord | undefined) => string | undefined;

/** The rpc or action, by `commuType`. */
const ACTIONS: Readonly<Record<string, ActionOf>> = {
  taskAssign: assignment,
  taskAssgin: assignment,
  taskCancel: () => 'yangent-tasks.cancel',
  taskResultQuery: () => 'yangent-tasks.query',
  taskResultSubscribe: () => 'yangent-tasks.subscribe',
  taskResultNotify: ({ status }) => reportAction(status),
  CapabilityRequest: () => 'yangent-agents.negotiate-capability',
  FeasibilityNegotiate: () => 'yangent-tasks.negotiate',
  FulfillmentNegotiate: () => 'yangent-tasks.negotiate',
};

/** An assignment of a task that waits for its assigner is the answer (`answer.ts`). */
function assignment(_message: Message, task: TaskRecord | undefined): string {
  return task && awaitedOf(task) ? 'yangent-tasks.provide-input' : 'yangent-tasks.assign';
}

/**
 * Returns the operation for which a message stands, and what it is about: its task, whatever receiver it names, or the two agents
 * that it means.
 *
 * @throws RpcError as the message would be refused: for another sender, and for a receiver that its task does not have
 */
export async function askedBy(needs: TaskServices, message: Message, call: Call): Promise<AskedOperation | undefined> {
  const { commuType = DEFAULT_OPERATION, from, to } = message;
  const actionOf = Object.hasOwn(ACTIONS, commuType) ? ACTIONS[commuType] : undefined;
  if (!actionOf) return undefined;
  const parties = aboutParties(needs, withoutAbsent({ from, to }), call);
  const task = await taskOf(needs, message, call, parties.agent);
  const action = actionOf(message, task);
  return action === undefined ? undefined : { action, about: task ? aboutTask(call, task) : parties };
}

async function taskOf(
  needs: TaskServices,
  message: Message,
  call: Call,
  receiver: string | undefined,
): Promise<TaskRecord | undefined> {
  const operation = message.commuType ?? DEFAULT_OPERATION;
  if (operation === 'CapabilityRequest') return undefined;
  if (ACTIONS[operation] !== assignment) return (await route(needs, undefined, call, message)).task;
  const { task, asExecutor } = await route(needs, undefined, call, { ...message, to: undefined });
  return task && !asExecutor && task.to === receiver && task.document.assigned ? task : undefined;
}
