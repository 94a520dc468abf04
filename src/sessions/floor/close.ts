/** Closes sessions: with their unfinished tasks, and with the task for which a team was formed. */
import type { Tx } from '../../store/index.js';
import { TRANSITIONS } from '../../tasks/index.js';
import type { CloseReason, SessionRecord } from '../record/session.js';
import { isSealed } from '../record/terms.js';
import { typeOfSealed } from '../sealed/forms.js';
import type { SessionServices } from '../services.js';
import { changed, tellFloor } from './news.js';

/** Why the session ends, as the task for which it was formed is told. */
const REASONS: Readonly<Record<Exclude<CloseReason, 'parent-ended'>, string>> = {
  closed: 'the team that was formed for it was closed',
  empty: 'all members of the team that was formed for it have left',
  concluded: 'the team that was formed for it concluded',
  'max-turns': 'the team that was formed for it concluded when its turns were used up',
  'no-conclusion': 'the team that was formed for it came to no conclusion',
  'no-quorum': 'too few members joined the team that was formed for it',
  continued: 'the team that was formed for it goes on at another node',
};

export interface Ending {
  readonly reason: CloseReason;
  /** The conclusion of a team; the message that says it has told the members. */
  readonly conclusion?: string;
}

/** Closes a session. Its unfinished tasks are canceled; the teams that were formed for these are closed with them. */
export async function close(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  { reason, conclusion }: Ending,
): Promise<SessionRecord> {
  const isTold = conclusion !== undefined || reason === 'empty';
  const told = isTold ? session : await tellFloor(o, tx, session, { state: 'closed', reason: tellable(reason) });
  const since = o.now();
  await o.sessions.close(tx, session.id, { reason, since, ...(conclusion === undefined ? {} : { conclusion }) });
  await o.timers.removeOf(tx, session.id);
  await o.needs.removeOf(tx, session.id);
  const { floor: _, opening: __, ...rest } = told;
  const closed: SessionRecord = {
    ...rest,
    ...{ state: 'closed', since, closeReason: reason },
    ...(conclusion === undefined ? {} : { conclusion }),
  };
  await changed(o, tx, closed, 'closed');
  tx.afterCommit(() => o.attached.wake(session.id));
  for (const { task } of await o.tasks.unfinished(tx, session.id)) {
    await o.work.cancel(tx, task, 'node', `the session in which it was assigned is closed (${reason})`);
  }
  await endParent(o, tx, closed, reason);
  return closed;
}

function tellable(reason: CloseReason): 'closed' | 'timeout' | 'concluded' {
  if (reason === 'no-quorum' || reason === 'no-conclusion') return 'timeout';
  return reason === 'concluded' || reason === 'max-turns' ? 'concluded' : 'closed';
}

/** The conclusion completes the task for which a team was formed; without one, the task fails. */
async function endParent(
  o: SessionServices,
  tx: Tx,
  { parent, conclusion, terms }: SessionRecord,
  reason: CloseReason,
): Promise<void> {
  if (!parent?.completes || reason === 'parent-ended') return;
  const task = await o.work.get(tx, parent.task);
  if (!task || !TRANSITIONS[task.state].includes('failed')) return;
  if (conclusion === undefined) {
    await o.work.fail(tx, task, { code: 'team-failed', message: REASONS[reason], recovery: [] });
    return;
  }
  // Its assigner judges another result already.
  if (task.state === 'verifying') return;
  const type = isSealed({ terms }) ? typeOfSealed(conclusion) : undefined;
  await o.work.conclude(tx, task, [{ name: 'conclusion', 'media-type': type ?? 'text/plain', value: conclusion }]);
}
