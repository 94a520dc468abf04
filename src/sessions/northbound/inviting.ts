/** Members are invited and removed by others. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { settle } from '../floor/course.js';
import { isOperating, noSession, requireJoined, requireOpen, requireSteering, speaker } from '../member/acting.js';
import { come, EVERYTHING, giveRole, go } from '../member/comings.js';
import { requireNotPlaced } from '../member/configured.js';
import { stateOfInvited } from '../member/consent.js';
import { invitations, requireMembers } from '../member/invitations.js';
import { isPresent, PRESENT } from '../member/present.js';
import type { MemberRecord, Role } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import type { Input, SessionCall } from './call.js';

export async function invite(o: SessionServices, { agent: name, member }: Input<'invite'>, call: SessionCall) {
  const { id } = call.keys;
  const from = isOperating(call, name) ? undefined : speaker(o, call, name, 'agent');
  await o.directory.foreign.lookUp(member.map(({ agent }) => agent));
  const invited = invitations(
    o,
    call,
    from,
    member.map(({ agent, role = 'speaker' }) => ({ agent, role, wanted: EVERYTHING })),
  );
  const states = await o.store.transact(async (tx) => {
    let session = await requireInviting(o, tx, call, id, from?.id);
    const earlier = new Map(
      (
        await o.members.among(
          id,
          invited.map(({ agent }) => agent.id),
          tx,
        )
      ).map((each) => [each.agent, each]),
    );
    const fresh = invited.filter(({ agent }) => !PRESENT.includes(earlier.get(agent.id)?.state ?? 'left'));
    const present = await o.members.count(tx, id, ...PRESENT);
    requireMembers(call, present + fresh.length, o.settings().maxMembers);
    const now = new Map([...earlier].map(([agent, { state }]) => [agent, state]));
    for (const [index, { agent }] of invited.entries()) {
      const present = earlier.get(agent.id);
      const role = member[index]?.role;
      if (!present || role === undefined || !getsRole(present, role)) continue;
      requireCoordinator(call, session, from?.id, present.agent);
      await requireNotPlaced(o, tx, call, session, present.agent);
      session = await giveRole(o, tx, session, present, role);
    }
    for (const { agent, role } of fresh) {
      const coming = { agent: agent.id, role, state: stateOfInvited(o, call, agent), ...EVERYTHING };
      const came = await come(o, tx, session, coming);
      session = came.session;
      now.set(agent.id, came.member.state);
    }
    await settle(o, tx, session);
    return now;
  });
  return { member: [...states].map(([agent, state]) => ({ agent, state })) };
}

/** True when a member that is in or invited is to have another role; the coordinator stays that. */
function getsRole(member: MemberRecord, role: Role): boolean {
  return isPresent(member) && member.role !== role && member.role !== 'coordinator';
}

function requireCoordinator(call: Call, { id, coordinator }: SessionRecord, agent: string | undefined, member: string) {
  if (agent === undefined || agent === coordinator) return;
  call.fail({
    tag: 'access-denied',
    message: `agent "${member}" has another role in session "${id}": its coordinator may change it, or an operator`,
  });
}

/** Returns the session if this agent may invite into it: its coordinator, in a group a speaker too. */
async function requireInviting(
  o: SessionServices,
  tx: Tx,
  call: Call,
  id: string,
  agent: string | undefined,
): Promise<SessionRecord> {
  if (agent === undefined) return invitable(call, (await o.sessions.get(id, tx)) ?? noSession(call, id));
  const { session, member } = await requireJoined(o, call, id, agent, tx);
  invitable(call, session);
  const speakersInvite = session.kind === 'group' && session.terms['show-members'];
  const roles = speakersInvite ? ['coordinator', 'speaker'] : ['coordinator'];
  if (roles.includes(member.role)) return session;
  return call.fail({
    tag: 'access-denied',
    message: `agent "${agent}" is ${member.role} of session "${id}", into which ${roles.join(' and ')} invite`,
  });
}

function invitable(call: Call, session: SessionRecord): SessionRecord {
  requireOpen(call, session);
  if (session.kind !== 'direct') return session;
  return call.fail({
    tag: 'operation-failed',
    appTag: 'bad-transition',
    message: `session "${session.id}" is direct, and nobody is added to it: open a group with all of them`,
  });
}

export async function remove(
  o: SessionServices,
  { agent: name, member: named, reason }: Input<'remove'>,
  call: SessionCall,
) {
  const { id } = call.keys;
  const other = o.directory.foreign.plain(named);
  await o.store.transact(async (tx) => {
    const { session, by } = await requireSteering(o, call, id, name, tx);
    requireOpen(call, session);
    const member = await o.members.get(id, other, tx);
    if (!member || !isPresent(member)) {
      return call.fail({
        tag: 'invalid-value',
        message: `"member" names "${other}", which is no member of session "${id}"`,
      });
    }
    if (by?.id === other) {
      return call.fail({ tag: 'invalid-value', message: `agent "${other}" is the coordinator itself: let it leave` });
    }
    await requireNotPlaced(o, tx, call, session, other);
    const going = { state: 'removed', ...(reason === undefined ? {} : { reason }) } as const;
    await settle(o, tx, await go(o, tx, session, member, going));
    return undefined;
  });
  return undefined;
}
