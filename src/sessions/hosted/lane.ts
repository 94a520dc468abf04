/** Acts for a hosted agent in one session, one thing after the other: answers its invitation, hears, and speaks when it is its turn. */
import { positionOf } from '../floor/course.js';
import type { SessionRecord } from '../record/session.js';
import { attempt } from './attempt.js';
import { carryOut } from './coordinate.js';
import type { MemberActor } from './door.js';
import { floorGivenAt } from './given.js';
import type { Coordination, HeardMessage, SessionHooks } from './hooks.js';
import { meetingOf, type Seat, teamMeetingOf } from './meeting.js';
import type { MemberNeeds } from './needs.js';
import { tellRefused } from './refused.js';
import { byRules, concludeByRules } from './rules.js';
import { messagesOf, repliesTo, speak } from './speak.js';

/** Messages that are heard in one go. */
const BATCH = 50;
/** Seconds of a loan: it ends with the process, or when the lane breaks off. */
const LOAN = 3_600;
/** Decisions of a coordinator one after the other, while nothing of others comes. */
const MOST_DECISIONS = 100;

/** Remembers the work done in a session, so that it is not done again. It is forgotten with the process. */
export interface Memory {
  /** True when the agent was asked for its invitation. */
  isAsked: boolean;
  /** The message that gave the floor for which the agent was called. */
  given: number;
  /** The newest message at the last decision of the coordinator; undefined before the first one. */
  decided: number | undefined;
  /** Decisions since something of others came. */
  decisions: number;
}

export const NOTHING_DONE: Memory = { isAsked: false, given: -1, decided: undefined, decisions: 0 };

export interface LaneOptions {
  readonly needs: MemberNeeds;
  readonly agent: string;
  /** Absent: the definition of the agent says nothing about sessions. It leads the teams of its own tasks by rules. */
  readonly hooks?: SessionHooks;
  readonly memory: Memory;
  /** Aborted when hosted members may not act any more. */
  readonly signal: AbortSignal;
}

/** Does all that there is to do. @returns milliseconds since 1970 when to look again; undefined: at the next change */
export async function work(o: LaneOptions, id: string): Promise<number | undefined> {
  for (;;) {
    o.signal.throwIfAborted();
    const seat = await seatOf(o, id);
    if (!seat) return undefined;
    if (seat.member.state === 'invited') return answerInvitation(o, seat);
    await tellRefused(o.needs, seat, o.signal);
    const heard = await hear(o, seat);
    // Loans are timed by a clock that nobody sets.
    if (heard === 'lent') return o.needs.services.now() + seat.member.lent - o.needs.services.steady();
    if (heard === 'nothing' && !(await act(o, seat))) return undefined;
  }
}

/** Returns the agent in the session; undefined when it has nothing to do there. */
async function seatOf({ needs, agent, hooks }: LaneOptions, id: string): Promise<Seat | undefined> {
  const { sessions, members } = needs.services;
  const session = await sessions.get(id);
  const member = session && (await members.get(id, agent));
  if (!member || (member.state !== 'joined' && member.state !== 'invited')) return undefined;
  if (!hooks && !(session.coordinator === agent && session.parent?.completes === false)) return undefined;
  return {
    actor: await actorOf(needs, session, agent),
    session,
    member,
    log: needs.logger.child({ agent, session: id }),
  };
}

/** In a team for a task of its own, the agent acts within the authority of that task. */
async function actorOf({ services }: MemberNeeds, session: SessionRecord, agent: string): Promise<MemberActor> {
  const { parent, initiator } = session;
  if (parent === undefined || initiator !== agent) return { agent };
  const task = await services.store.transact((tx) => services.work.get(tx, parent.task));
  const { authority } = task?.document ?? {};
  return { agent, task: parent.task, ...(authority ? { authority } : {}) };
}

async function answerInvitation(o: LaneOptions, seat: Seat): Promise<undefined> {
  const { needs, hooks, memory } = o;
  const { invited } = hooks ?? {};
  if (!invited || memory.isAsked || seat.session.state === 'closed') return undefined;
  memory.isAsked = true;
  await tryTo(o, seat, 'the answer to an invitation', async (signal) => {
    const comes = (await invited(meetingOf(needs, seat, signal))) === true;
    const { actor, session } = seat;
    signal.throwIfAborted();
    await needs.door.act(actor, session.id, comes ? 'join' : 'decline', { agent: actor.agent }, signal);
  });
  return undefined;
}

/** Hears the next messages. @returns `lent` when another program of the agent has them */
async function hear(o: LaneOptions, seat: Seat): Promise<'messages' | 'nothing' | 'lent'> {
  const { needs, hooks = {}, memory, signal } = o;
  const { actor, session, member } = seat;
  if (session.last <= member.acknowledged) return 'nothing';
  const { agent } = actor;
  const input = { agent, session: session.id, max: BATCH, wait: 0, 'redeliver-after': LOAN };
  const { message = [], gap = [] } = await needs.door.invoke(actor, 'yangent-sessions:receive', input, signal);
  for (const { count, through } of gap) {
    seat.log.warn({ count }, 'sessions: a hosted member was too far behind, and misses messages');
    await acknowledge(o, seat, through);
  }
  // The floor moves by decisions of the coordinator itself, which are no news for it.
  if (message.some(({ type }) => type !== 'yangent-sessions:floor')) memory.decisions = 0;
  for (const heard of message) {
    if (!hooks.message || !isSaid(heard)) continue;
    await hearOne(o, seat, hooks.message, heard);
    await acknowledge(o, seat, heard.sequence);
  }
  const last = message.at(-1);
  if (last && !(hooks.message && isSaid(last))) await acknowledge(o, seat, last.sequence);
  if (message.length > 0 || gap.length > 0) return 'messages';
  return member.lent > needs.services.steady() ? 'lent' : 'nothing';
}

