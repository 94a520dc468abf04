/** Ends sessions that go on at another node. */
import type { Tx } from '../../store/index.js';
import { close } from '../floor/close.js';
import { changed } from '../floor/news.js';
import type { SessionPeer } from '../homes/homes.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { movePosts } from './resend.js';

/**
 * Closes the session with which a copy goes on: one of this node, which was away meanwhile, or another copy. The peer that goes on must
 * be one of its readers, or the one from which the copy came; and its coordinator is an agent of that peer, or the peer is configured to
 * continue sessions. Messages that the peer did not know stay in the log; those that waited go to the session that goes on.
 *
 * @returns the session of this node that stays open, since the peer may not continue it
 */
export async function closeContinued(
  o: SessionServices,
  tx: Tx,
  peer: SessionPeer,
  session: SessionRecord,
): Promise<string | undefined> {
  const { id, continues } = session;
  if (!continues) return undefined;
  const before = await o.sessions.latest(tx, continues.session);
  if (!before || before.id === id || before.state === 'closed') return undefined;
  if (!(await mayContinue(o, tx, peer, before))) return before.copy ? undefined : before.id;
  if (before.copy) {
    await endCopy(o, tx, before, id);
    await movePosts(o, tx, before, session);
    return undefined;
  }
  await close(o, tx, before, { reason: 'continued' });
  await o.sessions.setContinued(tx, before.id, id);
  return undefined;
}

async function mayContinue(
  o: SessionServices,
  tx: Tx,
  peer: SessionPeer,
  { id, copy, coordinator }: SessionRecord,
): Promise<boolean> {
  if (copy?.peer === peer.name) return true;
  const leads = coordinator !== undefined && o.directory.get(coordinator)?.foreign?.peer === peer.name;
  if (!leads && !peer.continues) return false;
  return copy !== undefined || (await o.linkRows.get(id, peer.name, tx)) !== undefined;
}

/** Closes a copy that goes on as another session. */
export async function endCopy(o: SessionServices, tx: Tx, session: SessionRecord, by: string): Promise<void> {
  const { floor: _, ...rest } = session;
  const closed: SessionRecord = { ...rest, state: 'closed', closeReason: 'continued', since: o.now() };
  await o.sessions.setCopy(tx, closed);
  await o.sessions.setContinued(tx, session.id, by);
  await changed(o, tx, closed, 'closed');
  tx.afterCommit(() => o.attached.wake(session.id));
}
