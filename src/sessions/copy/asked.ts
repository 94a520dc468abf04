/** Whether an agent of this node wants to be in a copy: a home does not make it a member against its will. */
import type { Tx } from '../../store/index.js';
import { joining, type MemberRecord } from '../record/member.js';
import type { Membership } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { answerOf } from './answer.js';

/**
 * Returns the state of a member as this node believes it: an agent of this node that its home calls joined is invited, unless it was in,
 * has asked to join, or takes each invitation.
 *
 * @param known the member as it is here
 */
export async function believed(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  { agent, state }: Pick<Membership, 'agent' | 'state'>,
  known: MemberRecord | undefined,
): Promise<Membership['state']> {
  if (state !== 'joined' || known?.state === 'joined' || !o.directory.registered(agent)) return state;
  const wants = (await o.members.hasAsked(tx, session.id, agent)) || answerOf(o, session, agent) === 'join';
  return wants ? 'joined' : 'invited';
}

/** Takes down that an agent is about to ask the home to let it join, or that the home has refused. */
export async function asks(o: SessionServices, session: string, agent: string, isAsking = true): Promise<void> {
  await o.store.transact((tx) => o.members.setAsked(tx, session, agent, isAsking));
}

/**
 * Takes down that the home has let an agent join. It may have called the agent joined before, so that it tells nothing new.
 *
 * @param at number of the message by which it joined
 */
export async function isIn(o: SessionServices, id: string, agent: string, at: number): Promise<void> {
  await o.store.transact(async (tx) => {
    const session = await o.sessions.latest(tx, id);
    const member = await o.members.latest(tx, id, agent);
    if (!session || !member) return;
    // It may have left in the meantime, which was told later.
    await o.members.setAsked(tx, id, agent, true);
    if (member.state !== 'invited' || at > session.last) return;
    const position = { spans: joining(member.spans, at), acknowledged: at, delivered: at, lent: 0 };
    await o.members.put(tx, { ...member, state: 'joined', ...position });
    tx.afterCommit(() => o.attached.moved(id, agent));
  });
}
