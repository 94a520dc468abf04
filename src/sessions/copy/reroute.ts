/** Lets copies, and what waits for their homes, follow the domain of a home that is reached over another peer than before. */
import type { Tx } from '../../store/index.js';
import type { Copy, SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** Binds a copy to another peer. @returns the session as it is then */
export async function reroute(
  { sessions, posts, posting }: Pick<SessionServices, 'sessions' | 'posts' | 'posting'>,
  tx: Tx,
  session: SessionRecord,
  copy: Copy,
  peer: string,
): Promise<SessionRecord> {
  await sessions.setPeer(tx, session.id, peer);
  await posts.setPeer(tx, session.id, peer);
  tx.afterCommit(() => posting.wake(peer));
  return { ...session, copy: { ...copy, peer } };
}

/** Looks at all copies after the configuration of peers has changed. Those of a domain that no peer has stay as they are. */
export async function rerouteAll(o: SessionServices): Promise<void> {
  for (const { home, peer } of await o.sessions.homes()) {
    const now = o.homes.over(home)?.name;
    if (now === undefined || now === peer) continue;
    await o.store.transact(async (tx) => {
      for (const id of await o.sessions.copiesOf(tx, home, peer)) {
        const session = await o.sessions.latest(tx, id);
        if (session?.copy) await reroute(o, tx, session, session.copy, now);
      }
    });
  }
}
