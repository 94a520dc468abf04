/** Keeps the members of a copy, as its home tells them. */
import type { Tx } from '../../store/index.js';
import { keepLink } from '../homes/keep.js';
import type { ToldSession } from '../link/told.js';
import { isPresent } from '../member/present.js';
import { ALL_STATES, inviting, joining, type MemberRecord, type Wanted } from '../record/member.js';
import type { Membership } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { answerFor } from './answer.js';
import { believed } from './asked.js';
import { nameOf, numberOf, Refused } from './read.js';

type ToldMember = NonNullable<ToldSession['member']>[number];

/** Takes down a member of which the home tells apart from messages: as this node begins to read, or with what passes for it. */
export async function takeMember(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  { agent: name, role, state, filter, 'by-profile': byProfile, 'from-sequence': from }: ToldMember,
): Promise<void> {
  const agent = nameOf(o, name);
  const known = await o.members.latest(tx, session.id, agent);
  const wanted: Wanted = { filters: filter ?? known?.filters ?? [], byProfile: byProfile ?? known?.byProfile ?? false };
  if (known) return o.members.put(tx, { ...known, ...wanted });
  await requireRoom(o, tx, session);
  const joined = from === undefined ? undefined : numberOf(from);
  const now = await believed(o, tx, session, { agent, state }, undefined);
  const before = blank(session, agent);
  const position = joined === undefined || state !== 'joined' ? {} : positionOf(before, now, joined);
  await o.members.put(tx, { ...before, role, state: now, ...wanted, ...position });
  await keepLink(o, tx, session, { agent, state }, joined ?? session.last + 1);
  tx.afterCommit(() => o.attached.moved(session.id, agent));
}

/** Takes down that a member came or went. @param at number of the message that tells it */
export async function takeMembership(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  { agent, state: told, role }: Membership,
  at: number,
): Promise<void> {
  const known = await o.members.latest(tx, session.id, agent);
  if (!known) await requireRoom(o, tx, session);
  const before = known ?? blank(session, agent);
  // One that was told as this node began has this message behind it.
  if ((before.spans.at(-1)?.from ?? 0) > at) return;
  const state = await believed(o, tx, session, { agent, state: told }, known);
  const member = { ...before, role, state, ...positionOf(before, state, at) };
  await o.members.put(tx, member);
  await keepLink(o, tx, session, member, at);
  if (!isPresent(member)) await o.members.setAsked(tx, session.id, agent, false);
  if (state === 'invited') await answerFor(o, tx, session, agent, at);
  tx.afterCommit(() => o.attached.moved(session.id, agent));
}

/** @throws Refused when the copy has as many members as a session of this node may have */
async function requireRoom({ members, settings }: SessionServices, tx: Tx, { id }: SessionRecord): Promise<void> {
  const { maxMembers } = settings();
  if ((await members.count(tx, id, ...ALL_STATES)) >= maxMembers)
    throw new Refused(`it has more than ${maxMembers} members (max-members)`);
}

function positionOf(before: MemberRecord, state: Membership['state'], at: number): Partial<MemberRecord> {
  const { spans } = before;
  const last = spans.at(-1);
  switch (state) {
    case 'joined':
      // Told again when it only got another role.
      if (before.state === 'joined' && last && last.to === undefined) return {};
      return { spans: joining(spans, at), acknowledged: at, delivered: at, lent: 0 };
    case 'invited':
      return { spans: inviting(spans, at), acknowledged: at - 1, delivered: at - 1, lent: 0 };
    default:
      return { spans: last && last.to === undefined ? [...spans.slice(0, -1), { ...last, to: at }] : spans, lent: 0 };
  }
}

function blank({ id: session }: SessionRecord, agent: string): MemberRecord {
  return {
    ...{ session, agent, role: 'speaker', state: 'invited', filters: [], byProfile: false, spans: [] },
    ...{ acknowledged: 0, delivered: 0, lent: 0, missed: 0, expired: 0 },
  };
}
