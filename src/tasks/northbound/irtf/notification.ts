/** The content of `irtf-agent:condition-notifications`. */
import { shownAgent } from '../../../agents/index.js';
import { int64 } from '../../../data/rfc7951/int64.js';
import { awaitedOf, awaitedPrompt, draftStatus } from '../../record/awaited.js';
import type { Condition, News } from '../../record/changes.js';
import { buildPrompt, type Prompt, parsePrompt } from '../../record/prompt.js';
import type { NegotiationType, TaskDocument, TaskRecord } from '../../record/record.js';
import type { TaskState } from '../../record/states.js';
import { list, resultText } from '../../record/value.js';
import { LONGEST_TOLD, toldArtifacts } from '../notification.js';

const NEGOTIATE: Readonly<Record<NegotiationType, Condition['commuType']>> = {
  FEASIBILITY: 'FeasibilityNegotiate',
  FULFILLMENT: 'FulfillmentNegotiate',
};

/**
 * Returns the content of `irtf-agent:condition-notifications`, from the executing agent to the assigning one. A proposal that
 * waits for the assigner's judgement is sent as a message of its negotiation.
 */
export function conditionNotification(task: TaskRecord, news: News = {}): Condition {
  const { document } = task;
  const awaited = awaitedOf(task);
  return {
    'task-sendFrom': shownAgent(task.to),
    'task-sendTo': shownAgent(task.from),
    commuType: awaited?.kind === 'judgement' ? NEGOTIATE[awaited.round.type] : 'taskResultNotify',
    'task-id': task.taskId,
    'input-required': [
      {
        required: requiredPrompt(task),
        'task-async': document.description.async === true,
        status: draftStatus(task),
        'start-time': task.changed,
      },
    ],
    'yangent-tasks:id': task.id,
    'yangent-tasks:state': task.state,
    'yangent-tasks:progress': document.percent,
    'yangent-tasks:result': task.state === 'completed' ? resultText(document.artifacts) : undefined,
    'yangent-tasks:sequence': int64(task.sequence),
    'yangent-tasks:checkpoint': news.checkpoint,
    'yangent-tasks:artifact': list(toldArtifacts(news)),
  };
}

/**
 * Returns the prompt of the notification: the question or proposal of the executor, or else the description of the task with its
 * report as environment, because the draft has no leaf for it. The target object is the task-id when none is named.
 */
function requiredPrompt(task: TaskRecord): string {
  const { content, objective } = task.document.description;
  const own = content === undefined ? undefined : parsePrompt(content);
  const awaited = awaitedOf(task);
  const asked = awaited && awaitedPrompt(awaited);
  const given: Prompt = own ?? { description: objective ?? task.taskId };
  const prompt = asked ?? { ...given, environment: environmentOf(given.environment, reported(task)) };
  return buildPrompt({ ...prompt, object: prompt.object ?? own?.object ?? task.taskId });
}

function environmentOf(...told: readonly (string | undefined)[]): string | undefined {
  const texts = told.filter((text) => text !== undefined && text !== '');
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Returns the progress, reason or outcome in words; undefined when there is none or it is too long for a notification. */
function reported({ state, document }: TaskRecord): string | undefined {
  const words = REPORTED[state]?.(document);
  return words === undefined || words.length > LONGEST_TOLD ? undefined : words;
}

const noteOf = ({ note }: TaskDocument) => note;
const reasonOf = ({ reason }: TaskDocument) => reason;

/** Selects the text that is reported in each state. */
const REPORTED: Readonly<Partial<Record<TaskState, (document: TaskDocument) => string | undefined>>> = {
  running: noteOf,
  verifying: noteOf,
  suspended: reasonOf,
  failed: ({ error, reason }) => error?.message ?? reason,
  canceled: reasonOf,
  rejected: reasonOf,
  completed: ({ artifacts: [only, ...more] }) => (more.length === 0 ? only?.value : undefined),
};
