/** Tells the members of a session how its tasks go on, and leads a team on when they end. */
import { sealedType } from '../../contexts/index.js';
import type { Tx } from '../../store/index.js';
import { type Follower, isFinal, type TaskRecord } from '../../tasks/index.js';
import { close } from '../floor/close.js';
import { move } from '../floor/course.js';
import type { Details } from '../record/message.js';
import type { SessionTask } from '../record/session-task.js';
import { isSealed } from '../record/terms.js';
import { type News, toldIn } from '../sealed/told.js';
import type { SessionServices } from '../services.js';
import type { Assigned } from './assign.js';

/** Milliseconds between two messages about how far a task in one state is. */
const TELL_EVERY = 1_000;

/** Follows tasks: those of sessions, and those for which teams were formed. */
export function followTasks(o: SessionServices): Follower {
  return async (tx, before, after) => {
    // A team works for the agent that formed it, and not for another that gets the task.
    if (isFinal(after.state) || (before && before.to !== after.to)) {
      for (const team of await o.sessions.ofTask(tx, after.id)) await close(o, tx, team, { reason: 'parent-ended' });
    }
    if (after.document.description.thread === undefined) return;
    const row = await o.tasks.get(after.id, tx);
    if (row && !row.hasEnded) await goOn(o, tx, row, before, after);
  };
}

/** Tells that tasks of the last message run already: their agents had begun before the message was there. */
export async function tellRunning(o: SessionServices, tx: Tx, assigned: readonly Assigned[]): Promise<void> {
  for (const { row, task } of assigned) if (task.state === 'running') await goOn(o, tx, row, undefined, task);
}

async function goOn(
  o: SessionServices,
  tx: Tx,
  row: SessionTask,
  before: TaskRecord | undefined,
  after: TaskRecord,
): Promise<void> {
  const { state } = after;
  const hasEnded = isFinal(state);
  const now = o.now();
  const isInOther = before === undefined || before.state !== state;
  const isFurther = before?.document.percent !== after.document.percent;
  const isTold = isInOther || (isFurther && now - row.told >= TELL_EVERY);
  await o.tasks.setState(tx, { ...row, state, hasEnded, told: isTold ? now : row.told });
  const session = await o.sessions.get(row.session, tx);
  if (!session || session.state === 'closed' || !isTold) return;
  const type = hasEnded ? 'task-result' : 'task-progress';
  const { said, hasClear } = await toldIn(o, tx, session, hasEnded ? resultOf(after) : noteOf(after));
  const { session: told } = await o.log.append(tx, session, {
    ...{ id: `${after.id}/${after.version}`, type, from: row.assignee, to: [], tags: [], ...said },
    // A part of a sealed text could not be opened.
    ...(isSealed(session) ? {} : shortened(said, o.limits.messageSize)),
    details: { 'task-news': { ...news(row, after), ...(hasClear ? { 'not-sealed': true } : {}) } },
  });
  if (hasEnded) await move(o, tx, told, 'task-ended', { task: row.task }, 'tasks-ended');
}

function news({ taskId }: SessionTask, { id, state, document }: TaskRecord): NonNullable<Details['task-news']> {
  const { percent } = document;
  return { id, 'task-id': taskId, state, ...(percent === undefined ? {} : { percent }) };
}

/**
 * Returns the conclusion of a task: the artifact of that name, else the first that is a text; or why it did not come to one; and
 * its other artifacts.
 */
function resultOf({ document: { artifacts, error, reason, note } }: TaskRecord): News {
  const texts = artifacts.filter(({ value }) => value !== undefined);
  const result = texts.find(({ name }) => name === 'conclusion') ?? texts[0];
  const content = result?.value ?? error?.message ?? reason ?? note;
  const mediaType = sealedType(result?.['media-type']);
  const others = artifacts.filter(({ value }) => value === undefined || value !== content);
  return {
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(others.length > 0 ? { artifacts: others } : {}),
  };
}

function noteOf({ document: { note } }: TaskRecord): News {
  return note === undefined ? {} : { content: note };
}

function shortened({ content }: News, most: number): News {
  if (content === undefined || content.length <= most) return {};
  return { content: `${content.slice(0, most - 1)}…` };
}
