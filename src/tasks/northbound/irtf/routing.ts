/** Finds the task of a message of the draft, and the side of its sender. */
import { type AgentRecord, means, shownAgent } from '../../../agents/index.js';
import { RpcError } from '../../../data/index.js';
import type { Call } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { requireEndpoint, sender } from '../../parties.js';
import type { TaskRecord } from '../../record/record.js';
import { concernsCaller } from '../../visibility.js';
import type { TaskServices } from '../services.js';
import type { Message } from './messages.js';

export interface Routed {
  /** The sending agent. */
  readonly from: AgentRecord;
  /** The task with the task-id of the message, if it exists. */
  readonly task?: TaskRecord;
  /** True when the sender executes the task. */
  readonly asExecutor: boolean;
}

/** Refuses an empty task-id: it identifies the task of the assigner, and a repeated message. */
export function requireTaskId(call: Call, taskId: string | undefined): void {
  if (taskId !== '') return;
  call.fail({
    tag: 'invalid-value',
    info: { 'bad-element': 'task-id' },
    message: '"task-id" is empty: give the task an identifier, or leave the leaf out for the node to make one',
  });
}

/** Finds the task. The task-id is that of the assigner: of the sender itself, or, when an executor sends, of the receiver. */
export async function route(
  needs: TaskServices,
  tx: Tx | undefined,
  call: Call,
  message: Pick<Message, 'from' | 'to' | 'taskId'>,
): Promise<Routed> {
  const from = sender(call, needs.directory, message.from, 'task-sendFrom');
  const { taskId } = message;
  if (taskId === undefined) return { from, asExecutor: false };
  const hisOwn = (task: TaskRecord | undefined) => (task && concernsCaller(call, task) ? task : undefined);
  const own = hisOwn(await needs.rows.byKey(from.id, taskId, tx));
  const to = message.to === undefined ? undefined : needs.directory.foreign.plain(message.to);
  if (own && (to === undefined || means(needs.directory, to, own.to))) return routed(call, from, own, false);
  if (to === undefined) {
    const assigned = hisOwn(await needs.rows.assignedTo(from.id, taskId, tx?.sql));
    if (assigned?.to === from.id) return routed(call, from, assigned, true);
  }
  for (const assigner of to === undefined ? [] : new Set([to, ...needs.directory.named(to)])) {
    const assigned = hisOwn(await needs.rows.byKey(assigner, taskId, tx));
    if (assigned?.to === from.id) return routed(call, from, assigned, true);
  }
  if (own) throw otherReceiver(to, own);
  return { from, asExecutor: false };
}

/** A message about a task goes to its executor: one that names another agent would do what rules about that agent do not see. */
function otherReceiver(to: string | undefined, { taskId, to: executor }: TaskRecord): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'invalid-value',
    message: `"task-sendTo" names "${to}", but the task "${taskId}" is at agent "${shownAgent(executor)}": name that, or leave the leaf out`,
  });
}

function routed(call: Call, from: AgentRecord, task: TaskRecord, asExecutor: boolean): Routed {
  requireEndpoint(call, task.from, task.to);
  return { from, task, asExecutor };
}

/** Returns the task of a message that requires one. */
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