async function hearOne(
  o: LaneOptions,
  seat: Seat,
  hook: NonNullable<SessionHooks['message']>,
  heard: HeardMessage,
): Promise<void> {
  await tryTo(o, seat, `message ${heard.sequence}`, async (signal) => {
    const replies = (await hook(heard, meetingOf(o.needs, seat, signal))) ?? undefined;
    await speak(o.needs, seat, Number(heard.sequence), repliesTo(seat, heard, replies), signal);
  });
}

async function acknowledge(
  { needs, signal }: LaneOptions,
  seat: Seat,
  through: HeardMessage['sequence'],
): Promise<void> {
  const { actor, session } = seat;
  const input = { agent: actor.agent, position: [{ session: session.id, through: through ?? '0' }] } as const;
  await needs.door.invoke(actor, 'yangent-sessions:acknowledge', input, signal);
}

/** True for what members say, and what is told of their tasks: not that members come and go, and where the floor is. */
function isSaid({ type }: HeardMessage): boolean {
  return type !== 'yangent-sessions:membership' && type !== 'yangent-sessions:floor';
}

/** Speaks, where the agent has the floor of a team. @returns false when there is nothing to do */
async function act(o: LaneOptions, seat: Seat): Promise<boolean> {
  const at = positionOf(seat.session);
  if (!at || at.state === 'forming') return false;
  const { agent } = seat.actor;
  const hasFloor = at.floor.holders.includes(agent);
  const isTalking = at.state === 'discussion' || at.state === 'asynchronous-task-assignment';
  if (at.state === 'conclusion') return hasFloor && conclude(o, seat);
  if (seat.session.coordinator === agent) return coordinate(o, seat, hasFloor && isTalking);
  return hasFloor && isTalking && speakInTurn(o, seat);
}

/** Returns the message that gave the floor, where the agent was not called for it yet. */
async function newlyGiven({ needs, agent, memory }: LaneOptions, { session }: Seat): Promise<number | undefined> {
  const given = (await floorGivenAt(needs.services, session.id, agent)) ?? 0;
  if (given === memory.given) return undefined;
  memory.given = given;
  return given;
}

async function speakInTurn(o: LaneOptions, seat: Seat): Promise<boolean> {
  const { turn } = o.hooks ?? {};
  const given = turn && (await newlyGiven(o, seat));
  if (given === undefined) return false;
  await tryTo(o, seat, 'its turn', async (signal) => {
    const replies = (await turn?.(await teamMeetingOf(o.needs, seat, signal))) ?? undefined;
    await speak(o.needs, seat, given, messagesOf(replies), signal);
  });
  return true;
}

async function conclude(o: LaneOptions, seat: Seat): Promise<boolean> {
  const { hooks: { conclude: hook } = {}, needs } = o;
  const { actor, session } = seat;
  if (!hook && session.coordinator !== actor.agent) return false;
  const given = await newlyGiven(o, seat);
  if (given === undefined) return false;
  await tryTo(o, seat, 'its conclusion', async (signal) => {
    const said = hook
      ? await hook(await teamMeetingOf(needs, seat, signal))
      : await concludeByRules(needs.services, session);
    if (said === undefined) return;
    const conclusion = typeof said === 'string' ? { content: said } : said;
    await speak(needs, seat, given, [{ ...conclusion, type: 'conclusion' }], signal);
  });
  return true;
}

/** Decides as coordinator: with the floor, or when something of others came since the last decision. */
async function coordinate(o: LaneOptions, seat: Seat, hasFloor: boolean): Promise<boolean> {
  const { needs, hooks = {}, memory, agent } = o;
  const { session } = seat;
  const { last } = session;
  const isNews = memory.decided === undefined || (memory.decisions === 0 && memory.decided < last);
  const isCalled = hasFloor ? memory.decided !== last : isNews && (hooks.coordinate !== undefined || isOpen(session));
  if (!isCalled || memory.decisions >= MOST_DECISIONS) return false;
  memory.decided = last;
  memory.decisions += 1;
  await tryTo(o, seat, 'the coordination of a team', async (signal) => {
    if (hooks.coordinate) {
      const decision = await hooks.coordinate(await teamMeetingOf(needs, seat, signal));
      signal.throwIfAborted();
      if (decision) await carryOut(needs, seat, last, decision, signal);
      return;
    }
    const decision = await byRules(needs.services, session, agent);
    if (decision) await lead(o, seat, decision, signal);
  });
  return true;
}

/** Leads by rules. An agent that speaks in turn says something to the one whose turn is next. */
async function lead(o: LaneOptions, seat: Seat, decision: Coordination, signal: AbortSignal): Promise<void> {
  const { needs, hooks: { turn } = {} } = o;
  const { last } = seat.session;
  const { next } = decision;
  const given = next && turn && (await newlyGiven(o, seat));
  if (!next || !turn || given === undefined) return carryOut(needs, seat, last, decision, signal);
  const [first, ...more] = messagesOf((await turn(await teamMeetingOf(needs, seat, signal))) ?? undefined);
  signal.throwIfAborted();
  if (!first) return carryOut(needs, seat, last, decision, signal);
  return speak(needs, seat, given, [{ 'next-speaker': next, ...first }, ...more], signal);
}

function isOpen({ terms }: SessionRecord): boolean {
  return terms['turn-taking']?.mode === 'open';
}

function tryTo(
  { needs, signal }: LaneOptions,
  { log }: Seat,
  what: string,
  run: (signal: AbortSignal) => Promise<void>,
) {
  return attempt({ limits: needs.services.limits, signal, log, what: `a hosted member: ${what}` }, run);
}
