/** Tells the log of messages of a hosted member that the home of their session refused: no function of the agent waits for them. */
import type { Seat } from './meeting.js';
import type { MemberNeeds } from './needs.js';

/** Refusals that are read at once. */
const MOST = 100;

export async function tellRefused({ services, door }: MemberNeeds, seat: Seat, signal: AbortSignal): Promise<void> {
  const { actor, session, log } = seat;
  const { agent } = actor;
  const refused = session.copy ? await services.posts.refused([agent], { session: session.id, limit: MOST }) : [];
  if (refused.length === 0) return;
  for (const { id, refusal } of refused)
    log.warn(
      { message: id, reason: refusal },
      'sessions: the home of the session refused a message of a hosted member',
    );
  const position = [{ session: session.id, through: '0', rejected: refused.map(({ id }) => id) }] as const;
  await door.invoke(actor, 'yangent-sessions:acknowledge', { agent, position: [...position] }, signal);
}
