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
  const answer = answerOf(o, session, agent);
  if (answer === undefined) return;
  if (answer === 'join') await o.members.setAsked(tx, session.id, agent, true);
  await postAction(o, tx, session, { agent, action: answer, at });
}

/** Returns what an agent of this node answers to each invitation, by its configuration; undefined: it answers itself. */
export function answerOf(
  { directory }: Pick<SessionServices, 'directory'>,
  { coordinator, owner }: SessionRecord,
  agent: string,
): 'join' | 'decline' | undefined {
  const record = directory.registered(agent);
  if (!record) return undefined;
  const from = coordinator === undefined ? undefined : directory.get(coordinator);
  const { sessions } = record.accepts;
  if (sessions === 'none' || (from !== undefined && blocks(record, { agent: from, user: owner }))) return 'decline';
  return sessions === 'anyone' ? 'join' : undefined;
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
