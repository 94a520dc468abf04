/** Sends messages: what a member says becomes the next message of the session, or is refused. */
import { isDeepStrictEqual } from 'node:util';
import type { AgentRecord } from '../../agents/index.js';
import { canonicalJson } from '../../data/canonical-json.js';
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { newId } from '../../tasks/index.js';
import { enter, floorValue, outcomeOf, positionOf } from '../floor/course.js';
import type { Spoken } from '../floor/table.js';
import type { Draft } from '../log/log.js';
import { requireJoined, requireOpen } from '../member/acting.js';
import { type Invitation, invitations } from '../member/invitations.js';
import { readable } from '../member/passes.js';
import { ALL_STATES, type MemberRecord } from '../record/member.js';
import { bytesOf, type Details, lengthOf, type MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import { requireSealed } from '../sealed/require.js';
import type { SessionServices } from '../services.js';
import { type Assigned, assignTasks } from '../team/assign.js';
import { tellRunning } from '../team/follow.js';
import { open } from '../team/open.js';
import { type Carried, requireCarried } from './carried.js';
import { requireNext, tasksNamed } from './named.js';
import { post } from './post.js';
import { requireRate } from './rate.js';
import { requireReceivers } from './receivers.js';
import { requireRole } from './role.js';
import { RULES, type SaidType } from './rules.js';
import { requireTurn } from './turn.js';
import { requireWhole } from './whole.js';

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
  /** The members that only some types have. */
  readonly details: Omit<Details, 'floor' | 'task-news'>;
}

export interface Sent {
  readonly session: string;
  /** Identifier of the message. */
  readonly id: string;
  /** Absent: it is on its way to the home of the session. */
  readonly message?: MessageRecord;
}

/** Sends a message into a session. A message that was sent before, under the same identifier, is not sent again. */
export async function send(o: SessionServices, call: Call, sessionId: string, said: Said): Promise<Sent> {
  requireSize(o, call, said);
  return o.store.transact((tx) => say(o, tx, call, sessionId, said));
}

/** Sends a message in a transaction of another operation. */
export async function say(o: SessionServices, tx: Tx, call: Call, sessionId: string, said: Said): Promise<Sent> {
  const { session, member } = await requireJoined(o, call, sessionId, said.from.id, tx);
  return add(o, tx, call, session, member, said);
}

/** Sends a message to agents, in the direct session of these, which is opened if there is none. */
export async function sendDirect(o: SessionServices, call: Call, said: Said): Promise<Sent> {
  requireSize(o, call, said);
  const wanted = { filters: [], byProfile: false };
  const members = said.to.map((agent) => ({ agent, role: 'speaker', wanted }) as const);
  const invited = invitations(o, call, said.from, members);
  return o.store.transact(async (tx) => {
    const before = said.id === undefined ? undefined : await o.messages.directOfId(tx, said.from.id, said.id);
    if (before !== undefined) await requireSameReceivers(o, tx, call, before, said, invited);
    const direct = { from: said.from, kind: 'direct', terms: {}, invited } as const;
    const id = before ?? (await open(o, tx, call, direct)).session.id;
    const { session, member } = await requireJoined(o, call, id, said.from.id, tx);
    return add(o, tx, call, session, member, { ...said, to: [] });
  });
}

/** Refuses the identifier of a message that went to other agents: as its repetition, this one would reach nobody. */
async function requireSameReceivers(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: string,
  { from, id }: Said,
  invited: readonly Invitation[],
): Promise<void> {
  const agents = [from.id, ...invited.map(({ agent }) => agent.id)];
  const known = await o.members.among(session, agents, tx);
  const all = await o.members.count(tx, session, ...ALL_STATES);
  if (known.length === agents.length && all === agents.length) return;
  call.fail({
    tag: 'data-exists',
    message: `agent "${from.id}" sent a message with the identifier "${id}" to other agents: give this one another identifier`,
  });
}

async function add(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  member: MemberRecord,
  said: Said,
): Promise<Sent> {
  const { id = newId(o.now()) } = said;
  const sent = { session: session.id, id };
  const draft = draftOf(session, said, id);
  const before = said.id === undefined ? undefined : await o.messages.ofId(tx, session.id, said.from.id, id);
  if (before) return { ...sent, message: sameMessage(call, before, draft) };
  if (!session.copy) return { ...sent, message: await addHere(o, tx, call, session, member, said, draft) };
  await post(o, tx, call, { session, copy: session.copy, member }, { ...said, id });
  return sent;
}

