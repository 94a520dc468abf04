/** Judges the logs of a session at both nodes, once all was carried and read. */
import type { RestconfClient } from '../../../src/clients/index.js';
import { isFinal, type Session } from '../sessions/course.js';
import { contentOf } from '../sessions/journal.js';
import { type Message, messagesOf } from '../sessions/traffic.js';
import { type Answer, type Answers, type Seen, text } from './answers.js';
import { AGENTS, type Agent, fullAt, fullName, otherOf, type Place } from './nodes.js';
import { seenAt } from './reader.js';
import type { Room } from './rooms.js';
import type { Task } from './work.js';

/** All that is known of a session at the end. */
export interface Found {
  readonly room: Room;
  /** The log of the home, as an operator reads it. */
  readonly home: readonly Message[];
  /** The copy, as an operator of the other node reads it. */
  readonly copy: readonly Seen[];
  /** The history of each member. */
  readonly members: ReadonlyMap<Agent, readonly Seen[]>;
  readonly session: Session;
  /** The tasks at each node. */
  readonly tasks: Readonly<Record<Place, readonly Task[]>>;
}

/** Returns the log of a session at a node. @param agent the member that reads; undefined: an operator does */
export async function logAt(
  client: RestconfClient,
  place: Place,
  session: string,
  agent?: string,
): Promise<readonly Seen[]> {
  return (await messagesOf(client, session, agent)).map((message) => seenAt(place, message));
}

/** Returns what is wrong. */
export function faultsOf(found: Found, answers: Answers): readonly string[] {
  const { room, home } = found;
  const log = home.map((message) => seenAt(room.home, message));
  const faults = [
    ...faultsOfLog(log),
    ...answers.of(room.id).flatMap((answer) => faultsOfAnswer(answer, log)),
    ...faultsOfReaders(found, log, answers),
    ...faultsOfTasks(found),
  ];
  return faults.map((fault) => `${room.kind} of ${room.home}: ${fault}`);
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

/** The copy and the members have one order, and all that they may read. */
function faultsOfReaders({ room, copy, members }: Found, log: readonly Seen[], answers: Answers): readonly string[] {
  const there = room.members.filter((agent) => AGENTS[agent] !== room.home);
  const faults = different(
    'the copy',
    copy,
    log.filter((message) => there.some((agent) => passes(message, agent, room))),
  );
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

/** Each assignment is one task at the home, and at most one at the node of its agent; its end is told once. */
function faultsOfTasks({ room, home, session, tasks }: Found): readonly string[] {
  const faults: string[] = [];
  const assigned = home.filter(({ type }) => type === 'yangent-sessions:task-assignment');
  const known = session.task ?? [];
  if (known.length !== assigned.length)
    faults.push(`${assigned.length} tasks were assigned, and the session has ${known.length}`);
  for (const { id, 'task-id': taskId, assignee, assigner, state, sequence } of known) {
    const said = assigned.filter((message) => message.sequence === sequence && message.task?.['task-id'] === taskId);
    if (said.length !== 1) faults.push(`task ${taskId} in ${sequence} was assigned ${said.length} times`);
    if (!isFinal(state)) faults.push(`task ${taskId} is ${state}`);
    const told = home.filter(
      (message) => message.type === 'yangent-sessions:task-result' && message['task-news']?.id === id,
    );
    if (told.length !== 1) faults.push(`the end of task ${taskId}, which is ${state}, is told ${told.length} times`);
    const place = fullAt(room.home, assignee).endsWith(`@${room.home}.example`) ? room.home : otherOf(room.home);
    const there = tasks[place].filter((task) =>
      place === room.home ? task.id === id : task['task-id'].startsWith(`${id}.`),
    );
    if (there.length !== 1)
      faults.push(`task ${taskId} of ${assigner} for ${assignee} is ${there.length} times at ${place}`);
  }
  return faults;
}
