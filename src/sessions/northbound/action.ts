/** The actions of sessions: members come and go, terms change, a session ends. */
import { OPERATOR_GROUP } from '../../access/index.js';
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call, Provider } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { noSession, requireJoined, requireKnown, requireOpen, requireSteering, speaker } from '../member/acting.js';
import { changed, close, come, EVERYTHING, go } from '../member/comings.js';
import { stateOfInvited } from '../member/consent.js';
import { invitations, requireMembers } from '../member/open.js';
import type { MemberRecord, MemberState } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import { changedTerms } from '../record/terms.js';
import type { SessionServices } from '../services.js';
import { wantedOf } from './rpc.js';

type SessionCall = Call<{ readonly id: string }>;
type Actions = YangentSessionsProvider['actions'];
type Input<A extends string> = `/yangent-sessions:sessions/session/${A}` extends infer P extends keyof Actions
  ? Actions[P]['input']
  : never;

const PRESENT: readonly MemberState[] = ['joined', 'invited'];

export function sessionActions(o: SessionServices): Provider<YangentSessionsProvider>['actions'] {
  return {
    '/yangent-sessions:sessions/session/join': (input, call) => join(o, input, call),
    '/yangent-sessions:sessions/session/decline': (input, call) => decline(o, input, call),
    '/yangent-sessions:sessions/session/invite': (input, call) => invite(o, input, call),
    '/yangent-sessions:sessions/session/leave': (input, call) => leave(o, input, call),
    '/yangent-sessions:sessions/session/remove': (input, call) => remove(o, input, call),
    '/yangent-sessions:sessions/session/set': (input, call) => set(o, input, call),
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
    if (!member || !PRESENT.includes(member.state)) {
      const present = await o.members.count(tx, id, ...PRESENT);
      requireMembers(call, present + 1, o.settings().maxMembers);
    }
    const role = member?.state === 'invited' ? member.role : 'speaker';
    return (await come(o, tx, session, { agent: agent.id, role, state: 'joined', ...wantedOf(wanted) })).member;
  });
  return { state: member.state, sequence: int64(member.spans.at(-1)?.from ?? 1) };
}

/** Those who were removed come back by invitation only. */
function mayJoin({ terms }: SessionRecord, member: MemberRecord | undefined): boolean {
  if (member && PRESENT.includes(member.state)) return true;
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
    if (member.state !== 'invited') {
      call.fail({
        tag: 'operation-failed',
        appTag: 'bad-transition',
        message: `agent "${agent.id}" has no invitation to session "${session.id}" to answer; it is ${member.state}`,
      });
    }
    await go(o, tx, session, member, { state: 'declined' });
  });
  return undefined;
}

async function invite(o: SessionServices, { agent: name, member }: Input<'invite'>, call: SessionCall) {
  const { id } = call.keys;
  const isOperator = name === undefined && call.groups.includes(OPERATOR_GROUP);
  const from = isOperator ? undefined : speaker(o, call, name, 'agent');
  const invited = invitations(
    o,
    call,
    from,
    member.map(({ agent, role }) => ({ agent, role, wanted: EVERYTHING })),
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
    for (const { agent, role } of fresh) {
      const coming = { agent: agent.id, role, state: stateOfInvited(call, agent), ...EVERYTHING };
      const came = await come(o, tx, session, coming);
      session = came.session;
      now.set(agent.id, came.member.state);
    }
    return now;
  });
  return { member: [...states].map(([agent, state]) => ({ agent, state })) };
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
    if (PRESENT.includes(member.state) && session.state === 'open') await go(o, tx, session, member, { state: 'left' });
  });
  return undefined;
}

async function remove(o: SessionServices, { agent: name, member: other, reason }: Input<'remove'>, call: SessionCall) {
  const { id } = call.keys;
  await o.store.transact(async (tx) => {
    const { session, by } = await requireSteering(o, call, id, name, tx);
    requireOpen(call, session);
    const member = await o.members.get(id, other, tx);
    if (!member || !PRESENT.includes(member.state)) {
      return call.fail({
        tag: 'invalid-value',
        message: `"member" names "${other}", which is no member of session "${id}"`,
      });
    }
    if (by?.id === other) {
      return call.fail({ tag: 'invalid-value', message: `agent "${other}" is the coordinator itself: let it leave` });
    }
    await go(o, tx, session, member, { state: 'removed', ...(reason === undefined ? {} : { reason }) });
    return undefined;
  });
  return undefined;
}

async function set(o: SessionServices, { agent: name, name: called, goal, ...terms }: Input<'set'>, call: SessionCall) {
  await o.store.transact(async (tx) => {
    const { session } = await requireSteering(o, call, call.keys.id, name, tx);
    requireOpen(call, session);
    const now: SessionRecord = {
      ...session,
      ...(called === undefined ? {} : { name: called }),
      ...(goal === undefined ? {} : { goal }),
      terms: changedTerms(session.terms, terms),
    };
    await o.sessions.setTerms(tx, now);
    await changed(o, tx, now, 'terms');
  });
  return undefined;
}

async function end(o: SessionServices, { agent: name }: Input<'close'>, call: SessionCall) {
  await o.store.transact(async (tx) => {
    const { session } = await requireSteering(o, call, call.keys.id, name, tx);
    if (session.state === 'open') await close(o, tx, session, 'closed');
  });
  return undefined;
}
