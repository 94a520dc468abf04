import type { Tx } from '../../store/index.js';
import { assignmentRecordId } from './assignment-record.js';
import type { SharingNeeds } from './minimisation.js';
import type { TaskRecord } from './record.js';
import { errorValue, resultText } from './value.js';

/** Returns the identifier of the data parameter that the node makes for the outcome of a task. */
export function outcomeParamId(task: string): string {
  return `${task}-result`;
}

/** Returns the data parameter with the outcome: the one that the executor names as the only result, or else the node's own. */
export function outcomeParam(task: TaskRecord): string {
  return deliveredParam(task) ?? outcomeParamId(task.id);
}

function deliveredParam({ document: { artifacts, error } }: TaskRecord): string | undefined {
  const [only, ...more] = artifacts;
  return error === undefined && more.length === 0 ? only?.['data-param'] : undefined;
}

/**
 * Stores the outcome of a task as data that messages can refer to, and as the response to its assignment in the context. That of a
 * sealed task is in the task only.
 */
export async function recordOutcome(needs: SharingNeeds, tx: Tx, task: TaskRecord): Promise<void> {
  if (task.document.seal !== undefined) return;
  if (deliveredParam(task) === undefined) await makeParam(needs, tx, task);
  await needs.contexts.recordResponse(tx, assignmentRecordId(task.id), {
    dataParam: outcomeParam(task),
    at: task.changed,
  });
}

async function makeParam(needs: SharingNeeds, tx: Tx, task: TaskRecord): Promise<void> {
  const { artifacts, error } = task.document;
  const [only, ...more] = artifacts;
  const plain = error === undefined && only?.value !== undefined && more.length === 0;
  const data = error ? JSON.stringify({ error: errorValue(error) }) : (resultText(artifacts) ?? '');
  await needs.contexts.putParam(tx, {
    id: outcomeParamId(task.id),
    owner: task.owner,
    agent: task.to,
    description: `${error ? 'Failure' : 'Result'} of task ${task.taskId}`,
    format: plain ? (only['media-type'] ?? 'text/plain') : data === '' ? 'text/plain' : 'application/json',
    data,
    readers: [task.from, task.to],
  });
}
