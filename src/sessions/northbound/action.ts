/** The actions of sessions: members come and go, terms change, a session ends. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call, Provider } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { close } from '../floor/close.js';
import { rearrange, settle } from '../floor/course.js';
import { changed } from '../floor/news.js';
import {
  isOperating,
  noSession,
  requireJoined,
  requireKnown,
  requireLeading,
  requireOpen,
  requireSteering,
  speaker,
} from '../member/acting.js';
import { come, EVERYTHING, giveRole, go } from '../member/comings.js';
import { requireNotPlaced, requireNotStanding } from '../member/configured.js';
import { stateOfInvited } from '../member/consent.js';
import { invitations, requireMembers } from '../member/invitations.js';
import { isPresent, PRESENT } from '../member/present.js';
import type { MemberRecord, Role } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import {
  changedTerms,
  isOfTurns,
  requireClosedDirect,
  requireTeamTerms,
  requireUnset,
  type TermName,
  withoutTerms,
} from '../record/terms.js';
import { grantFloor } from '../send/grant.js';
import { requireRate } from '../send/rate.js';
import { say } from '../send/send.js';
import type { SessionServices } from '../services.js';
import { declined } from '../team/need.js';
import { wantedOf } from './rpc.js';

type SessionCall = Call<{ readonly id: string }>;
type Actions = YangentSessionsProvider['actions'];
type Input<A extends string> = `/yangent-sessions:sessions/session/${A}` extends infer P extends keyof Actions
  ? Actions[P]['input']
  : never;

export function sessionActions(o: SessionServices): Provider<YangentSessionsProvider>['actions'] {
  return {
    '/yangent-sessions:sessions/session/join': (input, call) => join(o, input, call),
    '/yangent-sessions:sessions/session/decline': (input, call) => decline(o, input, call),
    '/yangent-sessions:sessions/session/invite': (input, call) => invite(o, input, call),
    '/yangent-sessions:sessions/session/leave': (input, call) => leave(o, input, call),
    '/yangent-sessions:sessions/session/remove': (input, call) => remove(o, input, call),
    '/yangent-sessions:sessions/session/set': (input, call) => set(o, input, call),
    '/yangent-sessions:sessions/session/grant-floor': (input, call) => grant(o, input, call),
    '/yangent-sessions:sessions/session/conclude': (input, call) => conclude(o, input, call),
    '/yangent-sessions:sessions/session/close': (input, call) => end(o, input, call),
  };
}

async function join(o: SessionServices, { agent: name, ...wanted }: Input<'join'>, call: SessionCall) {
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

async function decline(o: SessionServices, { agent: name }: Input<'decline'>, call: SessionCall) {
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

async function invite(o: SessionServices, { agent: name, member }: Input<'invite'>, call: SessionCall) {
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
      const coming = { agent: agent.id, role, state: stateOfInvited(call, agent), ...EVERYTHING };
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

async function leave(o: SessionServices, { agent: name }: Input<'leave'>, call: SessionCall) {
  const agent = speaker(o, call, name, 'agent');
  await o.store.transact(async (tx) => {
    const { session, member } = await requireKnown(o, call, call.keys.id, agent.id, tx);
    if (!isPresent(member) || session.state === 'closed') return;
    if (member.role === 'coordinator') requireNotStanding(call, session);
    await settle(o, tx, await go(o, tx, session, member, { state: 'left' }));
  });
  return undefined;
}

async function remove(o: SessionServices, { agent: name, member: other, reason }: Input<'remove'>, call: SessionCall) {
  const { id } = call.keys;
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

async function set(
  o: SessionServices,
  { agent: name, name: called, goal, unset = [], ...terms }: Input<'set'>,
  call: SessionCall,
) {
  const isTerm = (each: (typeof unset)[number]): each is TermName => each !== 'name' && each !== 'goal';
  const removed = unset.filter(isTerm);
  requireOneOf(call, 'name', called, unset);
  requireOneOf(call, 'goal', goal, unset);
  await o.store.transact(async (tx) => {
    const { session } = await requireSteering(o, call, call.keys.id, name, tx);
    requireOpen(call, session);
    requireNotStanding(call, session);
    requireClosedDirect(call, session.kind, terms);
    requireTeamTerms(call, session.kind, terms);
    requireUnset(call, session.kind, terms, removed);
    const { name: nameBefore, goal: goalBefore, ...rest } = session;
    const [nameNow, goalNow] = [
      unset.includes('name') ? undefined : (called ?? nameBefore),
      unset.includes('goal') ? undefined : (goal ?? goalBefore),
    ];
    const now: SessionRecord = {
      ...rest,
      ...(nameNow === undefined ? {} : { name: nameNow }),
      ...(goalNow === undefined ? {} : { goal: goalNow }),
      terms: changedTerms(withoutTerms(session.kind, session.terms, removed), terms),
    };
    await o.sessions.setTerms(tx, now);
    await changed(o, tx, now, 'terms');
    if (terms['turn-taking'] || removed.some(isOfTurns)) await rearrange(o, tx, now);
  });
  return undefined;
}

function requireOneOf(call: Call, leaf: 'name' | 'goal', value: string | undefined, unset: readonly string[]): void {
  if (value === undefined || !unset.includes(leaf)) return;
  call.fail({ tag: 'invalid-value', message: `"${leaf}" is set and unset at once: say one of both` });
}

async function grant(
  o: SessionServices,
  { agent: name, state, 'next-speaker': next = [], trigger: triggers = [] }: Input<'grant-floor'>,
  call: SessionCall,
) {
  const by = speaker(o, call, name, 'agent');
  await o.store.transact(async (tx) => {
    const { session } = await requireLeading(o, call, call.keys.id, by.id, tx);
    requireOpen(call, session);
    const granting = { by: by.id, ...(state === undefined ? {} : { state }), next, triggers };
    await grantFloor(o, tx, call, session, granting);
  });
  return undefined;
}

async function conclude(
  o: SessionServices,
  { agent: name, 'next-speaker': next }: Input<'conclude'>,
  call: SessionCall,
) {
  const from = speaker(o, call, name, 'agent');
  await o.store.transact(async (tx) => {
    await requireLeading(o, call, call.keys.id, from.id, tx);
    const details = next === undefined ? {} : { 'next-speaker': [next] };
    await say(o, tx, call, call.keys.id, { from, type: 'conclude', to: [], tags: [], details });
  });
  return undefined;
}

async function end(o: SessionServices, { agent: name }: Input<'close'>, call: SessionCall) {
  await o.store.transact(async (tx) => {
    const { session } = await requireSteering(o, call, call.keys.id, name, tx);
    if (session.state === 'closed') return;
    requireNotStanding(call, session);
    await close(o, tx, session, { reason: 'closed' });
  });
  return undefined;
}
