/** Members come and go: each change is a message of the session, a row, and a notification. */
import type { Tx } from '../../store/index.js';
import { close } from '../floor/close.js';
import { move } from '../floor/course.js';
import { keepLink } from '../homes/keep.js';
import { inviting, joining, type MemberRecord, type MemberState, type Role, type Wanted } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { succeed } from './succession.js';
import { sumUp } from './summary.js';
import { tell } from './tell.js';

export interface Coming extends Wanted {
  readonly agent: string;
  readonly role: Role;
  readonly state: Extract<MemberState, 'invited' | 'joined'>;
}

export interface Changed {
  /** The session as it is now. */
  readonly session: SessionRecord;
  readonly member: MemberRecord;
}

/** All messages: a member that has said nothing about them gets these. */
export const EVERYTHING: Wanted = { filters: [], byProfile: false };

/** Makes an agent a member, or invites it. Its position is the message that tells so; one that is invited is given that message. */
export async function come(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  { agent, role, state, filters, byProfile }: Coming,
): Promise<Changed> {
  const earlier = await o.members.get(session.id, agent, tx);
  const told = await tell(o, tx, session, { agent, state, role });
  const at = told.last;
  const spans = earlier?.spans ?? [];
  const position = state === 'joined' ? at : at - 1;
  const member: MemberRecord = {
    ...{ session: session.id, agent, role, state, filters, byProfile },
    spans: state === 'joined' ? joining(spans, at) : inviting(spans, at),
    ...{ acknowledged: position, delivered: position, lent: 0 },
    missed: earlier?.missed ?? 0,
    expired: earlier?.expired ?? 0,
  };
  await o.members.put(tx, member);
  await keepLink(o, tx, session, member, at);
  tx.afterCommit(() => o.attached.moved(session.id, agent));
  if (state !== 'joined') return { session: told, member };
  return { session: await sumUp(o, tx, session, told, agent), member };
}

/** Takes a member out. Its session is closed when it was the last one; a coordinator is followed by the eldest speaker. */
export async function go(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  { agent, role, spans, ...member }: MemberRecord,
  going: { readonly state: Extract<MemberState, 'declined' | 'left' | 'removed'>; readonly reason?: string },
): Promise<SessionRecord> {
  let now = await tell(o, tx, session, { agent, role, ...going });
  const last = spans.at(-1);
  const ended = last && last.to === undefined ? [...spans.slice(0, -1), { ...last, to: now.last }] : spans;
  // It is the coordinator no more, also when it comes back.
  const later = role === 'coordinator' ? 'speaker' : role;
  await o.members.put(tx, { ...member, agent, role: later, spans: ended, state: going.state, lent: 0 });
  await keepLink(o, tx, session, { agent, state: going.state }, now.last);
  tx.afterCommit(() => o.attached.moved(session.id, agent));
  if (session.kind === 'direct') await o.sessions.setApart(tx, session.id);
  if ((await o.members.count(tx, session.id, 'joined')) === 0) return close(o, tx, now, { reason: 'empty' });
  if (session.coordinator === agent) now = await succeed(o, tx, now);
  return move(o, tx, now, 'changed', {}, 'holder-gone');
}

/**
 * Gives a member that is in or invited another role. Its position, and which messages pass for it, stay; one that is invited is invited
 * anew.
 */
export async function giveRole(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  member: MemberRecord,
  role: Role,
): Promise<SessionRecord> {
  const told = await tell(o, tx, session, { agent: member.agent, state: member.state, role });
  const at = told.last;
  const anew = { spans: inviting(member.spans, at), acknowledged: at - 1, delivered: at - 1, lent: 0 };
  await o.members.put(tx, { ...member, role, ...(member.state === 'invited' ? anew : {}) });
  await keepLink(o, tx, session, member, at);
  tx.afterCommit(() => o.attached.moved(session.id, member.agent));
  return move(o, tx, told, 'changed', {}, 'holder-gone');
}