function draftOf(session: SessionRecord, said: Said, id: string): Draft {
  const { from, type, to, subject, tags, inReplyTo, content, mediaType } = said;
  return {
    ...{ id, type, from: from.id, to, tags },
    ...(subject === undefined ? {} : { subject }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(content === undefined ? {} : { content }),
    ...(mediaType === undefined ? {} : { mediaType }),
    details: detailsOf(session, said),
    ...carriedBy(said),
  };
}

/** Adds a message to the log of a session whose home is this node. */
async function addHere(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  member: MemberRecord,
  said: Said,
  draft: Draft,
): Promise<MessageRecord> {
  const { from, type } = said;
  requireOpen(call, session);
  requireRole(call, session, member, type);
  requireWhole(call, said);
  await requireReceivers(o, tx, call, session, member, said);
  const answered = await requireAnswered(o, tx, call, session, member, said);
  requireTurn(call, session, member, type, answered);
  await requireNext(o, tx, call, session, member, said);
  await requireCarried(o, tx, call, said);
  await requireSealed(o, tx, call, session, said);
  requireRate(o, call, session, from.id, bytesOf(said));
  await o.requireRoom(tx, call, session, from.id);
  const { event } = RULES[type];
  if (event === undefined) return (await o.log.append(tx, session, draft)).message;
  const assigned = await assignedBy(o, tx, call, session, said, draft.details ?? {});
  const happening = await eventOf(o, tx, call, session, said, draft.details ?? {});
  if (!positionOf(session)) {
    const { message } = await o.log.append(tx, session, draft);
    await tellRunning(o, tx, assigned);
    return message;
  }
  const next = await outcomeOf(o, tx, session, event, happening);
  if (!next)
    return call.fail({
      tag: 'operation-failed',
      appTag: 'bad-transition',
      message: `team "${session.id}" takes no ${type} now`,
    });
  const details = { ...draft.details, floor: floorValue(next) };
  const { session: told, message } = await o.log.append(tx, session, { ...draft, details });
  await enter(o, tx, told, next);
  await tellRunning(o, tx, assigned);
  return message;
}

async function assignedBy(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { from: { id: from }, content, type }: Said,
  { 'next-speaker': assignees = [], mode = 'asynchronous', task = {} }: Said['details'],
): Promise<readonly Assigned[]> {
  if (type !== 'task-assignment') return [];
  return assignTasks(o, tx, call, session, {
    ...{ from, assignees, mode, task },
    ...(content === undefined ? {} : { content }),
  });
}

/** Returns the details as they are stored: who waits for a task is said. */
function detailsOf({ kind }: SessionRecord, { type, details }: Said): Said['details'] {
  if (type !== 'task-assignment') return details;
  return { ...details, mode: details.mode ?? (kind === 'team' ? 'synchronous' : 'asynchronous') };
}

/** Returns what a message is in the course of a team, after the tasks that it assigns were assigned. */
async function eventOf(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { from: { id: by }, content, type }: Said,
  { 'next-speaker': next = [], mode = 'asynchronous', trigger = [] }: Said['details'],
): Promise<Spoken> {
  const spoken = { by, next, mode, content: content ?? '', pending: [] };
  if (type === 'pause') {
    const tasks = await tasksNamed(o, tx, call, session, by, trigger);
    return { ...spoken, pending: tasks.filter(({ hasEnded }) => !hasEnded).map(({ task }) => task) };
  }
  return spoken;
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
  const { type, to, subject, tags, inReplyTo, content, mediaType, details = {} } = said;
  const { floor: _, ...own } = details;
  return canonicalJson([type, to, subject, tags, inReplyTo, content, mediaType, own]);
}

function carriedBy({ artifacts, extension, expires }: Carried): Carried {
  return {
    ...(artifacts === undefined ? {} : { artifacts }),
    ...(extension === undefined ? {} : { extension }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/** Returns the message that is answered. Refuses an answer to nothing, and to what the sender may not read. */
async function requireAnswered(
  o: SessionServices,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  member: MemberRecord,
  { type, inReplyTo }: Said,
): Promise<MessageRecord | undefined> {
  if (inReplyTo === undefined) {
    if (!RULES[type].isAnswer) return undefined;
    return call.fail({
      tag: 'missing-element',
      info: { 'bad-element': 'in-reply-to' },
      message: `a ${type} needs "in-reply-to", the number of the message that it answers`,
    });
  }
  const answered = await o.messages.get(session.id, inReplyTo, tx);
  if (answered && readable(session, member, o.directory)(answered)) return answered;
  return call.fail({
    tag: 'invalid-value',
    message: `"in-reply-to" names message ${inReplyTo}, and session "${session.id}" has none with this number that agent "${member.agent}" may read`,
  });
}

/** Refuses a message that is too long. @throws RpcError too-big */
export function requireSize(
  { limits }: Pick<SessionServices, 'limits'>,
  call: Call,
  said: Parameters<typeof lengthOf>[0],
): void {
  const length = lengthOf(said);
  if (length <= limits.messageSize) return;
  call.fail({
    tag: 'too-big',
    message: `the content and what comes with it have ${length} characters, and a message has at most ${limits.messageSize}: share the text as a data parameter`,
  });
}
