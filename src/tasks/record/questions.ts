/** Stores the questions of an executor and their answers in the context of the task. Those of a sealed task are in the task only. */
import type { Tx } from '../../store/index.js';
import type { SharingNeeds } from './minimisation.js';
import type { ProvidedInput, TaskRecord } from './record.js';

/** Returns the number of the next question, counted from 1. */
export function numberOfNextQuestion({ document: { questions, inputs } }: TaskRecord): number {
  return (questions ?? inputs.length) + 1;
}

/** Returns the identifier of the context record of a question. */
export function questionRecordId(task: string, question: number): string {
  return `${task}-question-${question}`;
}

/** Returns the identifier of the data parameter with the answer to a question. */
export function answerParamId(task: string, question: number): string {
  return `${task}-question-${question}-answer`;
}

/** Stores the question that the task now waits for as a message from the executor to the assigner. */
export async function recordQuestion(needs: SharingNeeds, tx: Tx, task: TaskRecord, asked: string): Promise<void> {
  const { questions = 1, redacted, seal } = task.document;
  if (seal !== undefined) return;
  await needs.contexts.recordRequest(tx, {
    id: questionRecordId(task.id, questions),
    owner: task.owner,
    from: task.to,
    to: task.from,
    task: task.id,
    thread: task.id,
    type: 'conversation',
    content: asked,
    redacted,
    at: task.changed,
  });
}

/** Stores an answer as a message of the assigner, and as the response to the question. */
export async function recordAnswer(
  needs: SharingNeeds,
  tx: Tx,
  task: TaskRecord,
  { sequence, question, content, data, 'data-param': params = [], at }: ProvidedInput,
): Promise<void> {
  const { redacted, seal } = task.document;
  if (seal !== undefined) return;
  const said = content ?? (data === undefined ? undefined : JSON.stringify(data));
  await needs.contexts.recordRequest(tx, {
    id: `${task.id}-answer-${sequence}`,
    owner: task.owner,
    from: task.from,
    to: task.to,
    task: task.id,
    thread: task.id,
    type: 'conversation',
    content: said ?? `data: ${params.join(', ')}`,
    redacted,
    dataParams: params.slice(0, 1),
    ...(question === undefined ? {} : { inReplyTo: questionRecordId(task.id, question) }),
    at,
  });
  if (question === undefined) return;
  const id = said === undefined ? params[0] : answerParamId(task.id, question);
  if (id === undefined) return;
  if (said !== undefined) {
    await needs.contexts.putParam(tx, {
      id,
      owner: task.owner,
      agent: task.from,
      description: `Answer to question ${question} about task ${task.taskId}`,
      format: content === undefined ? 'application/json' : 'text/plain',
      data: said,
      readers: [task.from, task.to],
    });
  }
  await needs.contexts.recordResponse(tx, questionRecordId(task.id, question), { dataParam: id, at });
}

/** Returns the data parameter with the last answer; undefined when there is none, or when another question waits for its answer. */
export function lastAnswerParam({ id, state, document }: TaskRecord): string | undefined {
  const last = document.inputs.at(-1);
  if (last?.question === undefined || state === 'input-required') return undefined;
  const { content, data, 'data-param': params = [] } = last;
  return content === undefined && data === undefined ? params[0] : answerParamId(id, last.question);
}

/** Returns the data parameters that were made for the answers to the questions of a task. */
export function answerParams({ id, document }: TaskRecord): readonly string[] {
  return document.inputs.flatMap(({ question }) => (question === undefined ? [] : [answerParamId(id, question)]));
}
