/** Writes a message into a copy, and what follows from it for members here. */
import type { Tx } from '../../store/index.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { takeMembership } from './members.js';
import { isSame } from './message.js';

/** Writes a message unless it is there. @returns `differs` when there is another one under its number: then nothing is written */
export async function takeMessage(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  message: MessageRecord,
): Promise<'new' | 'known' | 'differs'> {
  const before = await o.messages.get(session.id, message.sequence, tx);
  if (before) return isSame(before, message) ? 'known' : 'differs';
  const { from, id, sequence, membership } = message;
  if (from !== undefined && (await o.messages.ofId(tx, session.id, from, id))) return 'differs';
  await o.messages.add(tx, session.id, message);
  if (from !== undefined) await o.posts.remove(tx, { session: session.id, sender: from, id });
  if (membership) await takeMembership(o, tx, session, membership, sequence);
  const later = { ...session, last: Math.max(session.last, sequence) };
  tx.afterCommit(() => {
    if (o.attached.has(session.id) && later.last === sequence) o.rings.post(later, message);
    else o.rings.forget(session.id);
  });
  return 'new';
}
