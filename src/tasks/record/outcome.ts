import type { Tx } from '../../store/index.js';
import { assignmentRecordId } from './assignment-record.js';
import type { SharingNeeds } from './minimisation.js';
import type { TaskRecord } from './record.js';
import { errorValue, resultText } from './value.js';

/** The data parameter that the node makes of how a task ended. */
export function outcomeParamId(task: string): string {
  return `${task}-result`;
}

/** Where it is told how a task ended: in the data that its executor names as the only result, or else in those that the node makes. */
export function outcomeParam(task: TaskRecord): string {
  return deliveredParam(task) ?? outcomeParamId(task.id);
}

function deliveredParam({ document: { artifacts, error } }: TaskRecord): string | undefined {
  const [only, ...more] = artifacts;
  return error === undefined && more.length === 0 ? only?.['data-param'] : undefined;
}

/** Keeps how a task ended as data that messages can refer to, and as the response to its assignment in the context. */
export async function recordOutcome(needs: SharingNeeds, tx: Tx, task: TaskRecord): Promise<void> {
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
