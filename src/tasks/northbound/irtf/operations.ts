/** The operations of the draft (`commuType`), executed in the transaction that stores the message. */

import { RpcError } from '../../../data/index.js';
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { Call } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { type Assignment, assign, isSame } from '../../assignment/assign.js';
import { subscribe, subscription } from '../../assignment/subscribe.js';
import { cancel, type TaskTerms } from '../../execution/steering.js';
import { addRound, openNegotiation } from '../../negotiation/negotiation.js';
import { receiver } from '../../parties.js';
import { awaitedOf, draftStatus } from '../../record/awaited.js';
import { remark } from '../../record/minimisation.js';
import { outcomeParam } from '../../record/outcome.js';
import { descriptionOf } from '../../record/prompt.js';
import type { NegotiationType, TaskDescription, TaskRecord } from '../../record/record.js';
import { isFinal } from '../../record/states.js';
import type { TaskServices } from '../services.js';
import { answer, namesQuestion } from './answer.js';
import type { Message } from './messages.js';
import { notify } from './notify.js';
import { requireSide, requireTask, route } from './routing.js';
import { speechIn } from './speech.js';

export interface Done {
  /** The task of the message. */
  readonly task?: TaskRecord;
  /** The sender and the receiver. */
  readonly from: string;
  readonly to: string;
  /** The data parameter with the answer. */
  readonly msgData?: string;
}

type Operation = (needs: TaskServices, tx: Tx, call: Call, message: Message) => Promise<Done>;

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  taskAssign: assignMessage,
  taskAssgin: assignMessage,
  taskCancel: async (needs, tx, call, message) => {
    const routed = await route(needs, tx, call, message);
    const task = requireTask(call, routed, message);
    requireSide(call, routed, message, 'assigner');
    const reason = message.content === undefined ? undefined : descriptionOf(message.content);
    return about(await cancel(needs, tx, task, call.user, remark(needs, task, reason)));
  },
  taskResultQuery: async (needs, tx, call, message) => {
    const task = requireTask(call, await route(needs, tx, call, message), message);
    return { ...about(task), ...(hasOutcome(task) ? { msgData: outcomeParam(task) } : {}) };
  },
  taskResultSubscribe: async (needs, tx, call, message) => {
    const routed = await route(needs, tx, call, message);
    const task = requireTask(call, routed, message);
    requireSide(call, routed, message, 'assigner');
    const wanted = subscriber(needs, message, call) ?? missingUrl(call);
    return about(await subscribe(needs, tx, task, wanted));
  },
  taskResultNotify: async (needs, tx, call, message) => {
    const routed = await route(needs, tx, call, message);
    const task = requireTask(call, routed, message);
    requireSide(call, routed, message, 'executor');
    return { ...about(await notify(needs, tx, call, task, message)), from: task.to, to: task.from };
  },
  CapabilityRequest: capabilityRequest,
  FeasibilityNegotiate: (needs, tx, call, message) => negotiateMessage(needs, tx, call, message, 'FEASIBILITY'),
  FulfillmentNegotiate: (needs, tx, call, message) => negotiateMessage(needs, tx, call, message, 'FULFILLMENT'),
};

function about(task: TaskRecord): Done {
  return { task, from: task.from, to: task.to };
}

/** True when the outcome of the task is stored as data. */
export function hasOutcome(task: TaskRecord): boolean {
  return task.state === 'completed' || (isFinal(task.state) && task.document.error !== undefined);
}

/** Assigns a task. For a task that waits for its assigner, the message is the answer (`answer.ts`). */
async function assignMessage(needs: TaskServices, tx: Tx, call: Call, message: Message): Promise<Done> {
  const { from, task, asExecutor } = await route(needs, tx, call, { ...message, to: undefined });
  const to = receiver(call, needs.directory, message.to, 'task-sendTo', from);
  const assignment: Assignment = {
    from,
    to: [to],
    taskId: message.taskId,
    description: descriptionIn(message),
    verification: { wanted: false },
    subscription: subscriber(needs, message, call),
  };
  const known = task && !asExecutor && task.to === to.id && task.document.assigned ? task : undefined;
  if (known && !isSame(known, assignment)) {
    const answered = await answer(needs, tx, call, {
      task: known,
      message,
      terms: termsIn(known, message),
      subscription: assignment.subscription,
    });
    if (answered) return about(answered);
    if (message.content !== undefined) throw noAnswer(known);
  }
  if (message.content === undefined) {
    call.fail({
      tag: 'missing-element',
      info: { 'bad-element': 'content' },
      message: '"content" is missing: it describes the task, as a prompt with the section "##task description"',
    });
  }
  return about(await assign(needs, tx, call, assignment));
}

