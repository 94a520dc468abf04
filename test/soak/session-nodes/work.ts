/** Does the tasks that agents of a node were assigned. */
import { setTimeout as delay } from 'node:timers/promises';
import { type RestconfClient, RestconfError } from '../../../src/clients/index.js';
import { isFinal } from '../sessions/course.js';
import type { Answers } from './answers.js';
import { agentsAt, type Place } from './row.js';

export interface Task {
  readonly id: string;
  readonly 'task-id': string;
  readonly from: string;
  readonly to: string;
  readonly state: string;
}

/** Milliseconds between two looks. */
const PAUSE = 200;

export async function tasksAt(client: RestconfClient): Promise<readonly Task[]> {
  try {
    const { value } = await client.get('/yangent-tasks:tasks?fields=task(id;task-id;from;to;state)');
    return (value as { 'yangent-tasks:tasks'?: { task?: readonly Task[] } })['yangent-tasks:tasks']?.task ?? [];
  } catch (error) {
    if (error instanceof RestconfError && error.tag === 'invalid-value') return [];
    throw error;
  }
}

/** Claims and completes tasks until the signal comes. */
export async function toil(client: RestconfClient, place: Place, answers: Answers, signal: AbortSignal): Promise<void> {
  const own: readonly string[] = agentsAt(place);
  while (!signal.aborted) {
    for (const task of await tasksAt(client))
      if (own.includes(task.to) && !isFinal(task.state)) await execute(client, task, answers);
    await delay(PAUSE);
  }
}

async function execute(client: RestconfClient, { id, state }: Task, answers: Answers): Promise<void> {
  const path = `/yangent-tasks:tasks/task=${id}`;
  if (state !== 'running') await client.action(`${path}/claim`, {});
  await client.action(`${path}/complete`, {});
  answers.counts.ended += 1;
}
