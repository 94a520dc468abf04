/** The coordinator of a session is followed by another member when it is gone. */
import type { Tx } from '../../store/index.js';
import { move } from '../floor/course.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { tell } from './tell.js';

/** Number of speakers among which a successor is looked for. */
const MOST = 1_000;

/**
 * Makes another member the coordinator, since the one of before left: the registered speaker that joined first, in a team the first one
 * that is online, agents of this node before others. Without one the session has none; in a team it gets one later.
 */
export async function succeed(o: SessionServices, tx: Tx, session: SessionRecord): Promise<SessionRecord> {
  const next = await successor(o, tx, session);
  const { coordinator: _, ...rest } = session;
  if (next) return promote(o, tx, rest, next);
  await o.sessions.setCoordinator(tx, session.id, undefined);
  return rest;
}

/** Makes another member the coordinator of a team whose coordinator is offline or missing. Nothing changes when there is none. */
export async function replaceCoordinator(o: SessionServices, tx: Tx, session: SessionRecord): Promise<SessionRecord> {
  const next = await successor(o, tx, session);
  return next ? move(o, tx, await lead(o, tx, session, next), 'changed', {}, 'holder-gone') : session;
}

/** Makes a member the coordinator, and the one of before a speaker. */
export async function lead(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  next: MemberRecord,
): Promise<SessionRecord> {
  const { coordinator: gone, ...rest } = session;
  const before = gone === undefined ? undefined : await o.members.get(session.id, gone, tx);
  let now: SessionRecord = rest;
  if (before) {
    await o.members.put(tx, { ...before, role: 'speaker' });
    now = await tell(o, tx, rest, { agent: before.agent, state: before.state, role: 'speaker' });
  }
  return promote(o, tx, now, next);
}

async function promote(o: SessionServices, tx: Tx, session: SessionRecord, next: MemberRecord): Promise<SessionRecord> {
  const { agent } = next;
  await o.sessions.setCoordinator(tx, session.id, agent);
  await o.members.put(tx, { ...next, role: 'coordinator' });
  return tell(o, tx, { ...session, coordinator: agent }, { agent, state: 'joined', role: 'coordinator' });
}

async function successor(
  o: SessionServices,
  tx: Tx,
  { id, kind, coordinator }: SessionRecord,
): Promise<MemberRecord | undefined> {
  const speakers = await o.members.eldest(tx, id, 'speaker', MOST);
  const online = speakers.flatMap((member) => {
    const agent = o.directory.get(member.agent);
    if (!agent || member.agent === coordinator) return [];
    if (kind === 'team' && o.states.stateOf(agent) !== 'online') return [];
    return [{ member, isHere: kind !== 'team' || agent.remote === undefined }];
  });
  return (online.find(({ isHere }) => isHere) ?? online[0])?.member;
}
