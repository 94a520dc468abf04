/** Leads a team from one position to the next: reads the facts, asks the table, and stores what follows. */
import { randomUUID } from 'node:crypto';
import type { YangentSessions_Sessions_Session_Floor } from '../../generated/index.js';
import type { Tx } from '../../store/index.js';
import { type Floor, NO_FLOOR } from '../record/floor.js';
import type { Role } from '../record/member.js';
import type { Details } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { Turns } from '../record/terms.js';
import type { SessionServices } from '../services.js';
import { close } from './close.js';
import { changed, tellFloor } from './news.js';
import {
  type EventName,
  type Events,
  type Facts,
  type Outcome,
  type Position,
  type Spoken,
  step,
  type TeamState,
} from './table.js';

export type FloorValue = NonNullable<Details['floor']>;
export type FloorReason = NonNullable<FloorValue['reason']>;
type Holding = Pick<YangentSessions_Sessions_Session_Floor, 'holder' | 'turn'>;

/** The roles whose members may have the floor. */
const SPEAKERS: readonly Role[] = ['coordinator', 'speaker', 'source'];

/** Returns where a team stands; undefined for sessions that are no teams, or closed. */
export function positionOf({ kind, state, floor = NO_FLOOR }: SessionRecord): Position | undefined {
  return kind === 'team' && state !== 'open' && state !== 'closed' ? { state, floor } : undefined;
}

/** Returns what follows from an event, and stores nothing; undefined when the team does not take it. */
export async function outcomeOf<N extends EventName>(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  name: N,
  event: Events[N],
): Promise<Outcome | undefined> {
  const at = positionOf(session);
  return at && step(at, name, event, await factsOf(o, tx, session, at, event));
}

/** Stores what follows. The message that caused it is in the log already. */
export async function enter(o: SessionServices, tx: Tx, session: SessionRecord, next: Outcome): Promise<SessionRecord> {
  if (next.state === 'closed') return close(o, tx, session, next);
  const isNew = next.state !== session.state;
  const now: SessionRecord = {
    ...session,
    ...{ state: next.state, floor: next.floor },
    since: isNew ? o.now() : session.since,
  };
  await o.sessions.setCourse(tx, now);
  if (isNew || next.state !== 'pause-and-trigger') await arm(o, tx, now);
  if (isNew) await changed(o, tx, now, 'state');
  return session.state === 'forming' && isNew ? sayFirst(o, tx, now) : now;
}

/** Begins the time after which the state of a team, or that of its speakers, is over. */
export async function arm(o: SessionServices, tx: Tx, session: SessionRecord): Promise<void> {
  const seconds = secondsOf(session);
  if (seconds === undefined) await o.timers.clear(tx, session.id, 'floor');
  else await o.timers.set(tx, { session: session.id, kind: 'floor', due: o.clock() + seconds * 1000 });
}

/** Leads a team by turns that were changed: its times begin anew. */
export async function rearrange(o: SessionServices, tx: Tx, session: SessionRecord): Promise<void> {
  if (!positionOf(session)) return;
  const settled = await settle(o, tx, session);
  const now = await move(o, tx, settled, 'changed', {}, 'granted');
  if (now.state !== 'closed') await arm(o, tx, now);
}

