/** The rpcs of yangent-sessions. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { numbered } from '../copy/numbered.js';
import { acknowledge } from '../deliver/acknowledge.js';
import { history } from '../deliver/history.js';
import { receive } from '../deliver/receive.js';
import { rejectedValue } from '../homes/rejected.js';
import { acknowledgeFor } from '../link/acknowledge.js';
import { giveTo } from '../link/give.js';
import { isOperating, noSession, requireKnown, speaker } from '../member/acting.js';
import { invitations } from '../member/invitations.js';
import { isShown, seesMembers } from '../member/present.js';
import { wantedOf } from '../member/wanted.js';
import { type MessageType, messageValue } from '../record/message.js';
import { requireTeamTerms } from '../record/terms.js';
import { firstReply } from '../send/reply.js';
import { isSaidType, SAID_TYPES, type SaidType } from '../send/rules.js';
import { requireSize, type Said, send, sendDirect } from '../send/send.js';
import { withheldFrom } from '../send/withheld.js';
import type { SessionServices } from '../services.js';
import { findSought } from '../team/need.js';
import { open } from '../team/open.js';
import { carriedOf } from './carried.js';

type Rpcs = YangentSessionsProvider['rpcs'];

/** Number of members that are read at once. */
const PAGE = 1_000;

export async function openOperation(
  o: SessionServices,
  { 'request-id': request, from: name, kind, name: called, goal, member = [], ...more }: Rpcs['open']['input'],
  call: Call,
): Promise<Rpcs['open']['output']> {
  const from = speaker(o, call, name, 'from');
  if (kind === 'direct' && member.length === 0) {
    call.fail({
      tag: 'missing-element',
      info: { 'bad-element': 'member' },
      message: 'a direct session is between agents: name at least one member besides the one that opens it',
    });
  }
  const { need = [], parent, first, ...terms } = more;
  requireTeamTerms(call, kind, terms);
  if (first) requireSize(o, call, { content: first.content });
  if (kind !== 'team' && (need.length > 0 || parent)) {
    call.fail({
      tag: 'invalid-value',
      message: `"${parent ? 'parent' : 'need'}" is for sessions of kind team, not ${kind}`,
    });
  }
  await o.directory.foreign.lookUp(member.map(({ agent }) => agent));
  const invited = invitations(
    o,
    call,
    from,
    member.map(({ agent, role, ...wanted }) => ({ agent, role, wanted: wantedOf(wanted) })),
  );
  const sought = await findSought(o, call, need, from);
  const { session, unmet } = await o.store.transact((tx) =>
    open(o, tx, call, {
      ...{ from, kind, terms, invited, sought },
      ...(parent ? { parent: { task: parent.task, completes: call.within?.task !== parent.task } } : {}),
      ...(first ? { first } : {}),
      ...(request === undefined ? {} : { request }),
      ...(called === undefined ? {} : { name: called }),
      ...(goal === undefined ? {} : { goal }),
    }),
  );
  const { id, state } = session;
  const own = await o.members.get(id, from.id);
  const all = own !== undefined && seesMembers(session, own);
  const members = await o.members.page(id, '', PAGE + 1);
  const shown = members.filter((member) => isShown(member, all ? 'all' : [from.id]));
  return {
    ...{ id, state, member: shown.map(({ agent, state }) => ({ agent, state })) },
    ...(unmet.length > 0 ? { unmet } : {}),
  };
}

export async function sendOperation(
  o: SessionServices,
  { session, from: name, id, type, to: named = [], subject, tag = [], content, wait, ...rest }: Rpcs['send']['input'],
  call: Call,
): Promise<Rpcs['send']['output']> {
  const from = speaker(o, call, name, 'from');
  await o.directory.foreign.lookUp(named);
  const to = named.map((agent) => o.directory.foreign.plain(agent));
  const said: Said = {
    ...{ from, type: saidType(call, type), to, tags: tag },
    ...(id === undefined ? {} : { id }),
    ...(subject === undefined ? {} : { subject }),
    ...(rest['in-reply-to'] === undefined ? {} : { inReplyTo: Number(rest['in-reply-to']) }),
    ...(content === undefined ? {} : { content }),
    ...(rest['media-type'] === undefined ? {} : { mediaType: rest['media-type'] }),
    details: detailsOf(o, rest),
    ...carriedOf(o, call, rest),
  };
  if (session === undefined && to.length === 0) {
    call.fail({
      tag: 'missing-element',
      info: { 'bad-element': 'session' },
      message: 'name the session, or the agents to which the message goes in "to"',
    });
  }
  const isAbroad = wait > 0 && session !== undefined && (await o.sessions.get(session))?.copy !== undefined;
  const waits = wait > 0 && (said.type === 'request' || isAbroad);
  const sendAndWait = async () => {
    const until = o.steady() + wait * 1000;
    const sending = session === undefined ? sendDirect(o, call, said) : send(o, call, session, said);
    if (!waits) call.queued?.();
    const { session: where, id, ...sent } = await sending;
    const waiting = { session: where, id, from: from.id, until };
    const message = sent.message ?? (waits ? await numbered(o, waiting, call.signal) : undefined);
    if (!message) return { session: where, id, status: 'accepted' as const };
    const stored = { session: where, message };
    const withheld = await withheldFrom(o, stored, from.id);
    const replies = waits && said.type === 'request';
    const reply = replies ? await firstReply(o, stored, from.id, until, call.signal) : undefined;
    return {
      ...{ session: where, id, sequence: int64(message.sequence), status: 'sequenced' as const },
      ...(withheld > 0 ? { withheld } : {}),
      ...(reply ? { reply: messageValue(reply) } : {}),
    };
  };
  return waits ? o.waiters.during(call, sendAndWait) : sendAndWait();
}