/** Returns the error for a known task-id with other content that is not an awaited answer. */
function noAnswer(task: TaskRecord): RpcError {
  const { id, taskId } = task;
  const why = awaitedOf(task)
    ? 'waits for the answer to another question than "context" names'
    : `is ${draftStatus(task)}; only a task that is blocking takes further content, as the answer it waits for`;
  return new RpcError({
    type: 'application',
    tag: 'data-exists',
    path: `/yangent-tasks:tasks/task[id='${id}']`,
    message: `the task "${taskId}" is assigned already, with other content, and ${why}. A new task needs a new task-id`,
  });
}

/** Returns the additions of an answer to the terms of its task. */
function termsIn(task: TaskRecord, message: Message): TaskTerms {
  const { content: _, async: __, 'data-param': ___, context, ...terms } = descriptionIn(message);
  return withoutAbsent({ ...terms, context: namesQuestion(task, message) ? undefined : context });
}

/** Converts the message to a description of `yangent-tasks`. */
function descriptionIn({ value, content, async: asynchronous, msgData }: Message): TaskDescription {
  const { context, 'term-explains': explained = [] } = value;
  const terms = explained.map(({ term, explaination: explanation }) => withoutAbsent({ term, explanation }));
  return withoutAbsent({
    content,
    async: asynchronous ?? true,
    'expected-response': value['expected-response'],
    term: terms.length > 0 ? terms : undefined,
    context: context === undefined ? undefined : [context],
    'data-param': msgData === undefined ? undefined : [msgData],
  });
}

function subscriber(needs: TaskServices, { subscription: wanted }: Message, call: Call) {
  const { 'subscript-url': url, 'subscript-protocol': protocol, 'subscript-method': method } = wanted;
  if (Object.keys(wanted).length === 0) return undefined;
  if (url === undefined) return missingUrl(call);
  return subscription(needs, { url, protocol, method }, call.user);
}

function missingUrl(call: Call): never {
  return call.fail({
    tag: 'missing-element',
    path: '/irtf-agent:tasks/task-subscription',
    info: { 'bad-element': 'subscript-url' },
    message:
      '"task-subscription/subscript-url" is missing: it says where the reports go; without a URL, read the event stream',
  });
}

/** Stores the profile of the requested agent as data that the sender can read. */
async function capabilityRequest(needs: TaskServices, tx: Tx, call: Call, message: Message): Promise<Done> {
  const { from } = await route(needs, tx, call, { ...message, taskId: undefined });
  const to = receiver(call, needs.directory, message.to, 'task-sendTo', from);
  const id = await needs.contexts.freeParamId(tx, `profile-of-${to.id}-for-${from.id}`, call.user);
  await needs.contexts.putParam(tx, {
    id,
    owner: call.user,
    agent: to.id,
    description: `Profile of agent ${to.id}`,
    format: 'application/yang-data+json',
    data: JSON.stringify({ 'irtf-agent:agent': to.profile }),
    readers: [from.id],
  });
  return { from: from.id, to: to.id, msgData: id };
}

async function negotiateMessage(
  needs: TaskServices,
  tx: Tx,
  call: Call,
  message: Message,
  type: NegotiationType,
): Promise<Done> {
  const { from, task } = await route(needs, tx, call, message);
  const content = message.content === undefined ? [] : [message.content];
  const { msgData } = message;
  const open =
    task ??
    (await openNegotiation(needs, tx, call, {
      from,
      to: receiver(call, needs.directory, message.to, 'task-sendTo', from),
      taskId: message.taskId,
      content,
    }));
  if (msgData !== undefined) await needs.contexts.grantRead(tx, call, msgData, [open.from, open.to]);
  return { ...about(await addRound(needs, tx, open, from.id, speechIn(type, content, msgData))), from: from.id };
}
