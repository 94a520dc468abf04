import type { Tx } from '../store/index.js';
import { assignmentRecordId } from './assignment-record.js';
import type { TaskContext } from './context.js';
import type { TaskRecord } from './record.js';
import { errorValue, resultText } from './value.js';

/** The data parameter that holds the outcome of a task. */
export function outcomeParamId(task: string): string {
  return `${task}-result`;
}

/** Keeps how a task ended as data that messages can refer to, and as the response to its assignment in the context. */
export async function recordOutcome(context: TaskContext, tx: Tx, task: TaskRecord): Promise<void> {
  const { artifacts, error } = task.document;
  const [only, ...more] = artifacts;
  const plain = error === undefined && only?.value !== undefined && more.length === 0;
  const data = error ? JSON.stringify({ error: errorValue(error) }) : (resultText(artifacts) ?? '');
  const id = outcomeParamId(task.id);
  await context.contexts.putParam(tx, {
    id,
    owner: task.owner,
    agent: task.to,
    description: `${error ? 'Failure' : 'Result'} of task ${task.taskId}`,
    format: plain ? (only['media-type'] ?? 'text/plain') : data === '' ? 'text/plain' : 'application/json',
    data,
    readers: [task.from, task.to],
  });
  await context.contexts.recordResponse(tx, assignmentRecordId(task.id), { dataParam: id, at: task.changed });
}