/** Says the message with which a session begins, for the agent that opened it, unless that went before. It needs no floor. */
export async function sayFirst(o: SessionServices, tx: Tx, session: SessionRecord): Promise<SessionRecord> {
  const { opening, ...begun } = session;
  if (!opening) return session;
  const { initiator: from } = session;
  const initiator = await o.members.get(session.id, from, tx);
  if (initiator?.state !== 'joined') {
    await o.sessions.setCourse(tx, begun);
    return begun;
  }
  const { id = randomUUID(), subject, content, 'media-type': mediaType, 'next-speaker': next = [] } = opening;
  const outcome = await outcomeOf(o, tx, begun, 'discussion', spoken(from, next));
  const { session: told } = await o.log.append(tx, begun, {
    ...{ id, type: 'discussion', from, to: [], tags: [], content },
    ...(subject === undefined ? {} : { subject }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(outcome ? { details: { ...nextSpeakers(next), floor: floorValue(outcome) } } : {}),
  });
  if (outcome) return enter(o, tx, told, outcome);
  await o.sessions.setCourse(tx, told);
  return told;
}

function spoken(by: string, next: readonly string[]): Spoken {
  return { by, next, content: '', mode: 'asynchronous', pending: [] };
}

function nextSpeakers(next: readonly string[]): Pick<Details, 'next-speaker'> {
  return next.length > 0 ? { 'next-speaker': next } : {};
}

/** Lets a team begin when all that were invited have answered, and enough of them have joined. */
export async function settle(o: SessionServices, tx: Tx, session: SessionRecord): Promise<SessionRecord> {
  if (session.state !== 'forming') return session;
  const { 'min-members': least = 1 } = session.terms['turn-taking'] ?? {};
  if ((await o.members.count(tx, session.id, 'invited')) > 0) return session;
  if ((await o.members.count(tx, session.id, 'joined')) < least) return session;
  return move(o, tx, session, 'formed', {}, 'formed');
}

/** Leads a team on by an event that is no message of a member: the node tells what changed. */
export async function move<N extends EventName>(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  name: N,
  event: Events[N],
  reason: FloorReason,
): Promise<SessionRecord> {
  const next = await outcomeOf(o, tx, session, name, event);
  const { state, floor = NO_FLOOR } = session;
  if (!next) return session;
  // The one that closes tells the end.
  if (next.state === 'closed') return enter(o, tx, session, next);
  if (next.state === state && isSame(next.floor, floor)) return session;
  const isTold = next.state !== state || next.floor.holders.join() !== floor.holders.join();
  const told = isTold ? await tellFloor(o, tx, session, floorValue(next, reason)) : session;
  return enter(o, tx, told, next);
}

/** Returns the position as messages tell it. */
export function floorValue(next: Outcome, reason?: FloorReason): FloorValue {
  if (next.state === 'closed') return { state: 'closed', ...(reason === undefined ? {} : { reason }) };
  const why = next.state === 'conclusion' && next.floor.isUsedUp ? 'max-turns' : reason;
  return { state: next.state, ...holding(next.floor), ...(why === undefined ? {} : { reason: why }) };
}

export function holding({ holders, turn }: Floor): Holding {
  return { ...(holders.length > 0 ? { holder: holders } : {}), turn };
}

/** The seconds after which a state, or the time of its speakers, is over; undefined when it has no end of its own. */
function secondsOf({ state, terms }: SessionRecord): number | undefined {
  const turns = terms['turn-taking'];
  return turns && TIMES[state as TeamState]?.(turns);
}

const speaking = (turns: Turns) => (turns.mode === 'open' ? undefined : turns['speaker-timeout']);

const TIMES: { readonly [S in TeamState]?: (turns: Turns) => number | undefined } = {
  forming: (turns) => turns['forming-timeout'],
  discussion: speaking,
  'asynchronous-task-assignment': speaking,
  'pause-and-trigger': (turns) => turns['pause-timeout'],
  conclusion: (turns) => turns['speaker-timeout'],
};

async function factsOf(
  o: SessionServices,
  tx: Tx,
  session: SessionRecord,
  { floor }: Position,
  event: Events[EventName],
): Promise<Facts> {
  const { id, coordinator, terms } = session;
  const { by } = event;
  const next = 'next' in event ? event.next : [];
  const { mode = 'named', 'max-turns': maxTurns, 'min-members': least = 1 } = terms['turn-taking'] ?? {};
  const asked = [floor.holders, floor.named, next, floor.waiter ?? [], by ?? [], coordinator ?? []].flat();
  const members = await o.members.among(id, [...new Set(asked)], tx);
  const speakers = new Set(
    members.filter(({ state, role }) => state === 'joined' && SPEAKERS.includes(role)).map(({ agent }) => agent),
  );
  const following = mode === 'round-robin' && by !== undefined ? await o.members.nextSpeaker(tx, id, by) : undefined;
  return {
    mode,
    ...(coordinator === undefined ? {} : { coordinator }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    hasQuorum: (await o.members.count(tx, id, 'joined')) >= least,
    after: () => following,
    isSpeaker: (agent) => speakers.has(agent),
    unfinished: await o.tasks.unfinished(tx, id),
  };
}

function isSame(one: Floor, other: Floor): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
