/** Following a task that may ask: its questions are passed on, and the answers given to it. */
import type { CompletedTask } from 'yangent';
import type { Colleague, ColleagueTask } from '../stage/index.js';

export interface Follow {
  readonly type: string;
  /** As in Entry. */
  readonly about: string;
  readonly signal: AbortSignal;
  /** Finds the answer to a question of the executor. */
  readonly answer: (question: string) => Promise<string>;
}

/** Until the task is completed. @throws TaskNotCompleted when it ends otherwise */
export async function follow(
  colleague: Colleague,
  { task }: ColleagueTask,
  { type, about, signal, answer }: Follow,
): Promise<CompletedTask> {
  const told = (state: string) => ({ task: { id: task.id, type, state }, about });
  for await (const { state, note } of task.changes({ signal })) {
    if (state !== 'input-required' || note === undefined) continue;
    colleague.tell('asks', note, { ...told(state), from: colleague.name });
    const given = await answer(note);
    colleague.tell('provides', given, told(state));
    await task.provideInput(given);
  }
  const done = await task.result({ signal });
  const text = done.artifact.find(({ name }) => name === 'summary')?.value ?? 'done';
  colleague.tell('answers', text, told(done.state));
  return done;
}
