/** Judges the logs of sessions at all nodes, once all was carried and read. */
import type { Session } from '../sessions/course.js';
import { contentOf } from '../sessions/journal.js';
import type { Message } from '../sessions/traffic.js';
import { type Answer, type Answers, type Seen, text } from './answers.js';
import { seenAt } from './reader.js';
import type { Room } from './rooms.js';
import { AGENTS, type Agent, behind, fullName, type Place } from './row.js';
import { faultsOfOthers, faultsOfTasks } from './task-verdict.js';
import type { Task } from './work.js';

/** All that is known at the end. */
export interface Found {
  readonly rooms: readonly FoundRoom[];
  /** The tasks at each node. */
  readonly tasks: Readonly<Record<Place, readonly Task[]>>;
}

/** All that is known of a session. */
export interface FoundRoom {
  readonly room: Room;
  /** The log of the home, as an operator reads it. */
  readonly home: readonly Message[];
  /** The copies, as operators of the other nodes read them. */
  readonly copies: ReadonlyMap<Place, readonly Seen[]>;
  /** The history of each member. */
  readonly members: ReadonlyMap<Agent, readonly Seen[]>;
  readonly session: Session;
}

/** Returns what is wrong. */
export function faultsOf(found: Found, answers: Answers): readonly string[] {
  const faults = found.rooms.flatMap((each) => {
    const { kind, home } = each.room;
    return faultsOfRoom(each, found, answers).map((fault) => `${kind} of ${home}: ${fault}`);
  });
  return [...faults, ...faultsOfOthers(found)];
}

function faultsOfRoom(found: FoundRoom, { tasks }: Found, answers: Answers): readonly string[] {
  const { room, home } = found;
  const log = home.map((message) => seenAt(room.home, message));
  return [
    ...faultsOfLog(log),
    ...answers.of(room.id).flatMap((answer) => faultsOfAnswer(answer, log)),
    ...faultsOfCopies(found, log),
    ...faultsOfReaders(found, log, answers),
    ...faultsOfTasks(found, tasks),
  ];
}

function faultsOfLog(log: readonly Seen[]): readonly string[] {
  const faults: string[] = [];
  const places = new Map<string, number>();
  for (const [index, { sequence, id, from, content }] of log.entries()) {
    if (sequence !== index + 1) faults.push(`number ${sequence} is at place ${index + 1}`);
    const key = `${from}/${id}`;
    if (places.has(key)) faults.push(`${id} of ${from} is at ${places.get(key)} and at ${sequence}`);
    places.set(key, sequence);
    const said = contentOf(id, from.slice(0, from.indexOf('@')));
    if (content !== '' && content !== said) faults.push(`${id} of ${from} says "${content}"`);
  }
  return faults;
}

/** A message that was stored is in the log once, at its number if one was told; a refused one is not there. */
function faultsOfAnswer({ agent, id, sequence, isRefused }: Answer, log: readonly Seen[]): readonly string[] {
  const found = log.filter((message) => message.id === id && message.from === fullName(agent));
  const shown = found.map(({ sequence }) => sequence).join();
  if (isRefused) return found.length === 0 ? [] : [`${id} of ${agent} was refused, and is at ${shown}`];
  if (found.length !== 1) return [`${id} of ${agent} was stored, and is there ${found.length} times (${shown})`];
  if (sequence !== undefined && found[0]?.sequence !== sequence)
    return [`${id} of ${agent} was number ${sequence}, and is ${shown}`];
  return [];
}

/** A copy has what members at its node and behind it may read, under the numbers of the home. */
function faultsOfCopies({ room, copies }: FoundRoom, log: readonly Seen[]): readonly string[] {
  return [...copies].flatMap(([place, copy]) => {
    const those = behind(room.home, place);
    const readers = room.members.filter((agent) => those.includes(AGENTS[agent]));
    const passing = log.filter((message) => readers.some((agent) => passes(message, agent, room)));
    return different(`the copy at ${place}`, copy, passing);
  });
}

/** The members have one order, and all that they may read. */
function faultsOfReaders({ room, members }: FoundRoom, log: readonly Seen[], answers: Answers): readonly string[] {
  const faults: string[] = [];
  for (const [agent, history] of members) {
    const passing = log.filter((message) => passes(message, agent, room));
    faults.push(...different(`the history of ${agent}`, history, passing));
    const given = answers.givenTo(room.id, agent);
    const lost = passing.filter(({ sequence, from }) => from !== fullName(agent) && !given.has(sequence));
    if (lost.length > 0) faults.push(`${agent} was never given ${lost.map(({ sequence }) => sequence).join()}`);
    for (const message of given.values()) {
      const stored = log[message.sequence - 1];
      if (!stored || text(stored) !== text(message))
        faults.push(`${agent} was given ${text(message)}, and the log has ${stored ? text(stored) : 'nothing'}`);
    }
  }
  return faults;
}

/** Members come and go by messages that not all of them are given. */
function isSaid({ type }: Seen): boolean {
  return type !== 'membership';
}

function passes(message: Seen, agent: Agent, { coordinator }: Room): boolean {
  const name = fullName(agent);
  const { from, to } = message;
  return isSaid(message) && (agent === coordinator || from === name || to.length === 0 || to.includes(name));
}

function different(what: string, found: readonly Seen[], wanted: readonly Seen[]): string[] {
  const said = found.filter(isSaid);
  const at = Array.from({ length: Math.max(said.length, wanted.length) }).findIndex((_, index) => {
    const [one, other] = [said[index], wanted[index]];
    return !one || !other || text(one) !== text(other);
  });
  if (at < 0) return [];
  const shown = (message: Seen | undefined) => (message ? text(message) : 'nothing');
  return [`${what} has ${shown(said[at])}, and the log ${shown(wanted[at])}`];
}
