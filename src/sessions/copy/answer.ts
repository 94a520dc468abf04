/** Answers invitations from other nodes for agents that do not answer them themselves. */
import { blocks } from '../../agents/index.js';
import type { Tx } from '../../store/index.js';
import { abroad } from '../homes/names.js';
import type { PostedAction } from '../record/posts.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

/** Lets an agent that is invited join or decline, as its configuration says; else it answers itself. @param at number of the invitation */
export async function answerFor(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  agent: string,
  at: number,
): Promise<void> {
  const record = o.directory.registered(agent);
  if (!record) return;
  const from = session.coordinator === undefined ? undefined : o.directory.get(session.coordinator);
  const { sessions } = record.accepts;
  const isRefused = sessions === 'none' || (from !== undefined && blocks(record, { agent: from, user: session.owner }));
  if (isRefused) await postAction(o, tx, session, { agent, action: 'decline', at });
  else if (sessions === 'anyone') await postAction(o, tx, session, { agent, action: 'join', at });
}

/** Stores an action that an agent of this node takes in a copy, until its home has done it. */
export async function postAction(
  o: SessionServices,
  tx: Tx,
  { id: session, copy }: SessionRecord,
  { agent, action, at }: { readonly agent: string; readonly action: PostedAction; readonly at: number },
): Promise<void> {
  if (!copy) return;
  const request = { agent: abroad(o)(agent) };
  const id = `${action}/${at}`;
  await o.posts.add(tx, { session, peer: copy.peer, sender: agent, id, action, request }, o.now());
  tx.afterCommit(() => o.posting.wake(copy.peer));
}
