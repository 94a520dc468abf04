/** Members come and go by themselves. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { Call } from '../../server/index.js';
import { settle } from '../floor/course.js';
import { keepLink } from '../homes/keep.js';
import { noSession, requireKnown, requireOpen, speaker } from '../member/acting.js';
import { come, go } from '../member/comings.js';
import { requireNotStanding } from '../member/configured.js';
import { requireMembers } from '../member/invitations.js';
import { isPresent, PRESENT } from '../member/present.js';
import { wantedOf } from '../member/wanted.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import { requireRate } from '../send/rate.js';
import type { SessionServices } from '../services.js';
import { declined } from '../team/need.js';
import type { Input, SessionCall } from './call.js';

export async function join(o: SessionServices, { agent: name, ...wanted }: Input<'join'>, call: SessionCall) {
  const { id } = call.keys;
  const agent = speaker(o, call, name, 'agent');
  const member = await o.store.transact(async (tx) => {
    const session = await o.sessions.get(id, tx);
    const member = session && (await o.members.get(id, agent.id, tx));
    if (!session || !mayJoin(session, member)) return refuseJoin(call, id, agent.id, member);
    requireOpen(call, session);
    if (member?.state === 'joined') {
      const now = { ...member, ...wantedOf(wanted) };
      await o.members.put(tx, now);
      await keepLink(o, tx, session, now, session.last);
      tx.afterCommit(() => o.attached.moved(id, agent.id));
      return now;
    }
    if (!member || !isPresent(member)) {
      const present = await o.members.count(tx, id, ...PRESENT);
      requireMembers(call, present + 1, o.settings().maxMembers);
    }
    // Else an agent that comes and goes could push out what others said.
    if (member && !isPresent(member)) requireRate(o, call, session, agent.id);
    const role = member?.role ?? 'speaker';
    const came = await come(o, tx, session, { agent: agent.id, role, state: 'joined', ...wantedOf(wanted) });
    await settle(o, tx, came.session);
    return came.member;
  });
  return { state: member.state, sequence: int64(member.spans.at(-1)?.from ?? 1) };
}

/** Those who were removed come back by invitation only. */
function mayJoin({ terms }: SessionRecord, member: MemberRecord | undefined): boolean {
  if (member && isPresent(member)) return true;
  return terms.admission === 'node' && member?.state !== 'removed';
}

function refuseJoin(call: Call, id: string, agent: string, member: MemberRecord | undefined): never {
  if (!member) return noSession(call, id);
  return call.fail({
    tag: 'access-denied',
    message: `agent "${agent}" ${member.state === 'removed' ? 'was removed from' : 'is no longer in'} session "${id}": it comes back when it is invited`,
  });
}

export async function decline(o: SessionServices, { agent: name }: Input<'decline'>, call: SessionCall) {
  const agent = speaker(o, call, name, 'agent');
  await o.store.transact(async (tx) => {
    const { session, member } = await requireKnown(o, call, call.keys.id, agent.id, tx);
    if (member.state === 'declined') return;
    requireOpen(call, session);
    if (member.state !== 'invited') {
      call.fail({
        tag: 'operation-failed',
        appTag: 'bad-transition',
        message: `agent "${agent.id}" has no invitation to session "${session.id}" to answer; it is ${member.state}`,
      });
    }
    const now = await go(o, tx, session, member, { state: 'declined' });
    if (now.state !== 'closed') await settle(o, tx, await declined(o, tx, now, agent.id));
  });
  return undefined;
}

export async function leave(o: SessionServices, { agent: name }: Input<'leave'>, call: SessionCall) {
  const agent = speaker(o, call, name, 'agent');
  await o.store.transact(async (tx) => {
    const { session, member } = await requireKnown(o, call, call.keys.id, agent.id, tx);
    if (!isPresent(member) || session.state === 'closed') return;
    if (member.role === 'coordinator') requireNotStanding(call, session);
    await settle(o, tx, await go(o, tx, session, member, { state: 'left' }));
  });
  return undefined;
}
