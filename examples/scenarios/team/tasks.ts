/** Tasks that an agent claims at its node, and completes there. */
import type { RestconfClient } from 'yangent';
import { entriesIn, type Members, membersIn, textIn } from '../stage/index.js';

/** A task that the agent has claimed. */
export interface Claimed {
  readonly id: string;
  /** As its assigner calls it. */
  readonly taskId: string;
  readonly from: string;
  readonly type: string;
  readonly content: string;
  readonly input: Members;
  readonly attempt: number;
}

/** Returns the tasks in an answer of claim-next. */
export function claimedIn(answer: unknown): readonly Claimed[] {
  return entriesIn(membersIn(answer), 'task').map((task) => ({
    id: textIn(task, 'id') ?? '',
    taskId: textIn(task, 'task-id') ?? '',
    from: textIn(task, 'from') ?? '',
    type: textIn(task, 'type') ?? '',
    content: textIn(task, 'content') ?? '',
    input: membersIn(task.input),
    attempt: Number(task.attempt),
  }));
}

/** Delivers the result of a task. */
export async function complete(client: RestconfClient, { id, attempt }: Claimed, result: string): Promise<void> {
  const artifact = [{ name: 'conclusion', modality: 'text', value: result }];
  await client.action(`/yangent-tasks:tasks/task=${encodeURIComponent(id)}/complete`, { attempt, artifact });
}
