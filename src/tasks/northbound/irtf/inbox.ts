/** Shows the next waiting task of an attached agent as the message that assigns it. */
import { shownAgent } from '../../../agents/index.js';
import type { Call } from '../../../server/index.js';
import { draftStatus } from '../../record/awaited.js';
import { buildPrompt, parsePrompt } from '../../record/prompt.js';
import type { TaskRecord } from '../../record/record.js';
import { seesTask } from '../../visibility.js';
import type { TaskServices } from '../services.js';
import type { MessageValue } from './messages.js';

/**
 * Returns the task that an agent is to begin next, when a caller that may act for the agent reads the agent's endpoint; undefined
 * when no task waits. The first report of the agent begins the task; then the next task is shown.
 */
export async function nextOrder(needs: TaskServices, call: Call): Promise<MessageValue | undefined> {
  const { view } = call;
  if (view.kind !== 'agent' || !call.mayActFor(view.agent) || !needs.executors.isAttached(view.agent)) return undefined;
  const id = await needs.queue.first(view.agent, needs.steady());
  const task = id === undefined ? undefined : await needs.rows.get(id);
  return task && seesTask(call, task) ? orderOf(task) : undefined;
}

/** Converts a task to the message of the draft that assigns it. */
function orderOf(task: TaskRecord): MessageValue {
  const { description } = task.document;
  const terms = (description.term ?? []).map(({ term, explanation }) => ({ term, explaination: explanation }));
  return {
    'task-sendFrom': shownAgent(task.from),
    'task-sendTo': shownAgent(task.to),
    commuType: 'taskAssign',
    'task-id': task.taskId,
    content: promptOf(task),
    'task-async': description.async === true,
    'task-status': draftStatus(task),
    'expected-response': description['expected-response'],
    'term-explains': terms.length > 0 ? terms : undefined,
    'msg-data': description['data-param']?.[0],
    context: description.context?.[0],
  };
}

/** Returns the assigned content if it is a prompt; else builds a prompt from the texts of the task. */
function promptOf({ taskId, document: { description } }: TaskRecord): string {
  const { content, objective, type } = description;
  if (content !== undefined && parsePrompt(content)) return content;
  return buildPrompt({
    description: content ?? objective ?? type ?? taskId,
  });
}
