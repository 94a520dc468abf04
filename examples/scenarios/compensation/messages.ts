/** Messages of an assigner about a task that is assigned; they go into the account. */
import type { CompletedTask, PeerTask } from 'yangent';
import type { Colleague } from '../stage/index.js';

export interface TypedTask {
  readonly task: PeerTask;
  readonly type: string;
}

/** Gives the input for which the task waits. One that waits for none any more was given it before a restart. */
export async function giveInput(
  colleague: Colleague,
  { task, type }: TypedTask,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const { id, state } = await task.view({ signal });
  if (state !== 'input-required') return;
  await task.provideInput(text, { signal });
  colleague.tell('provides', text, { task: { id, type, state } });
}

/** Waits for the result. @throws TaskNotCompleted when there is none */
export async function tellResult(
  colleague: Colleague,
  { task, type }: TypedTask,
  signal: AbortSignal,
): Promise<CompletedTask> {
  const done = await task.result({ signal });
  colleague.tell('answers', done.progress?.note ?? 'done', { task: { id: task.id, type, state: done.state } });
  return done;
}