export async function receiveOperation(
  o: SessionServices,
  { agent: name, session, max, wait, 'redeliver-after': redeliverAfter }: Rpcs['receive']['input'],
  call: Call,
): Promise<Rpcs['receive']['output']> {
  const peer = peerOf(o, call, name);
  if (peer) {
    o.directory.foreign.requireRate(call);
    const give = () => giveTo(o, call, { peer, max, wait });
    return wait > 0 ? o.waiters.during(call, give) : give();
  }
  const agent = speaker(o, call, name, 'agent');
  const wanted = { max, wait, redeliverAfter, ...(session === undefined ? {} : { session }) };
  const take = () => receive(o, call, agent.id, wanted);
  const { lent, refused } = wait > 0 ? await o.waiters.during(call, take) : await take();
  const gaps = lent.flatMap(({ session, gap }) =>
    gap ? [{ session, count: int64(gap.count), through: int64(gap.through) }] : [],
  );
  const messages = lent.flatMap(({ session, messages, delivered }) =>
    messages.map((message) => ({
      session,
      ...messageValue(message),
      ...(message.sequence <= delivered ? { redelivered: true } : {}),
    })),
  );
  return {
    ...(messages.length > 0 ? { message: messages } : {}),
    ...(gaps.length > 0 ? { gap: gaps } : {}),
    ...(refused.length > 0 ? { rejected: refused.map(rejectedValue) } : {}),
  };
}

/** Returns the peer as which the caller reads for all agents behind it: a peer that names no agent. */
function peerOf({ homes }: SessionServices, { user, view }: Call, name: string | undefined) {
  return name === undefined && view.kind === 'node' ? homes.peerOfUser(user) : undefined;
}

export async function acknowledgeOperation(
  o: SessionServices,
  { agent: name, position }: Rpcs['acknowledge']['input'],
  call: Call,
): Promise<undefined> {
  const positions = position.map(({ session, through, rejected = [] }) => ({
    ...{ session, rejected },
    through: Number(through),
  }));
  const peer = peerOf(o, call, name);
  const agent = peer ? undefined : speaker(o, call, name, 'agent');
  await o.store.transact(async (tx) => {
    for (const each of positions) {
      if (peer) await acknowledgeFor(o, tx, call, peer.name, each);
      else if (agent) await acknowledge(o, tx, call, agent.id, each);
    }
  });
  return undefined;
}

export async function historyOperation(
  o: SessionServices,
  { agent: name, session: id, after, before, limit, type = [], subject, from }: Rpcs['history']['input'],
  call: Call,
): Promise<Rpcs['history']['output']> {
  const past = {
    limit,
    types: type.map((each) => typeOf(each) as MessageType),
    ...(after === undefined ? {} : { after: Number(after) }),
    ...(before === undefined ? {} : { before: Number(before) }),
    ...(subject === undefined ? {} : { subject }),
    ...(from === undefined ? {} : { from }),
  };
  if (isOperating(call, name)) {
    const session = await o.sessions.get(id);
    if (!session) return noSession(call, id);
    return answer(await history(o, session, undefined, past, call.signal));
  }
  const agent = speaker(o, call, name, 'agent');
  const { session, member } = await requireKnown(o, call, id, agent.id);
  return answer(await history(o, session, member, past, call.signal));
}

function answer(messages: Awaited<ReturnType<typeof history>>): Rpcs['history']['output'] {
  return messages.length > 0 ? { message: messages.map(messageValue) } : {};
}

/** Returns the members of a message that only some types have. */
function detailsOf({ directory }: SessionServices, said: Said['details']): Said['details'] {
  const { mode, task, trigger, covers } = said;
  // The input of an rpc may name one twice (RFC 7950 §7.7).
  const next = new Set((said['next-speaker'] ?? []).map((agent) => directory.foreign.plain(agent)));
  return {
    ...(next.size > 0 ? { 'next-speaker': [...next] } : {}),
    ...(mode === undefined ? {} : { mode }),
    ...(task === undefined ? {} : { task }),
    ...(trigger && trigger.length > 0 ? { trigger } : {}),
    ...(covers === undefined ? {} : { covers }),
  };
}

function typeOf(identity: string): string {
  return identity.slice(identity.indexOf(':') + 1);
}

function saidType(call: Call, identity: string): SaidType {
  const type = typeOf(identity);
  if (isSaidType(type)) return type;
  return call.fail({
    tag: 'invalid-value',
    message: `messages of type ${type} are those of the node; members send ${SAID_TYPES.join(', ')}`,
  });
}
