/** Sends messages: what a member says becomes the next message of the session, or is refused. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AgentRecord } from '../../agents/index.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { requireJoined, requireOpen } from '../member/acting.js';
import { invitations, open } from '../member/open.js';
import { readable } from '../member/passes.js';
import type { MemberRecord } from '../record/member.js';
import { lengthOf, type MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { type Carried, requireCarried } from './carried.js';
import { ANSWERS, maySay, type SaidType, saidBy } from './may-say.js';

/** A message as an agent sends it. */
export interface Said extends Carried {
  readonly from: AgentRecord;
  /** Default: the node gives one. */
  readonly id?: string;
  readonly type: SaidType;
  /** References to agents, as sent. */
  readonly to: readonly string[];
  readonly subject?: string;
  readonly tags: readonly string[];
  readonly inReplyTo?: number;
  readonly content?: string;
  readonly mediaType?: string;
}

export interface Sent {
  readonly session: string;
  readonly message: MessageRecord;
}

/** Sends a message into a session. A message that was sent before, under the same identifier, is not sent again. */
export async function send(o: SessionServices, call: Call, sessionId: string, said: Said): Promise<Sent> {
  requireSize(o, call, said);
  return o.store.transact(async (tx) => {
    const { session, member } = await requireJoined(o, call, sessionId, said.from.id, tx);
    return { session: sessionId, message: await add(o, tx, call, session, member, said) };
  });
}

/** Sends a message to agents, in the direct session of these, which is opened if there is none. */
export async function sendDirect(o: SessionServices, call: Call, said: Said): Promise<Sent> {
  requireSize(o, call, said);
  const wanted = { filters: [], byProfile: false };
  const members = said.to.map((agent) => ({ agent, role: 'speaker', wanted }) as const);
  const invited = invitations(o, call, said.from, members);
  return o.store.transact(async (tx) => {
    const before = said.id === undefined ? undefined : await o.messages.directOfId(tx, said.from.id, said.id);
    const id = before ?? (await open(o, tx, call, { from: said.from, kind: 'direct', terms: {}, invited })).id;
    const { session, member } = await requireJoined(o, call, id, said.from.id, tx);
    return { session: id, message: await add(o, tx, call, session, member, { ...said, to: [] }) };
  });
}

async function add(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  member: MemberRecord,
  said: Said,
): Promise<MessageRecord> {
  const { from, id, type, subject, tags, inReplyTo, content, mediaType } = said;
  const draft = {
    ...{ id: id ?? randomUUID(), type, from: from.id, to: said.to, tags },
    ...(subject === undefined ? {} : { subject }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...carriedBy(said),
  };
  const before = id === undefined ? undefined : await o.messages.ofId(tx, session.id, from.id, id);
  if (before) return sameMessage(call, before, draft);
  requireOpen(call, session);
  requireRole(call, session, member, type);
  await requireReceivers(o, tx, call, session, member, said);
  await requireAnswered(o, tx, call, session, member, said);
  await requireCarried(o, tx, call, said);
  requireRate(o, call, session, from.id);
  await o.requireRoom(tx, call, session);
  return (await o.log.append(tx, session, draft)).message;
}

function sameMessage(call: Call, before: MessageRecord, draft: Omit<MessageRecord, 'sequence' | 'at'>): MessageRecord {
  const { sequence: _, at: __, ...said } = before;
  if (contentOf(said) === contentOf(draft) && isDeepStrictEqual(carriedBy(said), carriedBy(draft))) return before;
  return call.fail({
    tag: 'data-exists',
    message: `agent "${draft.from}" sent another message with the identifier "${draft.id}" (number ${before.sequence}): give this one another identifier`,
  });
}

function contentOf(said: Omit<MessageRecord, 'sequence' | 'at'>): string {
  const { type, to, subject, tags, inReplyTo, content, mediaType } = said;
  return JSON.stringify([type, to, subject, tags, inReplyTo, content, mediaType]);
}

function carriedBy({ artifacts, extension, expires }: Carried): Carried {
  return {
    ...(artifacts === undefined ? {} : { artifacts }),
    ...(extension === undefined ? {} : { extension }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/**
 * Refuses a message to an agent that is no member. Where members are hidden, only the coordinator knows whom it could address: the
 * answer to others would tell who is in.
 */
async function requireReceivers(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { agent, role }: MemberRecord,
  { to }: Said,
): Promise<void> {
  if (to.length === 0) return;
  if (!session.terms['show-members'] && role !== 'coordinator') {
    call.fail({
      tag: 'access-denied',
      message: `the members of session "${session.id}" are hidden, so only its coordinator addresses single ones; agent "${agent}" leaves out "to"`,
    });
  }
  const found = await o.members.among(session.id, to, tx);
  const present = new Set(
    found.filter(({ state }) => state === 'joined' || state === 'invited').map(({ agent }) => agent),
  );
  const unknown = to.find((agent) => !present.has(agent));
  if (unknown === undefined) return;
  call.fail({
    tag: 'invalid-value',
    message: `"to" names "${unknown}", which is no member of session "${session.id}"${session.terms['show-members'] ? ': its list member names them' : ''}`,
  });
}

function requireRole(call: Call, session: SessionRecord, { agent, role }: MemberRecord, type: SaidType): void {
  if (maySay(role, type)) return;
  call.fail({
    tag: 'access-denied',
    message: `agent "${agent}" is ${role} of session "${session.id}"; in this role it may send ${saidBy(role).join(', ')} only, not ${type}`,
  });
}

/** Refuses an answer to nothing, and to what the sender may not read. */
async function requireAnswered(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  member: MemberRecord,
  { type, inReplyTo }: Said,
): Promise<void> {
  if (inReplyTo === undefined) {
    if (!ANSWERS.includes(type)) return;
    return call.fail({
      tag: 'missing-element',
      info: { 'bad-element': 'in-reply-to' },
      message: `a ${type} needs "in-reply-to", the number of the message that it answers`,
    });
  }
  const answered = await o.messages.get(session.id, inReplyTo, tx);
  if (answered && readable(session, member, o.directory)(answered)) return;
  return call.fail({
    tag: 'invalid-value',
    message: `"in-reply-to" names message ${inReplyTo}, and session "${session.id}" has none with this number that agent "${member.agent}" may read`,
  });
}

function requireSize({ limits }: SessionServices, call: Call, said: Said): void {
  const length = lengthOf(said);
  if (length <= limits.messageSize) return;
  call.fail({
    tag: 'too-big',
    message: `the content and what comes with it have ${length} characters, and a message has at most ${limits.messageSize}: share the text as a data parameter`,
  });
}

function requireRate(
  { rates, limits }: SessionServices,
  call: Call,
  { id, terms }: SessionRecord,
  agent: string,
): void {
  const { 'max-rate': rate } = terms.qos;
  const later = Math.max(rates.take(agent, limits.rate), rate === undefined ? 0 : rates.take(`${agent}/${id}`, rate));
  if (later === 0) return;
  call.fail({
    tag: 'resource-denied',
    appTag: 'rate-limited',
    message: `agent "${agent}" sends faster than ${rate === undefined ? limits.rate : Math.min(rate, limits.rate)} messages in a second: send again in ${later} ms`,
  });
}
