/** Members come and go: each change is a message of the session, a row, and a notification. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../store/index.js';
import type { MemberRecord, MemberState, Role, Wanted } from '../record/member.js';
import type { CloseReason, SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

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

/** Makes an agent a member, or invites it. Its position is the message that tells so. */
export async function come(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  { agent, role, state, filters, byProfile }: Coming,
): Promise<Changed> {
  const earlier = await o.members.get(session.id, agent, tx);
  const told = await tell(o, tx, session, { agent, state, role });
  const at = told.last;
  const member: MemberRecord = {
    ...{ session: session.id, agent, role, state, filters, byProfile },
    spans: state === 'joined' ? [...(earlier?.spans ?? []), { from: at }] : (earlier?.spans ?? []),
    ...{ acknowledged: at, delivered: at, lent: 0 },
    missed: earlier?.missed ?? 0,
  };
  await o.members.put(tx, member);
  tx.afterCommit(() => o.attached.moved(session.id, agent));
  return { session: told, member };
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
  tx.afterCommit(() => o.attached.moved(session.id, agent));
  if (session.kind === 'direct') await o.sessions.setApart(tx, session.id);
  if ((await o.members.count(tx, session.id, 'joined')) === 0) return close(o, tx, now, 'empty');
  if (session.coordinator === agent) now = await succeed(o, tx, now);
  return now;
}

export async function close(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  reason: CloseReason,
): Promise<SessionRecord> {
  const since = o.now();
  await o.sessions.close(tx, session.id, reason, since);
  await changed(o, tx, { ...session, state: 'closed' }, 'closed');
  tx.afterCommit(() => o.attached.wake(session.id));
  return { ...session, state: 'closed', since, closeReason: reason };
}

/** Reports a change of a session to operators and its coordinator, and lets its readers read it anew. */
export async function changed(
  { notify, rings }: Pick<SessionServices, 'notify' | 'rings'>,
  tx: Tx,
  { id, kind, state, coordinator, owner }: SessionRecord,
  change: 'opened' | 'terms' | 'closed',
): Promise<void> {
  tx.afterCommit(() => rings.forget(id));
  await notify(
    tx,
    'yangent-sessions:session-changed',
    { id, kind, change, state },
    { agents: coordinator === undefined ? [] : [coordinator], users: [owner] },
  );
}

interface Membership {
  readonly agent: string;
  readonly state: MemberState;
  readonly role: Role;
  readonly reason?: string;
}

/** Adds the message about a member. */
async function tell(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  membership: Membership,
): Promise<SessionRecord> {
  const { agent, state, role } = membership;
  const { id, kind, coordinator } = session;
  await o.notify(
    tx,
    'yangent-sessions:session-changed',
    { id, kind, change: 'member', state: session.state, member: { agent, state, role } },
    { agents: coordinator === undefined ? [agent] : [agent, coordinator], users: [] },
  );
  const message = { id: randomUUID(), type: 'membership', to: [], tags: [], membership } as const;
  return (await o.log.append(tx, session, message)).session;
}

/** Makes the speaker that joined first the coordinator; without one, operators alone can close the session. */
async function succeed(o: SessionServices, tx: Tx, session: SessionRecord): Promise<SessionRecord> {
  const next = await o.members.eldest(tx, session.id, 'speaker');
  await o.sessions.setCoordinator(tx, session.id, next?.agent);
  const { coordinator: _, ...rest } = session;
  if (!next) return rest;
  await o.members.put(tx, { ...next, role: 'coordinator' });
  return tell(o, tx, { ...rest, coordinator: next.agent }, { agent: next.agent, state: 'joined', role: 'coordinator' });
}
