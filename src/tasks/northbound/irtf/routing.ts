/** Which task a message of the draft is about, and which side its sender is on. */
import { type AgentRecord, means } from '../../../agents/index.js';
import type { Call } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { requireEndpoint, sender } from '../../acting-as.js';
import type { TaskRecord } from '../../record/record.js';
import { concernsCaller } from '../../visibility.js';
import type { TaskServices } from '../services.js';
import type { Message } from './messages.js';

export interface Routed {
  /** The agent that speaks. */
  readonly from: AgentRecord;
  /** The task known by the message's task-id, if there is one. */
  readonly task?: TaskRecord;
  /** True when the speaker executes the task. */
  readonly asExecutor: boolean;
}

/** Refuses an empty task-id: it is the key by which the assigner knows its task, and by which a repeated message is known. */
export function requireTaskId(call: Call, taskId: string | undefined): void {
  if (taskId !== '') return;
  call.fail({
    tag: 'invalid-value',
    info: { 'bad-element': 'task-id' },
    message: '"task-id" is empty: give the task an identifier, or leave the leaf out for the node to make one',
  });
}

/** The header's task-id is the assigner's: the speaker's own, or, for an executor, that of the agent which is answered. */
export async function route(
  needs: TaskServices,
  tx: Tx,
  call: Call,
  message: Pick<Message, 'from' | 'to' | 'taskId'>,
): Promise<Routed> {
  const from = sender(call, needs.directory, message.from, 'task-sendFrom');
  const { taskId } = message;
  if (taskId === undefined) return { from, asExecutor: false };
  const hisOwn = (task: TaskRecord | undefined) => (task && concernsCaller(call, task) ? task : undefined);
  const own = hisOwn(await needs.rows.byKey(from.id, taskId, tx));
  const { to } = message;
  if (own && (to === undefined || means(needs.directory, to, own.to))) return routed(call, from, own, false);
  if (to === undefined) {
    const assigned = hisOwn(await needs.rows.assignedTo(from.id, taskId, tx.sql));
    if (assigned?.to === from.id) return routed(call, from, assigned, true);
  }
  for (const assigner of to === undefined ? [] : new Set([to, ...needs.directory.named(to)])) {
    const assigned = hisOwn(await needs.rows.byKey(assigner, taskId, tx));
    if (assigned?.to === from.id) return routed(call, from, assigned, true);
  }
  return own ? routed(call, from, own, false) : { from, asExecutor: false };
}

function routed(call: Call, from: AgentRecord, task: TaskRecord, asExecutor: boolean): Routed {
  requireEndpoint(call, task.from, task.to);
  return { from, task, asExecutor };
}

/** The task of a message that needs one. */
export function requireTask(call: Call, { from, task }: Routed, message: Message): TaskRecord {
  if (task) return task;
  const { taskId } = message;
  if (taskId === undefined) {
    return call.fail({
      tag: 'missing-element',
      info: { 'bad-element': 'task-id' },
      message: `"task-id" is missing: it says which task ${message.commuType ?? 'this'} is about`,
    });
  }
  return call.fail({
    tag: 'data-missing',
    message: `there is no task "${taskId}" which agent "${from.id}" has assigned or executes; taskAssign assigns one`,
  });
}

/** Refuses a message that only one side of a task may send. */
export function requireSide(call: Call, routed: Routed, message: Message, side: 'assigner' | 'executor'): void {
  if (routed.asExecutor === (side === 'executor')) return;
  call.fail({
    tag: 'access-denied',
    message: `${message.commuType ?? 'this message'} is for the ${side} of the task to send, and agent "${routed.from.id}" is its ${routed.asExecutor ? 'executor' : 'assigner'}`,
  });
}
