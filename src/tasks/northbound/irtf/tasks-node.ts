/** `irtf-agent:tasks`: a write submits one message; a read shows the last message of the caller with its outcome. */
import { shownAgent } from '../../../agents/index.js';
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { IrtfAgentConfig } from '../../../generated/providers.js';
import type { Call, OwnedNode, OwnedOutcome } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { answerTo, roundParamId } from '../../negotiation/negotiation.js';
import { awaitedOf, draftStatus } from '../../record/awaited.js';
import { outcomeParam } from '../../record/outcome.js';
import { lastAnswerParam } from '../../record/questions.js';
import type { TaskRecord } from '../../record/record.js';
import { messageShown } from '../../record/references.js';
import { isSettled } from '../rpc.js';
import type { TaskServices } from '../services.js';
import { askedBy } from './asked.js';
import { nextOrder } from './inbox.js';
import { requireMeaning } from './leaves.js';
import {
  DEFAULT_OPERATION,
  type KeptMessage,
  type Messages,
  type MessageValue,
  messageOf,
  type SentMessage,
} from './messages.js';
import { type Done, hasOutcome, OPERATIONS } from './operations.js';
import { requireTaskId } from './routing.js';

/** The values of `task-status` for a question of an executor. */
const QUESTIONS: readonly (string | undefined)[] = ['blocking', 'blocked'];

export function tasksNode(needs: TaskServices, messages: Messages): OwnedNode<IrtfAgentConfig['/irtf-agent:tasks']> {
  return {
    order: 3,
    identifying: ['task-id'],
    asks: ({ value }, call) => askedBy(needs, messageOf(value), call),
    read: async (call) => {
      const order = await nextOrder(needs, call);
      if (order) return messageShown(needs, call, order);
      const kept = await messages.shown(call);
      return kept && shownValue(needs, kept, call);
    },
    write: async ({ operation, value }, call, tx) => {
      if (operation === 'delete' || operation === 'remove') {
        if (operation === 'delete' && !(await messages.shown(call, tx.sql))) {
          call.fail({ tag: 'data-missing', path: '/irtf-agent:tasks', message: 'there is no message to delete' });
        }
        await messages.forget(tx, call);
        return undefined;
      }
      return submit(needs, messages, value, call, tx);
    },
  };
}

async function submit(
  needs: TaskServices,
  messages: Messages,
  value: SentMessage,
  call: Call,
  tx: Tx,
): Promise<OwnedOutcome | undefined> {
  const message = messageOf(value);
  requireTaskId(call, message.taskId);
  const name = message.commuType ?? DEFAULT_OPERATION;
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  if (!operation) {
    return call.fail({
      tag: 'invalid-value',
      path: '/irtf-agent:tasks/commuType',
      message: `commuType "${name}" is none of the draft's operations, which are ${Object.keys(OPERATIONS).join(', ')}`,
    });
  }
  const done = await operation(needs, tx, call, message);
  // Checked after the operation, so that a caller without permission gets that error first.
  requireMeaning(call, name, value);
  const kept = keptMessage(value, done);
  await messages.keep(tx, call, kept, [done.from, done.to]);
  const { task } = done;
  if (message.async !== false || !task) return undefined;
  return {
    finish: async () => {
      const patience = { timeout: needs.settings.syncWait, signal: call.signal };
      if (!isHeard(task)) await needs.watch.until(task.id, isHeard, patience);
      return { ...(await shownValue(needs, kept, call)) };
    },
  };
}

/** True when there is an answer for the sender of a synchronous message; a proposal is one too. */
function isHeard(task: TaskRecord): boolean {
  return isSettled(task) || awaitedOf(task) !== undefined;
}

/** Returns the message with the leaves that the node fills in: sender, receiver, task-id, and data of the answer. */
function keptMessage(value: SentMessage, { task, from, to, msgData }: Done): KeptMessage {
  const filled = {
    ...value,
    'task-sendFrom': value['task-sendFrom'] ?? from,
    'task-sendTo': value['task-sendTo'] ?? (to === undefined ? undefined : shownAgent(to)),
    'task-id': value['task-id'] ?? task?.taskId,
    ...(msgData === undefined ? {} : { 'msg-data': msgData }),
  };
  const seal = task?.document.seal;
  return {
    value: withoutAbsent(filled),
    ...(task ? { task: task.id } : {}),
    ...(seal === undefined ? {} : { seal }),
  };
}

async function shownValue(needs: TaskServices, { value, task: id }: KeptMessage, call: Call): Promise<MessageValue> {
  const task = id === undefined ? undefined : await needs.rows.get(id);
  if (!task) return messageShown(needs, call, value);
  return messageShown(needs, call, {
    ...value,
    'task-status': draftStatus(task),
    'msg-data': answerParam(value, task) ?? value['msg-data'],
  });
}

/** Returns the data parameter with the answer, which is shown instead of the message's own. */
function answerParam(value: MessageValue, task: TaskRecord): string | undefined {
  const operation = value.commuType ?? DEFAULT_OPERATION;
  const find = Object.hasOwn(ANSWERS, operation) ? ANSWERS[operation] : undefined;
  // Of a sealed task there are no data parameters.
  if (task.document.seal !== undefined) return undefined;
  return find ? find(task, value) : hasOutcome(task) ? outcomeParam(task) : undefined;
}

/** Operations whose answer is not the outcome of the task. */
const ANSWERS: Readonly<Record<string, (task: TaskRecord, value: MessageValue) => string | undefined>> = {
  FeasibilityNegotiate: nextRound,
  FulfillmentNegotiate: nextRound,
  // A report has no answer; a question has that of the assigner.
  taskResultNotify: (task, value) => (QUESTIONS.includes(value['task-status']) ? lastAnswerParam(task) : undefined),
};

/** Returns the data parameter with the latest answer of the other side to a round. */
function nextRound(task: TaskRecord): string | undefined {
  const asked = task.document.rounds.findLast((round) => answerTo(task, round.round) !== undefined);
  return asked && roundParamId(task.id, asked.round);
}
