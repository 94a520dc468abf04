/** `taskResultNotify`: the reports of an attached executor in messages of the draft. */
import type { Call } from '../../../server/index.js';
import type { Tx } from '../../../store/index.js';
import { claim, complete, fail, reportProgress, requestInput } from '../../execution/execution.js';
import { goOn, requireNoQuestion } from '../../execution/going-on.js';
import { suspend } from '../../execution/steering.js';
import { remark } from '../../record/minimisation.js';
import { descriptionOf } from '../../record/prompt.js';
import type { Artifact, TaskRecord } from '../../record/record.js';
import { Reported } from '../../record/reported.js';
import { requireAttached } from '../rpc.js';
import type { TaskServices } from '../services.js';
import { refuseLeaf } from './leaves.js';
import type { Message } from './messages.js';

/** Reports that may carry data. */
const TAKES_DATA: readonly string[] = ['finished', 'processing'];

type Report = (needs: TaskServices, tx: Tx, task: TaskRecord, message: Message) => Promise<TaskRecord>;

const DEFAULT_STATUS = 'processing';

/** The actions for which the reports stand, by `task-status`. */
const ACTIONS: Readonly<Record<string, string>> = {
  processing: 'yangent-tasks.report-progress',
  blocking: 'yangent-tasks.request-input',
  blocked: 'yangent-tasks.request-input',
  suspended: 'yangent-tasks.suspend',
  finished: 'yangent-tasks.complete',
  failed: 'yangent-tasks.fail',
};

/** Returns the action for which a report stands; undefined for a status that cannot be reported. */
export function reportAction(status = DEFAULT_STATUS): string | undefined {
  return Object.hasOwn(ACTIONS, status) ? ACTIONS[status] : undefined;
}

/** The reports by `task-status`. */
const REPORTS: Readonly<Record<string, Report>> = {
  processing: async (needs, tx, task, message) => {
    const running = await goOn(needs, tx, task, needs.settings.lease);
    const isSaid = message.content !== undefined || message.msgData !== undefined || running === task;
    return isSaid ? reportProgress(needs, tx, running, { note: textIn(message), artifacts: dataIn(message) }) : running;
  },
  blocking: ask,
  blocked: ask,
  suspended: async (needs, tx, task, message) =>
    task.document.suspendedByExecutor && task.state === 'suspended'
      ? task
      : suspend(needs, tx, task, task.to, remark(needs, task, textIn(message), task.to), {
          suspendedByExecutor: true,
        }),
  finished: async (needs, tx, task, message) => {
    requireNoQuestion(task);
    return complete(needs, tx, task, { artifacts: resultIn(message) });
  },
  failed: (needs, tx, task, message) =>
    fail(needs, tx, task, {
      code: 'internal',
      message: textIn(message) ?? 'the executor reports a failure',
      recovery: [],
    }),
};

/** Executes a report. The first report begins the task, because the draft has no claim; `processing` resumes it. */
export async function notify(
  needs: TaskServices,
  tx: Tx,
  call: Call,
  task: TaskRecord,
  message: Message,
): Promise<TaskRecord> {
  requireAttached(needs, call, task.to);
  const status = message.status ?? DEFAULT_STATUS;
  const report = Object.hasOwn(REPORTS, status) ? REPORTS[status] : undefined;
  if (!report) {
    return call.fail({
      tag: 'invalid-value',
      message: `task-status "${status}" cannot be reported; an executor reports ${Object.keys(REPORTS).join(', ')}`,
    });
  }
  if (message.msgData !== undefined) {
    if (!TAKES_DATA.includes(status)) refuseLeaf(call, 'msg-data', `a report of ${status}`);
    await needs.contexts.grantRead(tx, call, message.msgData, [task.from, task.to]);
  }
  const begun = task.state === 'accepted' ? await claim(needs, tx, task, { lease: needs.settings.lease }) : task;
  return report(needs, tx, begun, message);
}

/** Asks a question. A repeated question changes nothing; another question replaces it. */
async function ask(needs: TaskServices, tx: Tx, task: TaskRecord, message: Message): Promise<TaskRecord> {
  const question = message.content ?? 'input is required';
  if (task.state !== 'input-required') return requestInput(needs, tx, task, question);
  const asked = new Reported(needs, task).text(question);
  if (task.document.inputRequest?.required === asked) return task;
  return requestInput(needs, tx, await goOn(needs, tx, task, needs.settings.lease), question);
}

function textIn({ content }: Message): string | undefined {
  return content === undefined ? undefined : descriptionOf(content);
}

/** Returns the data of a report: the result, or an intermediate result. */
function dataIn({ msgData }: Message): readonly Artifact[] {
  return msgData === undefined ? [] : [{ name: 'result', 'data-param': msgData }];
}

function resultIn(message: Message): readonly Artifact[] {
  const text = textIn(message);
  const artifacts: Artifact[] = [...dataIn(message)];
  if (text !== undefined)
    artifacts.push({
      name: message.msgData === undefined ? 'result' : 'report',
      'media-type': 'text/plain',
      value: text,
    });
  return artifacts;
}
