/** `taskResultNotify`: how an attached executor reports through the draft's messages. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { TaskContext } from '../context.js';
import { claim, complete, fail, reportProgress, requestInput } from '../execution.js';
import { remark } from '../minimisation.js';
import { requireAttached } from '../operations/tasks.js';
import { descriptionOf } from '../prompt.js';
import type { Artifact, TaskRecord } from '../record.js';
import { suspend } from '../steering.js';
import type { Message } from './messages.js';

type Report = (context: TaskContext, tx: Tx, task: TaskRecord, message: Message) => Promise<TaskRecord>;

/** By `task-status`. */
const REPORTS: Readonly<Record<string, Report>> = {
  processing: (context, tx, task, message) => reportProgress(context, tx, task, { note: textIn(message) }),
  blocking: ask,
  blocked: ask,
  suspended: (context, tx, task, message) =>
    suspend(context, tx, task, task.to, remark(context, task, textIn(message), task.to)),
  finished: (context, tx, task, message) => complete(context, tx, task, resultIn(message)),
  failed: (context, tx, task, message) =>
    fail(context, tx, task, {
      code: 'internal',
      message: textIn(message) ?? 'the executor reports a failure',
      recovery: [],
    }),
};

export async function notify(
  context: TaskContext,
  tx: Tx,
  call: Call,
  task: TaskRecord,
  message: Message,
): Promise<TaskRecord> {
  requireAttached(context, call, task.to);
  const status = message.status ?? 'processing';
  const report = REPORTS[status];
  if (!report) {
    return call.fail({
      tag: 'invalid-value',
      message: `task-status "${status}" cannot be reported; an executor reports ${Object.keys(REPORTS).join(', ')}`,
    });
  }
  if (message.msgData !== undefined) await context.contexts.handOn(tx, call, message.msgData, [task.from, task.to]);
  // The draft has no claim: the first report begins the task.
  const running = task.state === 'accepted' ? await claim(context, tx, task, context.settings.lease) : task;
  return report(context, tx, running, message);
}

function ask(context: TaskContext, tx: Tx, task: TaskRecord, message: Message): Promise<TaskRecord> {
  return requestInput(context, tx, task, message.content ?? 'input is required');
}

function textIn({ content }: Message): string | undefined {
  return content === undefined ? undefined : descriptionOf(content);
}

function resultIn(message: Message): readonly Artifact[] {
  const text = textIn(message);
  const artifacts: Artifact[] = [];
  if (message.msgData !== undefined) artifacts.push({ name: 'result', 'data-param': message.msgData });
  if (text !== undefined)
    artifacts.push({
      name: message.msgData === undefined ? 'result' : 'report',
      'media-type': 'text/plain',
      value: text,
    });
  return artifacts;
}
